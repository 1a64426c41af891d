package io.poolbench.result;

import io.poolbench.result.HostUse.CpuState;
import io.poolbench.result.ProviderUse.PoolUse;
import io.poolbench.result.ProviderUse.Stage;
import io.poolbench.result.ProviderUse.ThreadRole;
import io.poolbench.result.ProviderUse.WebUse;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.stats.ShareInterval;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Reads a metric from a step; {@code value} returns null if the metric is unknown. */
record MetricSource(Function<StepResult, Double> value, String blank, boolean byGroup) {
  static MetricSource known(Function<StepResult, ? extends Number> value, String blank) {
    return new MetricSource(
        step -> {
          Number number = value.apply(step);
          return number == null ? null : (Double) number.doubleValue();
        },
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

  static MetricSource response(Function<Latency, Double> of) {
    return part(StepResult::latency, of, "no call was answered OK");
  }

  static MetricSource responseAt(Percentile percentile) {
    return part(
        StepResult::latency,
        percentile::millis,
        String.format(Locale.ROOT, "fewer than %,d OK calls", percentile.callsNeeded()));
  }

  static MetricSource paced(Function<Pacing, Double> of) {
    return part(
        StepResult::pacing, of, "closed loop without think time, or fewer than 1,000 calls");
  }

  static MetricSource openLoop(Function<Pacing, Long> of) {
    return part(StepResult::pacing, of, "closed loop");
  }

  static MetricSource fromSend(Function<Latency, Double> of) {
    return delay(Pacing::service, of);
  }

  static MetricSource sendDelay(Function<Latency, Double> of) {
    return delay(Pacing::sendDelay, of);
  }

  private static MetricSource delay(Function<Pacing, Latency> part, Function<Latency, Double> of) {
    return part(
        step -> step.pacing() == null ? null : part.apply(step.pacing()),
        of,
        "closed loop, or too few calls for the percentile");
  }

  static MetricSource stability(Function<Stability, Double> of) {
    return part(StepResult::stability, of, "too few calls in a part of the window");
  }

  static MetricSource provider(Function<ProviderUse, ? extends Number> of) {
    return part(StepResult::provider, of, "the provider's counters could not be read");
  }

  static <P> MetricSource provider(
      Function<ProviderUse, P> part, Function<P, ? extends Number> of) {
    return provider(part.andThen(of));
  }

  static MetricSource web(Function<WebUse, Double> of) {
    return part(
        step -> step.provider().web(), of, "no web provider, or nothing of this kind in it");
  }

  static MetricSource role(ThreadRole role) {
    return provider(use -> use.cpuPctByRole().get(role));
  }

  static MetricSource pool(Function<PoolUse, ? extends Number> of) {
    return provider(ProviderUse::pool, of);
  }

  static MetricSource mean(Function<ProviderUse, Stage> stage) {
    return provider(stage, Stage::meanMillis).ofAllCalls();
  }

  static MetricSource tp99(Function<ProviderUse, Stage> stage) {
    return provider(stage, Stage::tp99Millis).ofAllCalls();
  }

  static MetricSource async(Function<ProviderUse, Double> of) {
    return part(
            step -> step.provider().completion().meanMillis() == null ? null : step.provider(),
            of,
            "no call gave its thread back")
        .ofAllCalls();
  }

  static MetricSource driver(Function<DriverUse, ? extends Number> of) {
    return part(StepResult::driver, of, "not reported by the kernel or the driver's JVM");
  }

  static MetricSource host(Function<HostUse, Double> of) {
    return part(StepResult::host, of, "not reported by the kernel");
  }

  static MetricSource providerCpus(Function<CpuState, Double> of) {
    return host(use -> of.apply(use.provider()));
  }

  static MetricSource driverCpus(Function<CpuState, Double> of) {
    return host(use -> of.apply(use.driver()));
  }

  /** Time in which the provider was paused by garbage collections or otherwise, in percent. */
  static MetricSource paused() {
    return known(
        step -> {
          Double collections = step.provider().collections().pauseMillis();
          Double others = step.host().providerPausedMillis();
          return collections == null || others == null || step.seconds() == 0
              ? null
              : (Double) ((collections + others) / (10 * step.seconds()));
        },
        "the provider's counters could not be read");
  }

  static MetricSource late(Function<ShareInterval, Double> of) {
    return known(
        step -> step.batches().lateShare().map(of).map(share -> 100 * share).orElse(null),
        "the SLA bounds no percentile, or no call ended");
  }

  static MetricSource recovery() {
    return known(
            step -> Recovery.of(step).map(Recovery::seconds).orElse(null),
            "the step has one phase, or did not recover")
        .ofAllCalls();
  }

  static MetricSource outside() {
    return known(StepResult::outsideMillis, "the provider's counters could not be read")
        .ofAllCalls();
  }

  /** Times within the provider are not measured by group. */
  private MetricSource ofAllCalls() {
    return new MetricSource(value, blank, false);
  }
}
