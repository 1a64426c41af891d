package io.poolbench.lab;

import static java.util.stream.Collectors.toMap;

import io.poolbench.api.WebMetrics;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.load.Probe.PoolState;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.HistogramText;
import io.poolbench.result.HostUse.Disturbances;
import io.poolbench.result.Percentile;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.ProviderUse.GcActivity;
import io.poolbench.result.ProviderUse.PoolUse;
import io.poolbench.result.ProviderUse.Stage;
import io.poolbench.result.ProviderUse.ThreadRole;
import io.poolbench.result.ProviderUse.WebUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A snapshot of the counters that a provider and the kernel report.
 *
 * @param values figures by name; a labelled figure is the sum over its labels
 * @param histograms by name, encoded as {@link ProviderHistograms} describes: the readings of all
 *     windows are kept, and encoding reduces each from a megabyte to some kilobytes
 * @param threads empty if the kernel does not report them
 */
record ProviderCounters(
    Map<String, Double> values, Map<String, String> histograms, Optional<ProcessThreads> threads) {
  static final ProviderCounters UNKNOWN =
      new ProviderCounters(Map.of(), Map.of(), Optional.empty());

  /** Gauges of unfinished tasks and requests; a provider has some of them. */
  private static final List<String> TASKS =
      List.of(
          ProviderMetrics.POOL_ACTIVE,
          ProviderMetrics.QUEUE_SIZE,
          ProviderMetrics.ASYNC_OPEN,
          WebMetrics.WORKER_ACTIVE,
          WebMetrics.WORKER_QUEUE,
          WebMetrics.TASK_ACTIVE,
          WebMetrics.TASK_QUEUE);

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MIB = 1 << 20;

  ProviderCounters {
    values = Map.copyOf(values);
    histograms = Map.copyOf(histograms);
  }

  /**
   * Parses the lines of a scrape. Time stamps after the values are ignored.
   *
   * @throws IllegalArgumentException for a malformed line
   * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Prometheus text
   *     format</a>
   */
  static Map<String, Double> values(List<String> lines) {
    Map<String, Double> values = new HashMap<>();
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int nameEnd = line.indexOf(line.contains("{") ? '{' : ' ');
      if (nameEnd < 1) {
        throw new IllegalArgumentException("no value in '" + line + "'");
      }
      String[] rest =
          line.substring(line.lastIndexOf('}') < 0 ? nameEnd : line.lastIndexOf('}') + 1)
              .trim()
              .split(" ", 2);
      values.merge(line.substring(0, nameEnd), Double.parseDouble(rest[0]), Double::sum);
    }
    return values;
  }

  /**
   * Parses the lines that {@link ProviderHistograms} describes.
   *
   * @throws IllegalArgumentException for a malformed line
   */
  static Map<String, String> histograms(List<String> lines) {
    Map<String, String> histograms = new HashMap<>();
    for (String line : lines) {
      String[] named = line.split(" ", 2);
      if (named.length < 2 || HistogramText.decode(named[1]) == null) {
        throw new IllegalArgumentException("no histogram in '" + named[0] + "'");
      }
      histograms.put(named[0], named[1]);
    }
    return histograms;
  }

  /** {@code this + closed - opened}; cumulative figures that a reading lacks are unknown. */
  ProviderCounters continuedBy(ProviderCounters opened, ProviderCounters closed) {
    Map<String, Double> continued = new HashMap<>();
    closed.values.forEach(
        (name, now) -> {
          Double here = values.get(name);
          Double then = opened.values.get(name);
          if (!ProviderMetrics.isCumulative(name)) {
            continued.put(name, now);
          } else if (here != null && then != null) {
            // In this order, nothing is rounded if no time is cut out.
            continued.put(name, now - (then - here));
          }
        });
    Map<String, String> durations = new HashMap<>();
    histograms.forEach(
        (name, here) ->
            closed
                .gained(opened, name)
                .ifPresent(
                    sum -> {
                      sum.add(HistogramText.decode(here));
                      durations.put(name, HistogramText.encode(sum));
                    }));
    return new ProviderCounters(
        continued, durations, Counters.continued(threads, opened.threads, closed.threads));
  }

  /**
   * The provider's figures since an earlier reading; null if unknown. Other parameters are those of
   * {@link Counters#providerSince}.
   *
   * @param driverCalls the calls that the driver counted, for a pool that does not count its tasks
   */
  ProviderUse since(ProviderCounters earlier, long driverCalls, Long loadNanos, int cpus) {
    Double elapsed =
        loadNanos == null
            ? delta(earlier, ProviderMetrics.CLOCK)
            : (Double) (loadNanos / NANOS_PER_SECOND);
    Double cpu = delta(earlier, ProviderMetrics.CPU);
    Double completed = delta(earlier, ProviderMetrics.POOL_COMPLETED);
    Double calls = completed == null ? (Double) (double) driverCalls : completed;
    Optional<ProcessThreads> used = threads.flatMap(now -> earlier.threads.map(now::since));
    return new ProviderUse(
        pct(cpu, elapsed == null ? null : elapsed * cpus),
        scaled(ratio(cpu, calls), 1e6),
        used.map(by -> cpuPctByRole(by, cpu, elapsed, cpus)).orElse(Map.of()),
        pct(delta(earlier, ProviderMetrics.JIT), elapsed),
        collections(earlier, ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.GC_YOUNG_PAUSE),
        collections(earlier, ProviderMetrics.GC_FULL_COUNT, ProviderMetrics.GC_FULL_PAUSE),
        poolUse(earlier, elapsed),
        stage(earlier, ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT),
        stage(earlier, ProviderMetrics.SERVICE, ProviderHistograms.SERVICE),
        stage(earlier, ProviderMetrics.REDIS, ProviderHistograms.REDIS),
        stage(earlier, ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION),
        ratio(delta(earlier, ProviderMetrics.ASYNC_OPEN_TIME), elapsed),
        stage(earlier, ProviderMetrics.COMPLETION, ProviderHistograms.COMPLETION),
        used.map(by -> by.switchesPer(Math.round(calls))).orElse(ContextSwitches.UNKNOWN),
        used.map(ProcessThreads::runQueueWaitMicros).orElse(null),
        values.containsKey(WebMetrics.WORKER_ACTIVE) ? webUse(earlier, elapsed) : null,
        mebibytes(ProviderMetrics.RESIDENT),
        heapAfterGcMib(earlier),
        whole(delta(earlier, ProviderMetrics.ACCEPT_OVERFLOWS)));
  }

  /** These counters, combined with the lateness that a downstream service reports. */
  ProviderCounters withLateness(ProviderCounters downstream) {
    Map<String, Double> all = new HashMap<>(values);
    for (String name :
        List.of(
            ProviderMetrics.sum(WebMetrics.DELAY_LATE),
            ProviderMetrics.count(WebMetrics.DELAY_LATE))) {
      all.computeIfAbsent(name, downstream.values::get);
    }
    Map<String, String> distributions = new HashMap<>(histograms);
    distributions.computeIfAbsent(WebMetrics.DELAY_LATE_HISTOGRAM, downstream.histograms::get);
    return new ProviderCounters(all, distributions, threads);
  }

  /** Whether no pool has a running or waiting task and no request is open; true if unknown. */
  boolean isIdle() {
    return TASKS.stream().allMatch(name -> values.getOrDefault(name, 0.0) == 0);
  }

  static PoolState pool(Map<String, Double> values) {
    return new PoolState(
        integer(values.get(ProviderMetrics.POOL_ACTIVE)),
        integer(values.get(ProviderMetrics.QUEUE_SIZE)),
        integer(values.get(ProviderMetrics.POOL_SIZE)));
  }

  /** The disturbances since an earlier reading; none if unknown. */
  Disturbances disturbancesSince(ProviderCounters earlier) {
    Double paused = delta(earlier, ProviderMetrics.PAUSE);
    Double failed = delta(earlier, ProviderMetrics.REDIS_FAILED);
    return new Disturbances(
        paused == null ? 0 : paused,
        failed == null ? 0 : Math.round(failed),
        gained(earlier, ProviderHistograms.REDIS)
            .map(reads -> reads.getMaxValue() / NANOS_PER_MILLI)
            .orElse(0.0));
  }

  /** The time paused outside garbage collection since an earlier reading; null if unknown. */
  Double pausedMillisSince(ProviderCounters earlier) {
    return scaled(delta(earlier, ProviderMetrics.PAUSE), 1000);
  }

  /** The provider's measurements of its CPUs; empty if it has none. */
  Optional<GaugeReading> gauge() {
    return histogram(ProviderHistograms.HICCUPS)
        .flatMap(
            hiccups ->
                histogram(ProviderHistograms.CPU_GAUGE)
                    .map(rounds -> new GaugeReading(hiccups, rounds)));
  }

  private static Map<ThreadRole, Double> cpuPctByRole(
      ProcessThreads used, Double cpuSeconds, Double elapsedSeconds, int cpus) {
    if (cpuSeconds == null || elapsedSeconds == null || elapsedSeconds == 0) {
      return Map.of();
    }
    double available = elapsedSeconds * cpus * NANOS_PER_SECOND;
    return ThreadRoles.cpuNanos(used, Math.round(cpuSeconds * NANOS_PER_SECOND)).entrySet().stream()
        .collect(toMap(Map.Entry::getKey, role -> 100 * role.getValue() / available));
  }

  private PoolUse poolUse(ProviderCounters earlier, Double elapsed) {
    return new PoolUse(
        ratio(delta(earlier, ProviderMetrics.POOL_ACTIVE_TIME), elapsed),
        ratio(delta(earlier, ProviderMetrics.POOL_BUSY_SAMPLED), elapsed),
        max(earlier, ProviderHistograms.POOL_ACTIVE),
        integer(earlier.values.get(ProviderMetrics.POOL_SIZE)),
        integer(values.get(ProviderMetrics.POOL_SIZE)),
        ratio(delta(earlier, ProviderMetrics.QUEUE_TIME), elapsed),
        max(earlier, ProviderHistograms.QUEUE_SIZE),
        whole(delta(earlier, ProviderMetrics.POOL_REJECTED)),
        whole(delta(earlier, ProviderMetrics.POOL_SPURIOUSLY_REJECTED)),
        whole(delta(earlier, ProviderMetrics.LIMIT_REFUSED)),
        pct(
            delta(earlier, ProviderMetrics.PINNED),
            delta(earlier, ProviderMetrics.sum(ProviderMetrics.SERVICE))));
  }

  /** Null without a collection since the earlier reading: an older value is not of this window. */
  private Double heapAfterGcMib(ProviderCounters earlier) {
    boolean collected =
        Stream.of(ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.GC_FULL_COUNT)
            .map(count -> delta(earlier, count))
            .anyMatch(count -> count != null && count > 0);
    return collected ? mebibytes(ProviderMetrics.HEAP_AFTER_GC) : null;
  }

  private Double mebibytes(String name) {
    Double bytes = values.get(name);
    return bytes == null || bytes.isNaN() ? null : (Double) (bytes / BYTES_PER_MIB);
  }

  private WebUse webUse(ProviderCounters earlier, Double elapsed) {
    return new WebUse(
        ratio(delta(earlier, WebMetrics.WORKER_ACTIVE_TIME), elapsed),
        ratio(delta(earlier, WebMetrics.WORKER_QUEUE_TIME), elapsed),
        stage(earlier, WebMetrics.DELAY_LATE, WebMetrics.DELAY_LATE_HISTOGRAM));
  }

  private GcActivity collections(ProviderCounters earlier, String count, String pause) {
    return new GcActivity(whole(delta(earlier, count)), scaled(delta(earlier, pause), 1000));
  }

  private Stage stage(ProviderCounters earlier, String summary, String histogram) {
    Double mean =
        ratio(
            delta(earlier, ProviderMetrics.sum(summary)),
            delta(earlier, ProviderMetrics.count(summary)));
    Double tp99Millis =
        gained(earlier, histogram)
            .filter(gained -> Percentile.TP99.hasEnough(gained.getTotalCount()))
            .map(gained -> gained.getValueAtPercentile(Percentile.TP99.percent()) / NANOS_PER_MILLI)
            .orElse(null);
    return new Stage(scaled(mean, 1000), tp99Millis);
  }

  /** The lowest value of the bucket with the maximum: higher values may not have occurred. */
  private Integer max(ProviderCounters earlier, String histogram) {
    return gained(earlier, histogram)
        .filter(gained -> gained.getTotalCount() > 0)
        .map(gained -> (int) gained.lowestEquivalentValue(gained.getMaxValue()))
        .orElse(null);
  }

  private Optional<Histogram> gained(ProviderCounters earlier, String name) {
    Optional<Histogram> then = earlier.histogram(name);
    Optional<Histogram> now = then.flatMap(known -> histogram(name));
    now.ifPresent(gained -> gained.subtract(then.orElseThrow()));
    return now;
  }

  private Optional<Histogram> histogram(String name) {
    return Optional.ofNullable(histograms.get(name)).map(HistogramText::decode);
  }

  private Double delta(ProviderCounters earlier, String name) {
    Double now = values.get(name);
    Double then = earlier.values.get(name);
    return now == null || then == null ? null : now - then;
  }

  private static Double ratio(Double part, Double whole) {
    return part == null || whole == null || whole == 0 ? null : part / whole;
  }

  private static Double pct(Double part, Double whole) {
    return scaled(ratio(part, whole), 100);
  }

  private static Double scaled(Double value, double factor) {
    return value == null ? null : value * factor;
  }

  private static Long whole(Double value) {
    return value == null || value.isNaN() ? null : Math.round(value);
  }

  private static Integer integer(Double value) {
    return value == null ? null : (int) Math.round(value);
  }
}
