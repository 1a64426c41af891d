package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes as a folder such as {@code /proc} shows them. */
class RunningJvmTest {
  @TempDir private Path processes;

  private void process(String name, String mounts, String pids, String library) throws IOException {
    Path folder = processes.resolve(name);
    Path namespaces = Files.createDirectories(folder.resolve("ns"));
    Files.createSymbolicLink(namespaces.resolve("mnt"), Path.of(mounts));
    Files.createSymbolicLink(namespaces.resolve("pid"), Path.of(pids));
    Files.writeString(
        folder.resolve("maps"),
        "55d0-55d1 r--p 00000000 fd:00 21 /usr/bin/java\n7f01-7f02 r-xp 0 fd:00 22 /usr/lib/"
            + library
            + "\n");
  }

  @BeforeEach
  void writeOwn() throws IOException {
    process("self", "mnt:[1]", "pid:[1]", "libjvm.so");
  }

  private static void requireReachable(Path processes) throws IOException {
    new RunningJvm("4711").requireReachable(processes);
  }

  @Test
  void aProcessBesideThisOneIsReachable() throws IOException {
    process("4711", "mnt:[1]", "pid:[1]", "libjvm.so");

    assertThatCode(() -> requireReachable(processes)).doesNotThrowAnyException();
  }

  /** A process with namespaces of its own is reached by a command there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "mnt:[2] | pid:[2] | libjvm.so | in a container | --on 'docker exec -i CONTAINER'",
        "mnt:[2] | pid:[1] | libjvm.so | files of its own | nsenter -t 4711 -m",
        "mnt:[1] | pid:[1] | libc.so.6 | no JVM: it has no libjvm.so | (valid: a Java program)"
      })
  void anotherProcessGetsNoSignal(
      String mounts, String pids, String library, String reason, String remedy) throws IOException {
    process("4711", mounts, pids, library);

    assertThatThrownBy(() -> requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(reason, remedy);
  }

  @Test
  void anAbsentProcessIsNamed() {
    assertThatThrownBy(() -> requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessage("no such process");
  }

  @Test
  void systemsWithoutSuchAFolderAreNotAsked() {
    assertThatCode(() -> requireReachable(processes.resolve("absent"))).doesNotThrowAnyException();
  }
}
