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
    Path namespaces = Files.createDirectories(processes.resolve(name).resolve("ns"));
    Files.createSymbolicLink(namespaces.resolve("mnt"), Path.of(mounts));
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
    process("4711", "mnt:[2]");

    assertThatThrownBy(() -> new RunningJvm("4711").requireReachable(processes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in a container")
        .hasMessageContaining("--on 'docker exec -i CONTAINER'");
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
