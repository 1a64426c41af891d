package io.poolbench.plot;

import io.poolbench.result.Collections;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.StepResult;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/**
 * A figure of steps that is drawn over load.
 *
 * <p>{@link #QUEUE_WAIT}, {@link #REDIS}, {@link #REST} and {@link #OUTSIDE} are the parts of the
 * mean response time and add up to it, as means do and percentiles do not. The last is what is left
 * of the response time of the OK calls beyond the provider's own counters: network, driver, and the
 * provider's I/O threads.
 */
public enum PlotFigure {
  TPS("TPS", "/s", StepResult::tps),
  CPU("CPU", "%", provider(ProviderUse::cpuPct)),
  TP50("TP50", "ms", step -> step.latency().tp50Millis()),
  TP90("TP90", "ms", step -> step.latency().tp90Millis()),
  TP99("TP99", "ms", step -> step.latency().tp99Millis()),
  TP999("TP999", "ms", step -> step.latency().tp999Millis()),
  MEAN("mean", "ms", step -> step.latency().meanMillis()),
  AVAILABILITY("availability", "%", step -> step.calls().availabilityPct()),
  ACTIVE_MEAN("threads at work, mean", "", provider(use -> use.pool().activeMean())),
  ACTIVE_MAX("threads at work, most", "", provider(use -> number(use.pool().activeMax()))),
  THREADS("threads in the pool", "", provider(use -> number(use.pool().threads()))),
  QUEUE_MEAN("tasks waiting, mean", "", provider(use -> use.pool().queueMean())),
  QUEUE_MAX("tasks waiting, most", "", provider(use -> number(use.pool().queueMax()))),
  REJECTED("calls refused", "", provider(use -> number(use.pool().rejected()))),
  QUEUE_WAIT("queue wait", "ms", provider(use -> use.queueWait().meanMillis())),
  REDIS("Redis", "ms", provider(use -> use.redis().meanMillis())),
  REST("CPU and waiting for it", "ms", provider(use -> use.rest().meanMillis())),
  OUTSIDE("network and client", "ms", PlotFigure::outsideMillis),
  GC_COUNT("collections", "", provider(use -> number(collections(use).count()))),
  GC_PAUSE("pause of collections", "ms", provider(use -> collections(use).pauseMillis())),
  RUN_QUEUE_WAIT("wait for a CPU", "us", provider(ProviderUse::runQueueWaitMicros)),
  STEAL("steal", "%", step -> step.host().stealPct());

  private final String title;
  private final String unit;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<StepResult, Double> ofStep;

  PlotFigure(String title, String unit, Function<StepResult, Double> ofStep) {
    this.title = title;
    this.unit = unit;
    this.ofStep = ofStep;
  }

  /** Its name in data, such as {@code tp99}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its name in words. */
  public String title() {
    return title;
  }

  /** Its unit; empty for a number of things. */
  public String unit() {
    return unit;
  }

  /** The figure of a step; null where unknown. */
  public Double of(StepResult step) {
    return ofStep.apply(step);
  }

  private static Function<StepResult, Double> provider(Function<ProviderUse, Double> figure) {
    return step -> figure.apply(step.provider());
  }

  private static Double number(Number count) {
    return count == null ? null : Double.valueOf(count.doubleValue());
  }

  private static Collections collections(ProviderUse use) {
    return use.young().plus(use.full());
  }

  private static Double outsideMillis(StepResult step) {
    Double response = step.latency().meanMillis();
    Double service = step.provider().service().meanMillis();
    Double queueWait = step.provider().queueWait().meanMillis();
    return response == null || service == null
        ? null
        : Double.valueOf(
            Math.max(0, response - service - Objects.requireNonNullElse(queueWait, 0.0)));
  }
}
