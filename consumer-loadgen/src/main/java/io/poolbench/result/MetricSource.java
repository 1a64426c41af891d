package io.poolbench.result;

import static io.poolbench.result.CounterDifference.pct;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.stats.ShareInterval;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * How a metric is obtained.
 *
 * @param value computes it from a step; returns null if unknown. Null for a metric that is measured
 *     and stored in {@link StepResult#figures}
 * @param counters computes a measured one from the provider's counters; null for one of the kernel,
 *     the driver or the host, which {@code lab} measures
 * @param meaning what the value is, without the unit
 */
record MetricSource(
    Function<StepResult, Double> value,
    Function<CounterDifference, Double> counters,
    String meaning,
    String blank,
    boolean byGroup) {
  private static final String NO_COUNTERS = "the provider's counters could not be read";
  private static final String NO_DRIVER = "not reported by the kernel or the driver's JVM";
  private static final String NO_KERNEL = "not reported by the kernel";

  /** A part of a call in the provider, with its summary and its histogram. */
  enum Stage {
    QUEUE_WAIT(
        ProviderMetrics.QUEUE_WAIT,
        ProviderHistograms.QUEUE_WAIT,
        "from a task's arrival to its start in a thread"),
    SERVICE(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, "from a task's start to its end"),
    REDIS(ProviderMetrics.REDIS, ProviderHistograms.REDIS, "of a call's Redis reads"),
    APPLICATION(
        ProviderMetrics.APPLICATION,
        ProviderHistograms.APPLICATION,
        "from a task's start to its end, without the call's Redis reads"),
    COMPLETION(
        ProviderMetrics.COMPLETION,
        ProviderHistograms.COMPLETION,
        "that the completing thread of a call without a thread takes: the application's work"
            + " beside the Redis read, and the encoding of the answer");

    private final String summary;
    private final String histogram;
    private final String meaning;

    Stage(String summary, String histogram, String meaning) {
      this.summary = summary;
      this.histogram = histogram;
      this.meaning = meaning;
    }
  }

  static MetricSource known(Function<StepResult, ? extends Number> value, String blank) {
    return new MetricSource(
        step -> {
          Number number = value.apply(step);
          return number == null ? null : (Double) number.doubleValue();
        },
        null,
        "",
        blank,
        true);
  }

  static MetricSource always(Function<StepResult, ? extends Number> value) {
    return known(value, "");
  }

  /** A figure of a part of the step, which is unknown without the part. */
  private static <P> MetricSource part(
      Function<StepResult, P> part, Function<P, ? extends Number> of, String blank) {
    return known(
        step -> {
          P known = part.apply(step);
          return known == null ? null : of.apply(known);
        },
        blank);
  }

  static MetricSource calls(Function<Calls, Long> count) {
    return part(StepResult::calls, count, "");
  }

  /** A share of all calls due. */
  static MetricSource share(ToLongFunction<Calls> count) {
    return known(step -> step.calls().pct(count.applyAsLong(step.calls())), "no call was due");
  }

  static MetricSource response(String statistic, Function<Latency, Double> of) {
    return part(StepResult::latency, of, "no call was answered OK")
        .meaning(statistic + " of the response times of the OK calls");
  }

  static MetricSource responseAt(Percentile percentile) {
    return part(
            StepResult::latency,
            percentile::millis,
            String.format(Locale.ROOT, "fewer than %,d OK calls", percentile.callsNeeded()))
        .meaning(percentile + " of the response times of the OK calls");
  }

  static MetricSource paced(Function<Pacing, Double> of) {
    return part(
        StepResult::pacing, of, "closed loop without think time, or fewer than 1,000 calls");
  }

  static MetricSource fromSend(String statistic, Function<Latency, Double> of) {
    return delay(Pacing::service, of)
        .meaning(statistic + " of the times from the send of a request to its answer");
  }

  static MetricSource sendDelay(String statistic, Function<Latency, Double> of) {
    return delay(Pacing::sendDelay, of)
        .meaning(statistic + " of the times from when a request is due to its send");
  }

  private static MetricSource delay(Function<Pacing, Latency> part, Function<Latency, Double> of) {
    return part(
        step -> step.pacing() == null ? null : part.apply(step.pacing()),
        of,
        "closed loop, or too few calls for the percentile");
  }

  static MetricSource late(String meaning, Function<ShareInterval, Double> of) {
    return known(
            step -> step.batches().lateShare().map(of).map(share -> 100 * share).orElse(null),
            "the SLA bounds no percentile, or no call ended")
        .meaning(meaning);
  }

  static MetricSource recovery() {
    return known(Recovery::seconds, "the step has one phase, or did not recover").ofAllCalls();
  }

  static MetricSource outside() {
    return known(StepResult::outsideMillis, NO_COUNTERS).ofAllCalls();
  }

  private static MetricSource stored(
      String meaning, String blank, Function<CounterDifference, Double> counters) {
    return new MetricSource(null, counters, meaning, blank, true);
  }

  static MetricSource provider(String meaning, Function<CounterDifference, Double> of) {
    return stored(meaning, NO_COUNTERS, of);
  }

  static MetricSource growth(String counter, String meaning) {
    return provider(meaning, of -> of.gained(counter));
  }

  static MetricSource growth(String counter, String meaning, String blank) {
    return stored(meaning, blank, of -> of.gained(counter));
  }

  static MetricSource meanOverTime(String counter, String meaning) {
    return provider(meaning, of -> of.meanOverTime(counter));
  }

  static MetricSource max(String histogram, String meaning) {
    return provider(meaning, of -> of.max(histogram));
  }

  static MetricSource mean(Stage stage) {
    return provider("mean time " + stage.meaning, of -> of.meanMillis(stage.summary)).ofAllCalls();
  }

  static MetricSource tp99(Stage stage) {
    return provider("TP99 of the time " + stage.meaning, of -> of.tp99Millis(stage.histogram))
        .ofAllCalls();
  }

  /** A figure of calls that release their thread. */
  static MetricSource async(MetricSource figure) {
    return stored(
            figure.meaning,
            "no call gave its thread back",
            of -> {
              Double value = figure.counters.apply(of);
              // Web providers do not time completions.
              return of.meanMillis(ProviderMetrics.COMPLETION) != null
                      || (value != null && value > 0)
                  ? value
                  : null;
            })
        .ofAllCalls();
  }

  static MetricSource heapAfterGc() {
    return stored(
        "heap in use after the window's last collection",
        "no collection in the window, or not reported",
        of -> {
          Double collections =
              of.gained(ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.GC_FULL_COUNT);
          // An older value is not of this window.
          return collections == null || collections == 0
              ? null
              : of.mebibytes(ProviderMetrics.HEAP_AFTER_GC);
        });
  }

  static MetricSource pinned() {
    return stored(
        "time in which waiting virtual threads were pinned to their carrier, of service time",
        "no virtual pool",
        of ->
            pct(
                of.gained(ProviderMetrics.PINNED),
                of.gained(ProviderMetrics.sum(ProviderMetrics.SERVICE))));
  }

  /** A figure of the provider's threads, which the kernel counts. */
  static MetricSource threads(String meaning) {
    return stored(meaning, NO_COUNTERS, null);
  }

  static MetricSource host(String meaning) {
    return stored(meaning, NO_KERNEL, null);
  }

  static MetricSource driver(String meaning) {
    return stored(meaning, NO_DRIVER, null);
  }

  MetricSource meaning(String text) {
    return new MetricSource(value, counters, text, blank, byGroup);
  }

  /** Times within the provider are not measured by group. */
  private MetricSource ofAllCalls() {
    return new MetricSource(value, counters, meaning, blank, false);
  }
}
