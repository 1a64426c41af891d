package io.poolbench.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The exit code of a process in words, with what the kernel says of a process that was killed. */
final class ExitText {
  private static final int KILLED = 128 + 9;
  private static final int MEBIBYTE_BITS = 20;

  private ExitText() {}

  /** Such as {@code exit code 1}. */
  static String of(Process ended) {
    return of(ended.exitValue(), Path.of("/"));
  }

  /**
   * @param root the folder in place of {@code /}
   */
  static String of(int code, Path root) {
    String text = "exit code " + code;
    return code == KILLED
        ? text + outOfMemory(root).map(why -> " (SIGKILL; " + why + ")").orElse(" (SIGKILL)")
        : text;
  }

  /** That the kernel has ended processes for memory; empty if it ended none, or does not say. */
  private static Optional<String> outOfMemory(Path root) {
    List<Path> groups = new ArrayList<>(ControlGroups.of(root, "self").folders());
    // Kills are counted in all groups around a process: the innermost tells most.
    Collections.reverse(groups);
    // Version 1, whose memory groups are apart; in a container the mount is the group.
    groups.add(root.resolve("sys/fs/cgroup/memory"));
    return groups.stream().flatMap(group -> outOfMemoryIn(group).stream()).findFirst();
  }

  private static Optional<String> outOfMemoryIn(Path group) {
    long kills =
        ControlGroups.number(group, "memory.events", "oom_kill ")
            + ControlGroups.number(group, "memory.oom_control", "oom_kill ");
    long limit =
        ControlGroups.number(group, "memory.max", "")
            + ControlGroups.number(group, "memory.limit_in_bytes", "");
    return kills == 0
        ? Optional.empty()
        : Optional.of(
            "the kernel has ended processes of this control group for memory: %d%s"
                .formatted(
                    kills, limit == 0 ? "" : ", limit %d MiB".formatted(limit >> MEBIBYTE_BITS)));
  }
}
