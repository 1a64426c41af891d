package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Percentile;
import io.poolbench.journal.Violation;
import io.poolbench.study.DurationText;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A slice with all data that its validity depends on, checked when it was measured.
 *
 * @param whole one slice of all calls, with the counters of provider, host and driver
 * @param part the calls of a group of users in the same time; without groups the same as {@code
 *     whole}
 */
public record Measurement(Level whole, Level part) {
  /** Part of the late calls that disturbances may cause; the rest is left to the pool. */
  private static final double PAUSE_PART = 0.5;

  /** The shortest pause of a provider that is detected. */
  private static final double MIN_PAUSE_MILLIS = 50;

  /** Resolution of the kernel's CPU time counters. */
  private static final double ROUNDING_MILLIS = 30;

  /** A wake-up delay that is still good, as a part of the SLA's bound on response times. */
  private static final double HICCUP_PART = 0.25;

  /** A stop of the driver that no load of its CPUs explains: scheduling takes some 10 ms. */
  private static final double CERTAIN_STOP_MILLIS = 1_000;

  public Measurement {
    Objects.requireNonNull(whole, "whole");
    Objects.requireNonNull(part, "part");
  }

  public Measurement(Level whole) {
    this(whole, whole);
  }

  /** All violations in the order of {@link ValidityRule}; empty if the slice is valid. */
  public Set<Violation> violations() {
    Set<Violation> violations = new LinkedHashSet<>();
    for (ValidityRule rule : ValidityRule.values()) {
      rule.check(this).ifPresent(violations::add);
    }
    return violations;
  }

  double lagLimitMillis() {
    return DurationText.toMillis(part.cell().standards().validity().lag());
  }

  /** Maximum time for which anything but the pool under test may stop the window. */
  double pauseLimitMillis() {
    // By the share of late calls that the SLA's strictest percentile allows.
    double lateShare =
        bounds().mapToDouble(ShareBound::maxShare).min().orElse(Percentile.TP99.shareBeyond());
    return Math.max(MIN_PAUSE_MILLIS, pauseLimitMillis(lateShare));
  }

  private double pauseLimitMillis(double lateShare) {
    return PAUSE_PART * lateShare * millis();
  }

  private double millis() {
    return whole.seconds() * 1000;
  }

  /** The provider's pauses that its host did not cause, within the idle time of its CPUs. */
  double frozenMillis() {
    Double paused = Metric.PROVIDER_PAUSED.of(whole);
    Double cpuPct = Metric.PROVIDER_CPU.of(whole);
    double own = paused == null ? 0 : own(paused, Metric.PROVIDER_TAKEN);
    return cpuPct == null ? own : Math.min(own, Math.max(0, 1 - cpuPct / 100) * millis());
  }

  /**
   * The longest stop of the driver; null if unknown. On CPUs that the provider uses too, its CPU
   * time is part of what others took, and explains no stop.
   */
  Double driverStopMillis() {
    return hasOwnCpus()
        ? ownStopMillis(Metric.DRIVER_HICCUP_MAX)
        : Metric.DRIVER_HICCUP_MAX.of(whole);
  }

  /** Limit of a stop of the driver, beyond which calls that it made are not the provider's. */
  double driverStopLimitMillis() {
    double bySla = bounds().mapToDouble(this::stopLimitMillis).min().orElse(CERTAIN_STOP_MILLIS);
    return hasOwnCpus() ? bySla : Math.max(bySla, CERTAIN_STOP_MILLIS);
  }

  /** Whether the provider uses other CPUs than the driver; false if unknown. */
  private boolean hasOwnCpus() {
    return Metric.DRIVER_CPUS_BUSY.of(whole) != null;
  }

  /** The part of a stop of the driver or its CPUs that its host did not cause; null if unknown. */
  Double ownStopMillis(Metric stop) {
    Double millis = stop.of(whole);
    return millis == null ? null : (Double) own(millis, Metric.DRIVER_TAKEN);
  }

  /**
   * Subtracts CPU time taken by others, which is what the CPUs' idle time and the time of driver
   * and Redis leave, each rounded to a clock tick.
   */
  private double own(double stopMillis, Metric takenMillis) {
    Double taken = takenMillis.of(whole);
    return taken == null || taken == 0
        ? stopMillis
        : Math.max(0, stopMillis - taken - ROUNDING_MILLIS);
  }

  /**
   * A TP99 of the driver's delays; null if unknown, or if others took so much CPU time that this
   * alone may explain the slowest 1 %.
   */
  Double ownTp99(Metric lateness) {
    return takenShare() >= Percentile.TP99.shareBeyond() ? null : lateness.of(whole);
  }

  /**
   * The driver's mean wait for a CPU, without waits that interruptions by others explain. The
   * probability of an interruption is the others' share of the time, and the mean wait in one is at
   * most half of the longest. Null if unknown.
   */
  Double ownRunQueueWaitMillis() {
    Double waitMicros = Metric.DRIVER_RUN_QUEUE_WAIT.of(whole);
    Double longest = Metric.DRIVER_HICCUP_MAX.of(whole);
    double others = longest == null ? 0 : takenShare() * longest / 2;
    return waitMicros == null ? null : (Double) Math.max(0, waitMicros / 1000 - others);
  }

  /** Share of the window in which others used the driver's CPUs, at most 1. */
  private double takenShare() {
    Double taken = Metric.DRIVER_TAKEN.of(whole);
    return taken == null || millis() == 0 ? 0 : Math.min(1, taken / millis());
  }

  /** Limit of the TP99 of wake-up delays on the driver's CPUs; infinite without a bound. */
  double hiccupTp99LimitMillis() {
    return hiccupLimitMillis(bound -> HICCUP_PART * bound.limitMillis());
  }

  /**
   * Limit of a single stop of Redis: calls that arrive at random are late as long as the stop lasts
   * longer than their bound.
   */
  double stopLimitMillis() {
    return hiccupLimitMillis(this::stopLimitMillis);
  }

  private double stopLimitMillis(ShareBound bound) {
    return bound.limitMillis() + pauseLimitMillis(bound.maxShare());
  }

  /**
   * The strictest limit by the percentile bounds; infinite without one, and on CPUs that the
   * provider uses too.
   */
  private double hiccupLimitMillis(ToDoubleFunction<ShareBound> limit) {
    return hasOwnCpus()
        ? bounds().mapToDouble(limit).min().orElse(Double.POSITIVE_INFINITY)
        : Double.POSITIVE_INFINITY;
  }

  /**
   * The response time that delays of the driver are compared with: the lowest percentile bound,
   * which is the same for all pools, or without one the mean response time; null if unknown.
   */
  Double responseScaleMillis() {
    OptionalDouble lowest = bounds().mapToDouble(ShareBound::limitMillis).min();
    return lowest.isPresent() ? (Double) lowest.getAsDouble() : Metric.MEAN.of(part);
  }

  private Stream<ShareBound> bounds() {
    return ShareBound.onPercentiles(part.cell().sla()).stream();
  }
}
