package io.poolbench.lab;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Kernel counters of the live threads of a process, since their start or between two readings.
 *
 * <p>They are read from outside the process, at no cost to it. Counters of ended threads are only
 * in the totals of the process.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">Scheduler statistics</a>
 */
record ProcessThreads(List<ThreadUse> threads) {
  private static final List<String> COMPILERS =
      List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI");

  private static final String NAME = "Name:";
  private static final String VOLUNTARY = "voluntary_ctxt_switches:";
  private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

  ProcessThreads {
    threads = List.copyOf(threads);
  }

  /** The threads of a process; empty if it has ended, or without scheduler statistics. */
  static Optional<ProcessThreads> read(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "task"));
  }

  static Optional<ProcessThreads> read(Path tasks) {
    List<ThreadUse> threads =
        HostFacts.numbered(tasks).stream().flatMap(folder -> readThread(folder).stream()).toList();
    return threads.isEmpty() ? Optional.empty() : Optional.of(new ProcessThreads(threads));
  }

  /** Empty if the thread has ended since the folder was listed. */
  private static Optional<ThreadUse> readThread(Path folder) {
    long tid = Long.parseLong(folder.getFileName().toString());
    return HostFacts.text(folder.resolve("schedstat"))
        .flatMap(
            schedstat ->
                HostFacts.text(folder.resolve("status"))
                    .map(status -> parse(tid, schedstat, status)));
  }

  /**
   * @param schedstat time on a CPU, time waiting for one, time slices
   */
  static ThreadUse parse(long tid, String schedstat, String status) {
    String[] times = schedstat.trim().split(" ", -1);
    return new ThreadUse(
        tid,
        value(status, NAME),
        Long.parseLong(times[0]),
        Long.parseLong(times[1]),
        Long.parseLong(times[2]),
        Long.parseLong(value(status, VOLUNTARY)),
        Long.parseLong(value(status, INVOLUNTARY)));
  }

  private static String value(String status, String key) {
    int line = status.startsWith(key) ? 0 : status.indexOf('\n' + key) + 1;
    int end = status.indexOf('\n', line);
    return status.substring(line + key.length(), end < 0 ? status.length() : end).trim();
  }

  /** The differences to an earlier reading, for the threads alive now. */
  ProcessThreads since(ProcessThreads earlier) {
    Map<Long, ThreadUse> before = new HashMap<>();
    earlier.threads.forEach(thread -> before.put(thread.tid(), thread));
    return new ProcessThreads(
        threads.stream()
            .map(
                now -> {
                  ThreadUse then = before.get(now.tid());
                  return then != null && now.continues(then) ? now.since(then) : now;
                })
            .toList());
  }

  long maxCpuNanos() {
    return threads.stream().mapToLong(ThreadUse::cpuNanos).max().orElse(0);
  }

  /** CPU time, context switches and waits for a CPU. */
  Counters counters(Side side) {
    Counters all =
        Counters.ofGained(
            Map.of(
                side.voluntarySwitches(),
                (double) sum(ThreadUse::voluntarySwitches),
                side.involuntarySwitches(),
                (double) sum(ThreadUse::involuntarySwitches),
                side.runQueueWait(),
                sum(ThreadUse::runQueueWaitNanos) / 1e9,
                side.timeSlices(),
                (double) sum(ThreadUse::timeSlices)));
    return all.and(
        side == Side.PROVIDER
            ? Counters.ofGained(
                Map.of(CounterNames.PROVIDER_COMPILERS, cpuNanosOf(COMPILERS) / 1e9))
            : Counters.ofGained(Map.of(CounterNames.DRIVER_BUSIEST_THREAD, maxCpuNanos() / 1e9)));
  }

  private long cpuNanosOf(List<String> prefixes) {
    return threads.stream()
        .filter(thread -> thread.isNamed(prefixes))
        .mapToLong(ThreadUse::cpuNanos)
        .sum();
  }

  private long sum(ToLongFunction<ThreadUse> figure) {
    return threads.stream().mapToLong(figure).sum();
  }
}
