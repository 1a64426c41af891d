package io.poolbench.lab;

import io.poolbench.journal.FigureText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The control groups (v1 and v2) that limit the CPU time of a process: its own group and all
 * visible ancestors. Inside a container, only the container's own limits are visible, not those of
 * its surroundings.
 *
 * @param folders the groups' folders; empty if unknown, such as on systems other than Linux
 * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">cgroups(7)</a>
 */
public record ControlGroups(List<Path> folders) {
  private static final String CONTROLLER = "cpu";

  public ControlGroups {
    folders = List.copyOf(folders);
  }

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

  /** The strictest quota; empty if there is none. */
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
    // The values "max" and -1 mean no quota.
    return List.of(either).stream().allMatch(text -> text.matches("[1-9]\\d*"))
        ? Optional.of(new CpuQuota(Long.parseLong(either[0]), Long.parseLong(either[1])))
        : Optional.empty();
  }

  CpuThrottling throttling() {
    Map<String, Long> nanos = new HashMap<>();
    folders.forEach(group -> nanos.put(group.toString(), throttledNanos(group)));
    return new CpuThrottling(nanos);
  }

  /** Throttled time of a group; 0 if the group cannot be throttled and does not report it. */
  private static long throttledNanos(Path group) {
    return number(group, "cpu.stat", "throttled_time ")
        + 1000 * number(group, "cpu.stat", "throttled_usec ");
  }

  /** The number after a word that begins a line of a group's file; 0 if there is none. */
  static long number(Path group, String file, String word) {
    return lines(group.resolve(file)).stream()
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()).strip())
        .filter(value -> value.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }

  private static String text(Path file) {
    return HostFacts.text(file).orElse("");
  }

  private static List<String> lines(Path file) {
    return text(file).lines().filter(line -> !line.isEmpty()).toList();
  }

  /**
   * @param top the group at the mount point
   */
  private record Mount(boolean unified, Path top, Path point) {
    private static final int TOP = 3;
    private static final int POINT = 4;

    /** Parses a line of mountinfo: fields, {@code " - "}, type, source, options. */
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

    /** The folders of a group and its ancestors; only the top one if it is outside the mount. */
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

  /**
   * A CPU quota of a control group: CPU time per period. When its processes have used it, on all
   * CPUs together, the kernel stops them until the next period.
   *
   * @see <a href="https://docs.kernel.org/scheduler/sched-bwc.html">CFS Bandwidth Control</a>
   */
  public record CpuQuota(long limitMicros, long periodMicros) {
    public CpuQuota {
      if (limitMicros <= 0 || periodMicros <= 0) {
        throw new IllegalArgumentException(
            "quota of " + limitMicros + " in " + periodMicros + " us");
      }
    }

    /** The quota as a number of CPUs. */
    public double cpus() {
      return (double) limitMicros / periodMicros;
    }

    /** Such as {@code 1.30 CPUs (13 ms in 10 ms)}. */
    @Override
    public String toString() {
      return "%s CPUs (%s ms in %s ms)"
          .formatted(
              FigureText.measure(cpus()),
              FigureText.exact(limitMicros / 1e3),
              FigureText.exact(periodMicros / 1e3));
    }
  }
}
