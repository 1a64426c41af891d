package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes as a folder such as {@code /proc} shows them. */
class RunningJvmTest {
  @TempDir private Path processes;

  private void process(String name, String mounts) throws IOException {
    process(name, mounts, "pid:[1]");
  }

  private void process(String name, String mounts, String pids) throws IOException {
    Path namespaces = Files.createDirectories(processes.resolve(name).resolve("ns"));
    Files.createSymbolicLink(namespaces.resolve("mnt"), Path.of(mounts));
    Files.createSymbolicLink(namespaces.resolve("pid"), Path.of(pids));
    maps(name, "/usr/lib/jvm/java-17/lib/server/libjvm.so");
  }

  private void maps(String name, String library) throws IOException {
    Files.writeString(
        processes.resolve(name).resolve("maps"),
        "55d0-55d1 r--p 00000000 fd:00 21 /usr/bin/java\n7f01-7f02 r-xp 0 fd:00 22 "
            + library
            + "\n");
  }

  @Test
  void aProcessBesideThisOneIsReachable() throws IOException {
    process("self", "mnt:[1]");
    process("4711", "mnt:[1]");

    assertThatCode(() -> new RunningJvm("4711").requireReachable(processes))
        .doesNotThrowAnyException();
  }

  @Test
  void aProcessInAContainerNeedsACommandThere() throws IOException {
    process("self", "mnt:[1]");
    process("4711", "mnt:[2]", "pid:[2]");

    assertThatThrownBy(() -> new RunningJvm("4711").requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in a container")
        .hasMessageContaining("--on 'docker exec -i CONTAINER'");
  }

  @Test
  void aServiceWithFilesOfItsOwnNeedsACommandThere() throws IOException {
    process("self", "mnt:[1]");
    process("4711", "mnt:[2]");

    assertThatThrownBy(() -> new RunningJvm("4711").requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("files of its own")
        .hasMessageContaining("nsenter -t 4711 -m");
  }

  @Test
  void aProcessThatIsNoJvmGetsNoSignal() throws IOException {
    process("self", "mnt:[1]");
    process("4711", "mnt:[1]");
    maps("4711", "/usr/lib/x86_64-linux-gnu/libc.so.6");

    assertThatThrownBy(() -> new RunningJvm("4711").requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessage("no JVM: it has no libjvm.so (valid: a Java program)");
  }

  @Test
  void anAbsentProcessIsNamed() throws IOException {
    process("self", "mnt:[1]");

    assertThatThrownBy(() -> new RunningJvm("4711").requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessage("no such process");
  }

  @Test
  void systemsWithoutSuchAFolderAreNotAsked() {
    assertThatCode(() -> new RunningJvm("4711").requireReachable(processes))
        .doesNotThrowAnyException();
  }
}
