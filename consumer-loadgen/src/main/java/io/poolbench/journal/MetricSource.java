package io.poolbench.journal;

import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How a metric is computed from the slices of a level.
 *
 * @param value null if unknown
 * @param meaning what the value is, without the unit
 * @param blank when the value is unknown, as text; empty if it is always known
 * @param byGroup whether it is known for each group of users, and not only for all calls together
 */
record MetricSource(
    Function<Level, ? extends Number> value, String meaning, String blank, boolean byGroup) {
  private static final String NO_COUNTERS = "the provider's counters could not be read";
  private static final String NO_DRIVER = "not reported by the kernel or the driver's JVM";
  private static final String NO_KERNEL = "not reported by the kernel";

  /** A part of a call in the provider, with the name of its summary. */
  enum Stage {
    QUEUE_WAIT(ProviderMetrics.QUEUE_WAIT, "from a task's arrival to its start in a thread"),
    SERVICE(ProviderMetrics.SERVICE, "from a task's start to its end"),
    REDIS(ProviderMetrics.REDIS, "of a call's Redis reads"),
    APPLICATION(
        ProviderMetrics.APPLICATION,
        "from a task's start to its end, without the call's Redis reads"),
    COMPLETION(
        ProviderMetrics.COMPLETION,
        "that the completing thread of a call without a thread takes: the application's work"
            + " beside the Redis read, and the encoding of the answer");

    private final String summary;
    private final String meaning;

    Stage(String summary, String meaning) {
      this.summary = summary;
      this.meaning = meaning;
    }

    /** Mean in milliseconds. */
    Double mean(Level level) {
      return level.meanMillis(summary);
    }
  }

  static MetricSource known(Function<Level, ? extends Number> value, String blank) {
    return new MetricSource(value, "", blank, true);
  }

  static MetricSource always(Function<Level, ? extends Number> value) {
    return known(value, "");
  }

  static MetricSource calls(Function<Calls, Long> count) {
    return always(level -> count.apply(level.calls()));
  }

  /** A share of all calls due. */
  static MetricSource share(ToLongFunction<Calls> count) {
    return known(level -> level.calls().pct(count.applyAsLong(level.calls())), "no call was due");
  }

  private static MetricSource at(
      Function<Level, Durations> durations, Percentile percentile, String blank) {
    return known(level -> percentile.millis(durations.apply(level)), blank);
  }

  static MetricSource response(String statistic, Function<Durations, Number> nanos) {
    return known(
            level ->
                level.response().isEmpty()
                    ? null
                    : (Double) Units.millis(nanos.apply(level.response()).doubleValue()),
            "no call was answered OK")
        .meaning(statistic + " of the response times of the OK calls");
  }

  static MetricSource response(Percentile percentile) {
    return at(
            Level::response,
            percentile,
            String.format(Locale.ROOT, "fewer than %,d OK calls", percentile.callsNeeded()))
        .meaning(percentile + " of the response times of the OK calls");
  }

  static MetricSource lag(Percentile percentile) {
    return at(
        level -> level.times().lag(),
        percentile,
        "closed loop without think time, or fewer than 1,000 calls");
  }

  static MetricSource provider(String meaning, Function<Level, Double> value) {
    return new MetricSource(value, meaning, NO_COUNTERS, true);
  }

  static MetricSource growth(String counter, String meaning) {
    return provider(meaning, level -> level.counters().gained(counter));
  }

  /** The mean over time of what a counter integrates over time. */
  static MetricSource meanOverTime(String counter, String meaning) {
    return provider(
        meaning,
        level ->
            Units.ratio(
                level.counters().gained(counter), level.counters().gained(CounterNames.LOAD)));
  }

  /**
   * The highest recorded size: the lowest value of its bucket, as higher ones may not have been.
   */
  static MetricSource highest(String histogram, String meaning) {
    return provider(
        meaning,
        level ->
            level
                .counters()
                .recorded(histogram)
                .filter(sizes -> !sizes.isEmpty())
                .map(sizes -> (double) sizes.maxAtLeast())
                .orElse(null));
  }

  static MetricSource mean(Stage stage) {
    return provider("mean time " + stage.meaning, stage::mean).ofAllCalls();
  }

  static MetricSource outside() {
    return known(Level::outsideMillis, NO_COUNTERS).ofAllCalls();
  }

  static MetricSource recovery() {
    return known(Recovery::seconds, "the step has one phase, or did not recover").ofAllCalls();
  }

  /** A figure of calls that release their thread; web providers do not time their completions. */
  static MetricSource async(MetricSource figure) {
    return new MetricSource(
        level -> {
          Number number = figure.value.apply(level);
          return number != null
                  && (Stage.COMPLETION.mean(level) != null || number.doubleValue() > 0)
              ? (Double) number.doubleValue()
              : null;
        },
        figure.meaning,
        "no call gave its thread back",
        false);
  }

  static Double cpuPct(Level level, String cpu, Side side) {
    Counters counters = level.counters();
    return Units.pct(counters.gained(cpu), counters.gained(side.cpuAvailable()));
  }

  static MetricSource driver(String meaning, Function<Level, Double> value) {
    return new MetricSource(value, meaning, NO_DRIVER, true);
  }

  static MetricSource host(String meaning, Function<Level, Double> value) {
    return new MetricSource(value, meaning, NO_KERNEL, true);
  }

  /** Ticks in percent of all ticks of the provider's or the driver's CPUs, whichever are higher. */
  static MetricSource worse(String meaning, Function<Side, String> ticks) {
    return host(
        meaning,
        level -> {
          Double worse = null;
          for (Side side : Side.values()) {
            Double pct =
                Units.pct(
                    level.counters().gained(ticks.apply(side)),
                    level.counters().gained(side.ticks()));
            worse = worse == null || (pct != null && pct > worse) ? pct : worse;
          }
          return worse;
        });
  }

  /** The mean time that a runnable thread waits for a CPU, in microseconds. */
  static Double runQueueWait(Level level, Side side) {
    return Units.secondsToMicros(
        Units.ratio(
            level.counters().gained(side.runQueueWait()),
            level.counters().gained(side.timeSlices())));
  }

  /** The growth of two counters; of one of them if the other is unknown. */
  static Double gained(Level level, String one, String other) {
    return Units.sum(level.counters().gained(one), level.counters().gained(other));
  }

  /** A time in percent of that in which the load ran. */
  static Double ofLoad(Level level, String counter) {
    return Units.pct(level.counters().gained(counter), level.counters().gained(CounterNames.LOAD));
  }

  /** The longest of some durations, in milliseconds; null without one. */
  static Double longest(Level level, String histogram) {
    return level
        .counters()
        .recorded(histogram)
        .filter(durations -> !durations.isEmpty())
        .map(durations -> Units.millis((double) durations.maxNanos()))
        .orElse(null);
  }

  /** One second of wake-ups is needed: TP99 of fewer would be nearly their maximum. */
  private static final int MIN_WAKE_UPS = 100;

  static Double hiccupTp99(Level level, String histogram) {
    return level
        .counters()
        .recorded(histogram)
        .filter(hiccups -> hiccups.count() >= MIN_WAKE_UPS)
        .map(Percentile.TP99::roughMillis)
        .orElse(null);
  }

  static Double gaugeMicros(Level level) {
    Double nanos = level.counters().roundNanos();
    return nanos == null ? null : (Double) (nanos / Units.NANOS_PER_MICRO);
  }

  static Double throttled(Level level, Side side) {
    Double pct =
        Units.pct(
            level.counters().gained(side.throttled()),
            level.counters().gained(side.throttleable()));
    return pct == null ? null : (Double) Math.min(100, pct);
  }

  MetricSource meaning(String text) {
    return new MetricSource(value, text, blank, byGroup);
  }

  /** Times within the provider are not measured by group. */
  private MetricSource ofAllCalls() {
    return new MetricSource(value, meaning, blank, false);
  }
}
