package io.poolbench.lab;

import io.poolbench.api.WebMetrics;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.result.HistogramText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private static final double NANOS_PER_SECOND = 1e9;

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

  /** Parses the lines that {@link ProviderHistograms} describes. */
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

  /** What the counters gained since an earlier snapshot. */
  Counters gainedSince(ProviderCounters earlier) {
    Map<String, Double> gained = new HashMap<>();
    Map<String, Double> opening = new HashMap<>();
    Map<String, Double> closing = new HashMap<>();
    values.forEach(
        (name, now) -> {
          Double then = earlier.values.get(name);
          if (!ProviderMetrics.isCumulative(name)) {
            closing.put(name, now);
          } else if (then != null) {
            gained.put(name, now - then);
          }
        });
    earlier.values.forEach(
        (name, then) -> {
          if (!ProviderMetrics.isCumulative(name)) {
            opening.put(name, then);
          }
        });
    Stream.of(gained, opening, closing).forEach(each -> each.values().removeIf(d -> d.isNaN()));
    Map<String, Durations> recorded = new HashMap<>();
    histograms.forEach(
        (name, now) -> {
          String then = earlier.histograms.get(name);
          if (then != null) {
            recorded.put(name, Durations.parse(now).minus(Durations.parse(then)));
          }
        });
    Counters counters = new Counters(gained, Map.of(), opening, closing, recorded);
    return threads
        .flatMap(now -> earlier.threads.map(now::since))
        .map(used -> counters.and(used.counters(Side.PROVIDER)).and(ThreadRoles.cpu(used)))
        .orElse(counters);
  }

  /** Whether no pool has a running or waiting task and no request is open; true if unknown. */
  boolean isIdle() {
    return TASKS.stream().allMatch(name -> values.getOrDefault(name, 0.0) == 0);
  }

  /** The gauges of the pool. */
  static Map<String, Double> states(Map<String, Double> values) {
    Map<String, Double> states = new HashMap<>(values);
    states
        .keySet()
        .retainAll(
            Set.of(
                ProviderMetrics.POOL_ACTIVE,
                ProviderMetrics.QUEUE_SIZE,
                ProviderMetrics.POOL_SIZE));
    return states;
  }

  /** The provider's measurements of its CPUs; empty if it has none. */
  Optional<GaugeReading> gauge() {
    return histogram(ProviderHistograms.HICCUPS)
        .flatMap(
            hiccups ->
                histogram(ProviderHistograms.CPU_GAUGE)
                    .map(rounds -> new GaugeReading(hiccups, rounds)));
  }

  private Optional<Histogram> histogram(String name) {
    return Optional.ofNullable(histograms.get(name)).map(HistogramText::decode);
  }

  /** The growth of a figure since an earlier reading; null if unknown. */
  Double delta(ProviderCounters earlier, String name) {
    Double now = values.get(name);
    Double then = earlier.values.get(name);
    return now == null || then == null ? null : now - then;
  }
}
