package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.result.ContextSwitches;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What the threads of a process have used: since each began, or between two readings.
 *
 * <p>Read from outside of the process, which notices nothing. A thread that has ended is in no
 * later reading: what it used is only in the process's total.
 *
 * @param threads those alive at the reading
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">Scheduler statistics</a>
 */
public record ProcessThreads(List<ThreadUse> threads) {
  private static final String NAME = "Name:";
  private static final String VOLUNTARY = "voluntary_ctxt_switches:";
  private static final String INVOLUNTARY = "nonvoluntary_ctxt_switches:";

  public ProcessThreads {
    threads = List.copyOf(threads);
  }

  /**
   * Reads the threads of a process.
   *
   * @return empty where there is no such process, or where the kernel does not tell: other systems
   *     than Linux, or one without scheduler statistics
   */
  public static Optional<ProcessThreads> read(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "task"));
  }

  static Optional<ProcessThreads> read(Path tasks) {
    List<ThreadUse> threads = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(tasks)) {
      for (Path folder : folders) {
        readThread(folder).ifPresent(threads::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty(); // no such process, or it ends just now
    }
    return threads.isEmpty() ? Optional.empty() : Optional.of(new ProcessThreads(threads));
  }

  private static Optional<ThreadUse> readThread(Path folder) {
    try {
      return Optional.of(
          parse(
              Long.parseLong(folder.getFileName().toString()),
              text(folder.resolve("schedstat")),
              text(folder.resolve("status"))));
    } catch (IOException e) {
      return Optional.empty(); // it has ended since the folder was listed
    }
  }

  /** A name that the kernel cut within a character is no valid UTF-8, which must not fail. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  /**
   * One thread.
   *
   * @param schedstat its {@code schedstat}: time on a CPU, time waiting for one, time slices
   * @param status its {@code status}
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

  /** What was used since an earlier reading, by the threads that are alive now. */
  public ProcessThreads since(ProcessThreads earlier) {
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

  /** Time on a CPU, all threads together. */
  public long cpuNanos() {
    return sum(ThreadUse::cpuNanos);
  }

  /** Time on a CPU of the thread that took most. */
  public long mostCpuNanos() {
    return threads.stream().mapToLong(ThreadUse::cpuNanos).max().orElse(0);
  }

  /** Time in which threads could have run but had no CPU, all threads together. */
  public long runQueueWaitNanos() {
    return sum(ThreadUse::runQueueWaitNanos);
  }

  /** How often threads got a CPU. */
  public long timeSlices() {
    return sum(ThreadUse::timeSlices);
  }

  /** How often threads left their CPU, per call of so many. */
  public ContextSwitches switchesPer(long calls) {
    return calls == 0
        ? ContextSwitches.UNKNOWN
        : new ContextSwitches(
            (double) sum(ThreadUse::voluntarySwitches) / calls,
            (double) sum(ThreadUse::involuntarySwitches) / calls);
  }

  /** The mean wait for a CPU per time slice, in microseconds; null where there was no slice. */
  public Double runQueueWaitMicros() {
    long slices = timeSlices();
    return slices == 0 ? null : runQueueWaitNanos() / 1e3 / slices;
  }

  private long sum(ToLongFunction<ThreadUse> figure) {
    return threads.stream().mapToLong(figure).sum();
  }
}
