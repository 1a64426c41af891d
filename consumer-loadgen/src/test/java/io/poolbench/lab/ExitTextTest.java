package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitTextTest {
  @TempDir private Path root;

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  @Test
  void aCodeIsItself() {
    assertThat(ExitText.of(1, root)).isEqualTo("exit code 1");
    assertThat(ExitText.of(137, root)).isEqualTo("exit code 137 (SIGKILL)");
  }

  @Test
  void aControlGroupThatHasEndedProcessesForMemoryIsNamed() throws IOException {
    write("proc/self/mountinfo", "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
    write("proc/self/cgroup", "0::/job\n");
    write("sys/fs/cgroup/job/memory.events", "low 0\noom 2\noom_kill 1\n");
    write("sys/fs/cgroup/job/memory.max", "536870912\n");

    assertThat(ExitText.of(137, root))
        .isEqualTo(
            "exit code 137 (SIGKILL; the kernel has ended processes of this control group for"
                + " memory: 1, limit 512 MiB)");
    write("sys/fs/cgroup/job/memory.events", "oom_kill 0\n");
    assertThat(ExitText.of(137, root)).isEqualTo("exit code 137 (SIGKILL)");
  }

  /** The outer group has ended others before, and has no limit. */
  @Test
  void theInnermostGroupTells() throws IOException {
    write("proc/self/mountinfo", "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
    write("proc/self/cgroup", "0::/user/job\n");
    write("sys/fs/cgroup/user/memory.events", "oom_kill 7\n");
    write("sys/fs/cgroup/user/memory.max", "max\n");

    assertThat(ExitText.of(137, root)).endsWith("for memory: 7)");
    write("sys/fs/cgroup/user/job/memory.events", "oom_kill 1\n");
    write("sys/fs/cgroup/user/job/memory.max", "536870912\n");
    assertThat(ExitText.of(137, root)).endsWith("for memory: 1, limit 512 MiB)");
  }

  @Test
  void versionOneOfControlGroupsIsReadToo() throws IOException {
    write(
        "sys/fs/cgroup/memory/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");

    assertThat(ExitText.of(137, root)).endsWith("for memory: 3, limit 1024 MiB)");
  }
}
