package io.poolbench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What each CPU of the host has done since boot.
 *
 * @param cpus by the CPU's number
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
record ProcStat(Map<Integer, CpuTicks> cpus) {
  private static final Path FILE = Path.of("/proc/stat");
  private static final Pattern CPU = Pattern.compile("cpu(\\d+) +(.*)");
  private static final int USER = 0;
  private static final int NICE = 1;
  private static final int SYSTEM = 2;
  private static final int STEAL = 7;

  /** Guest time is contained in user time, so it must not be added again. */
  private static final int FIELDS = 8;

  ProcStat {
    cpus = Map.copyOf(cpus);
  }

  /** What the kernel says now; empty where it says nothing, as on other systems than Linux. */
  static Optional<ProcStat> read() {
    try {
      return parse(Files.readAllLines(FILE));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<ProcStat> parse(List<String> lines) {
    Map<Integer, CpuTicks> cpus = new HashMap<>();
    for (String line : lines) {
      Matcher cpu = CPU.matcher(line);
      if (cpu.matches()) {
        long[] fields =
            Stream.of(cpu.group(2).split(" ", -1))
                .limit(FIELDS)
                .mapToLong(Long::parseLong)
                .toArray();
        if (fields.length == FIELDS) {
          cpus.put(Integer.parseInt(cpu.group(1)), ticks(fields));
        }
      }
    }
    return cpus.isEmpty() ? Optional.empty() : Optional.of(new ProcStat(cpus));
  }

  private static CpuTicks ticks(long[] fields) {
    long total = 0;
    for (long field : fields) {
      total += field;
    }
    return new CpuTicks(fields[USER] + fields[NICE] + fields[SYSTEM], fields[STEAL], total);
  }

  /** What some CPUs did together since an earlier reading. */
  CpuTicks since(ProcStat earlier, CpuList some) {
    return some.cpus().stream()
        .filter(cpu -> cpus.containsKey(cpu) && earlier.cpus.containsKey(cpu))
        .map(cpu -> cpus.get(cpu).minus(earlier.cpus.get(cpu)))
        .reduce(CpuTicks.NONE, CpuTicks::plus);
  }
}
