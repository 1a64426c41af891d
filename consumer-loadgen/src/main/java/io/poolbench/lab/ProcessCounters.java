package io.poolbench.lab;

import com.google.gson.JsonElement;
import com.sun.management.OperatingSystemMXBean;
import io.poolbench.api.WebLaunchConfig;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A snapshot of the counters that a process and the kernel report.
 *
 * @param totals what only grows, by name
 * @param states by name
 * @param histograms by name; cumulative, too
 * @param threads empty if the kernel does not report them
 */
record ProcessCounters(
    Map<String, Double> totals,
    Map<String, Double> states,
    Map<String, Durations> histograms,
    Optional<ProcessThreads> threads) {
  static final ProcessCounters UNKNOWN =
      new ProcessCounters(Map.of(), Map.of(), Map.of(), Optional.empty());

  /** Gauges of unfinished tasks and requests; a provider has some of them. */
  private static final List<String> TASKS =
      List.of(
          ProviderMetrics.POOL_ACTIVE,
          ProviderMetrics.QUEUE_SIZE,
          ProviderMetrics.ASYNC_OPEN,
          WebLaunchConfig.OTHER_TASKS);

  ProcessCounters {
    totals = Map.copyOf(totals);
    states = Map.copyOf(states);
    histograms = Map.copyOf(histograms);
  }

  /** The counters of a provider, whose names tell which are cumulative. */
  static ProcessCounters ofProvider(
      Map<String, Double> values,
      Map<String, Durations> histograms,
      Optional<ProcessThreads> threads) {
    Map<Boolean, Map<String, Double>> cumulative =
        values.entrySet().stream()
            .collect(
                Collectors.partitioningBy(
                    value -> ProviderMetrics.isCumulative(value.getKey()),
                    Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    return new ProcessCounters(cumulative.get(true), cumulative.get(false), histograms, threads);
  }

  /**
   * Reads the counters of this JVM.
   *
   * @param hiccups as {@link DriverGauge#read}
   */
  static ProcessCounters ofDriver(Durations hiccups) {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Map<String, Double> totals = new HashMap<>();
    totals.put(Side.DRIVER.cpu(), os.getProcessCpuTime() / 1e9);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      totals.put(Side.DRIVER.jit(), jit.getTotalCompilationTime() / 1e3);
    }
    return new ProcessCounters(
        totals,
        Map.of(),
        Map.of(CounterNames.DRIVER_HICCUPS, hiccups),
        ProcessThreads.read(ProcessHandle.current().pid()));
  }

  /**
   * Reads the answer to {@link io.poolbench.core.AgentProtocol#COUNTERS}, without those that are no
   * number.
   *
   * @throws IllegalArgumentException for any other JSON
   */
  static Map<String, Double> values(JsonElement answer) {
    Map<String, Double> values = named(answer, JsonElement::getAsDouble);
    values.values().removeIf(value -> value.isNaN());
    return values;
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
  Counters gainedSince(ProcessCounters earlier, Side side) {
    Counters own =
        new Counters(
            gained(totals, earlier.totals, (now, then) -> now - then),
            Map.of(),
            states,
            gained(histograms, earlier.histograms, Durations::minus));
    return threads
        .flatMap(now -> earlier.threads.map(now::since))
        .map(used -> own.and(used.counters(side)))
        .orElse(own);
  }

  /** The differences of what both readings contain. */
  static <T> Map<String, T> gained(
      Map<String, T> now, Map<String, T> earlier, BinaryOperator<T> difference) {
    Map<String, T> gained = new HashMap<>(now);
    gained.keySet().retainAll(earlier.keySet());
    gained.replaceAll((name, value) -> difference.apply(value, earlier.get(name)));
    return gained;
  }

  /** Whether no pool has a running or waiting task and no request is open; true if unknown. */
  static boolean isIdle(Map<String, Double> states) {
    return TASKS.stream().allMatch(name -> states.getOrDefault(name, 0.0) == 0);
  }
}
