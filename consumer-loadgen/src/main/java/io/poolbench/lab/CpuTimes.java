package io.poolbench.lab;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The time of each CPU of the host since boot, by state, in kernel ticks (USER_HZ, 10 ms).
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
record CpuTimes(Map<Integer, Ticks> cpus) {
  static final double TICKS_PER_SECOND = 100;

  private static final Path FILE = Path.of("/proc/stat");
  private static final Pattern CPU = Pattern.compile("cpu(\\d+) +(.*)");
  private static final long TICK_NANOS = 10_000_000;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int INTERRUPTS = 5;
  private static final int SOFT_INTERRUPTS = 6;
  private static final int STEAL = 7;

  /** Without guest time, which is contained in user time. */
  private static final int FIELDS = 8;

  CpuTimes {
    cpus = Map.copyOf(cpus);
  }

  /**
   * CPU time by state. The kernel times idle CPUs, but only samples what busy ones run, every 4 or
   * 10 ms: short runs, such as those of a driver's event loop, often fall between samples. The time
   * of processes is therefore the time by the clock minus the other states, and counts from an
   * arbitrary origin. Under load interrupts come from the loopback, on behalf of the sender, and
   * the kernel's build decides whether they also count as time of the interrupted process.
   *
   * @param processes time of processes, without interrupts
   * @param interrupts time of hardware and software interrupts
   * @param steal time that the hypervisor gave to other guests while processes wanted it
   * @param idle time in which nothing ran, including waits for a disk
   * @param total all time, idle time included
   */
  record Ticks(long processes, long interrupts, long steal, long idle, long total) {
    static final Ticks NONE = new Ticks(0, 0, 0, 0, 0);

    Ticks plus(Ticks other) {
      return new Ticks(
          processes + other.processes,
          interrupts + other.interrupts,
          steal + other.steal,
          idle + other.idle,
          total + other.total);
    }

    Ticks minus(Ticks earlier) {
      return new Ticks(
          processes - earlier.processes,
          interrupts - earlier.interrupts,
          steal - earlier.steal,
          idle - earlier.idle,
          total - earlier.total);
    }
  }

  /** Reads the counters; empty on systems other than Linux. */
  static Optional<CpuTimes> read() {
    return HostFacts.text(FILE)
        .flatMap(stat -> parse(stat.lines().toList(), System.nanoTime() / TICK_NANOS));
  }

  /**
   * @param total the time by a clock, in ticks
   */
  static Optional<CpuTimes> parse(List<String> lines, long total) {
    Map<Integer, Ticks> cpus = new HashMap<>();
    for (String line : lines) {
      Matcher cpu = CPU.matcher(line);
      if (cpu.matches()) {
        long[] fields =
            Stream.of(cpu.group(2).split(" ", -1))
                .limit(FIELDS)
                .mapToLong(Long::parseLong)
                .toArray();
        if (fields.length == FIELDS) {
          long idle = fields[IDLE] + fields[IO_WAIT];
          long interrupts = fields[INTERRUPTS] + fields[SOFT_INTERRUPTS];
          cpus.put(
              Integer.parseInt(cpu.group(1)),
              new Ticks(
                  total - idle - interrupts - fields[STEAL],
                  interrupts,
                  fields[STEAL],
                  idle,
                  total));
        }
      }
    }
    return cpus.isEmpty() ? Optional.empty() : Optional.of(new CpuTimes(cpus));
  }

  Ticks since(CpuTimes earlier, CpuList some) {
    return some.cpus().stream()
        .filter(cpu -> cpus.containsKey(cpu) && earlier.cpus.containsKey(cpu))
        .map(cpu -> cpus.get(cpu).minus(earlier.cpus.get(cpu)))
        .reduce(Ticks.NONE, Ticks::plus);
  }

  Ticks since(CpuTimes earlier) {
    return since(earlier, new CpuList(List.copyOf(cpus.keySet())));
  }
}
