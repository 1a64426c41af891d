package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The control groups that limit the CPU time of a process: its own and every ancestor that is
 * visible here, of version 1 and of version 2. From within a container these are those that it is
 * limited by itself; a quota of what it runs in is not visible.
 *
 * @param folders of the groups; none where they are unknown, as on other systems than Linux
 * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">cgroups(7)</a>
 */
record ControlGroups(List<Path> folders) {
  private static final String CONTROLLER = "cpu";

  ControlGroups {
    folders = List.copyOf(folders);
  }

  /** Of a process of this host. */
  static ControlGroups of(long pid) {
    return of(Path.of("/"), Long.toString(pid));
  }

  /**
   * @param root the folder in place of {@code /}
   * @param process an id, or {@code self}
   */
  static ControlGroups of(Path root, String process) {
    List<Mount> mounts =
        lines(root.resolve("proc/self/mountinfo")).stream()
            .map(Mount::parse)
            .flatMap(Optional::stream)
            .toList();
    List<Path> folders = new ArrayList<>();
    for (String line : lines(root.resolve("proc").resolve(process).resolve("cgroup"))) {
      String[] group = line.split(":", 3); // hierarchy, controllers, path
      boolean unified = group[1].isEmpty();
      if (unified || isListed(group[1])) {
        mounts.stream()
            .filter(mount -> mount.unified == unified)
            .findFirst()
            .ifPresent(mount -> folders.addAll(mount.upwardsFrom(root, group[2])));
      }
    }
    return new ControlGroups(folders);
  }

  private static boolean isListed(String names) {
    return List.of(names.split(",", -1)).contains(CONTROLLER);
  }

  /** The quota that allows the least CPU time; empty where there is none. */
  Optional<CpuQuota> quota() {
    return folders.stream()
        .map(ControlGroups::quota)
        .flatMap(Optional::stream)
        .min(Comparator.comparingDouble(CpuQuota::cpus));
  }

  private static Optional<CpuQuota> quota(Path group) {
    String[] unified = text(group.resolve("cpu.max")).split(" ", -1);
    String[] either =
        unified.length == 2
            ? unified
            : new String[] {
              text(group.resolve("cpu.cfs_quota_us")), text(group.resolve("cpu.cfs_period_us"))
            };
    // "max" and -1: no quota.
    return List.of(either).stream().allMatch(text -> text.matches("[1-9]\\d*"))
        ? Optional.of(new CpuQuota(Long.parseLong(either[0]), Long.parseLong(either[1])))
        : Optional.empty();
  }

  /** For how long they have been throttled. */
  CpuThrottling throttling() {
    Map<String, Long> nanos = new HashMap<>();
    folders.forEach(group -> nanos.put(group.toString(), throttledNanos(group)));
    return new CpuThrottling(nanos);
  }

  /** 0 of a group that cannot be throttled, which does not report it. */
  private static long throttledNanos(Path group) {
    List<String> stat = lines(group.resolve("cpu.stat"));
    return value(stat, "throttled_time ") + 1000 * value(stat, "throttled_usec ");
  }

  private static long value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length())))
        .sum();
  }

  private static String text(Path file) {
    return String.join("\n", lines(file));
  }

  private static List<String> lines(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8).lines().filter(l -> !l.isEmpty()).toList();
    } catch (IOException e) {
      return List.of(); // no Linux, hidden, or the process has ended
    }
  }

  /**
   * Where a hierarchy of groups is mounted.
   *
   * @param top the group that is at the mount point
   */
  private record Mount(boolean unified, Path top, Path point) {
    private static final int TOP = 3;
    private static final int POINT = 4;

    /** A line of mountinfo: fields, {@code " - "}, type, source, options of the file system. */
    static Optional<Mount> parse(String line) {
      String[] halves = line.split(" - ", 2);
      String[] fields = halves[0].split(" ", -1);
      String[] system = halves.length < 2 ? new String[0] : halves[1].split(" ", 3);
      Predicate<String> isType = type -> system.length == 3 && system[0].equals(type);
      boolean unified = isType.test("cgroup2");
      return unified || (isType.test("cgroup") && isListed(system[2]))
          ? Optional.of(new Mount(unified, Path.of(fields[TOP]), Path.of(fields[POINT])))
          : Optional.empty();
    }

    /** The folders of a group and its ancestors; a group outside of the mount has only the top. */
    List<Path> upwardsFrom(Path root, String group) {
      Path bottom = root.resolve(point.toString().substring(1));
      List<Path> folders = new ArrayList<>(List.of(bottom));
      Path path = Path.of(group);
      if (path.normalize().equals(path) && path.startsWith(top)) {
        for (Path name : top.relativize(path)) {
          if (!name.toString().isEmpty()) {
            bottom = bottom.resolve(name);
            folders.add(bottom);
          }
        }
      }
      return folders;
    }
  }
}
