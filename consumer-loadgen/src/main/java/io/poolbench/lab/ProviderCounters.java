package io.poolbench.lab;

import com.google.gson.JsonElement;
import io.poolbench.api.WebMetrics;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A snapshot of the counters that a provider and the kernel report.
 *
 * @param values figures by name
 * @param histograms by name
 * @param threads empty if the kernel does not report them
 */
record ProviderCounters(
    Map<String, Double> values,
    Map<String, Durations> histograms,
    Optional<ProcessThreads> threads) {
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

  ProviderCounters {
    values = Map.copyOf(values);
    histograms = Map.copyOf(histograms);
  }

  /**
   * Reads the answer to {@link io.poolbench.core.AgentProtocol#COUNTERS}.
   *
   * @throws IllegalArgumentException for any other JSON
   */
  static Map<String, Double> values(JsonElement answer) {
    return named(answer, JsonElement::getAsDouble);
  }

  /** Reads the answer to {@link io.poolbench.core.AgentProtocol#HISTOGRAMS}, likewise. */
  static Map<String, Durations> histograms(JsonElement answer) {
    return named(answer, text -> Durations.parse(text.getAsString()));
  }

  private static <T> Map<String, T> named(JsonElement answer, Function<JsonElement, T> value) {
    try {
      Map<String, T> named = new HashMap<>();
      answer
          .getAsJsonObject()
          .entrySet()
          .forEach(entry -> named.put(entry.getKey(), value.apply(entry.getValue())));
      return named;
    } catch (IllegalStateException | UnsupportedOperationException e) {
      throw new IllegalArgumentException("no values by name: " + e.getMessage(), e);
    }
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
          Durations then = earlier.histograms.get(name);
          if (then != null) {
            recorded.put(name, now.minus(then));
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
    Durations hiccups = histograms.get(ProviderHistograms.HICCUPS);
    Durations rounds = histograms.get(ProviderHistograms.CPU_GAUGE);
    return hiccups == null || rounds == null
        ? Optional.empty()
        : Optional.of(new GaugeReading(hiccups, rounds));
  }
}
