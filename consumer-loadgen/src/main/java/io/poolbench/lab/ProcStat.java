package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * CPU time of the host's CPUs together, in kernel ticks since boot.
 *
 * @param stealTicks given by the hypervisor to others
 * @param totalTicks all of it, idle time included
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
record ProcStat(long stealTicks, long totalTicks) {
  private static final Path FILE = Path.of("/proc/stat");
  private static final int STEAL = 7;

  /** Guest time is contained in user time, so it must not be added again. */
  private static final int FIELDS = 8;

  /** What the kernel says now; empty where it says nothing, as on other systems than Linux. */
  static Optional<ProcStat> read() {
    try {
      return parse(Files.readAllLines(FILE));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<ProcStat> parse(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("cpu "))
        .map(line -> line.substring("cpu ".length()).trim().split(" +"))
        .filter(fields -> fields.length >= FIELDS)
        .findFirst()
        .map(
            fields ->
                new ProcStat(
                    Long.parseLong(fields[STEAL]),
                    Arrays.stream(fields).limit(FIELDS).mapToLong(Long::parseLong).sum()));
  }

  /** Steal between an earlier reading and this one, in percent; null where no tick has passed. */
  Double stealPctSince(ProcStat earlier) {
    long total = totalTicks - earlier.totalTicks;
    return total == 0 ? null : 100.0 * (stealTicks - earlier.stealTicks) / total;
  }
}
