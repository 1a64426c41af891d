package io.poolbench.validity;

import io.poolbench.result.CpuState;
import io.poolbench.result.Disturbances;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Validity;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A measured window with all that decides whether it is valid.
 *
 * @param step its figures; the verdict is not read
 * @param cell the limits, the load and the timeout
 * @param disturbances what interrupted the window
 */
public record Measurement(StepResult step, Cell cell, Disturbances disturbances) {
  /** Of the calls that the SLA lets be late: the other half is left to the pool under test. */
  private static final double PAUSE_PART = 0.5;

  /** The shortest pause of a provider that is detected. */
  private static final double MIN_PAUSE_MILLIS = 50;

  /** The kernel's clock, by which it counts CPU time. */
  private static final double TICK_MILLIS = 10;

  private static final double MIN_GC_WINDOW_MILLIS = 1000;

  public Measurement {
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(disturbances, "disturbances");
  }

  /**
   * Every rule that it violates, in the order of {@link ValidityRule}; none of a valid one. Rules
   * of the driver are checked of each load generator, where there are any.
   */
  public List<Violation> violations() {
    return Stream.concat(
            lost(), Arrays.stream(ValidityRule.values()).flatMap(this::violations).distinct())
        .toList();
  }

  /** Every violation by joined blocks, each of which had no fault of the driver by itself. */
  public List<Violation> violationsOfBlocks() {
    return Arrays.stream(ValidityRule.values())
        .filter(rule -> !rule.isOfDriver())
        .flatMap(this::violations)
        .toList();
  }

  private Stream<Violation> violations(ValidityRule rule) {
    boolean generated = !generators().isEmpty();
    Stream<Violation> whole =
        generated && rule.isOfDriver()
            ? Stream.empty()
            : parts().map(rule::check).flatMap(Optional::stream);
    Stream<Violation> each =
        generated && rule.isOfGenerators()
            ? generators().stream()
                .filter(use -> !use.lost() && use.level() > 0)
                .flatMap(use -> rule.check(of(use)).stream().map(v -> v.by(use.generator())))
            : Stream.empty();
    return Stream.concat(whole, each);
  }

  private Stream<Violation> lost() {
    return generators().stream()
        .filter(GeneratorUse::lost)
        .map(use -> ViolationCode.GENERATOR_LOST.violation().by(use.generator()));
  }

  private List<GeneratorUse> generators() {
    return step.driver().generators();
  }

  private Measurement of(GeneratorUse generator) {
    return new Measurement(step.of(generator), cell, Disturbances.NONE);
  }

  /** Its groups, each with its own load and SLA; itself where it has none. */
  private Stream<Measurement> parts() {
    return step.groups().isEmpty()
        ? Stream.of(this)
        : IntStream.range(0, step.groups().size())
            .mapToObj(
                group ->
                    new Measurement(
                        step.of(step.groups().get(group)), cell.groups().get(group), disturbances));
  }

  Validity limits() {
    return cell.validity();
  }

  /**
   * The share of calls that the SLA lets be late, from 0 to 1, by the strictest percentile that it
   * bounds; that of TP99 where it bounds none.
   */
  double lateShare() {
    return percentileBounds()
        .map(bound -> percentile(bound).orElseThrow().shareBeyond())
        .min(Comparator.naturalOrder())
        .orElse(Percentile.TP99.shareBeyond());
  }

  /** The time that nothing but the pool under test may stop the window for. */
  double pauseLimitMillis() {
    return Math.max(MIN_PAUSE_MILLIS, pauseLimitMillis(lateShare()));
  }

  private double pauseLimitMillis(double lateShare) {
    return PAUSE_PART * lateShare * millis();
  }

  private double millis() {
    return step.seconds() * 1000;
  }

  /** The provider's pauses that are not its host's. */
  double frozenMillis() {
    return own(disturbances.pausedSeconds() * 1000, step.host().provider());
  }

  /** A stop of the driver or of its CPUs, as far as it is not their host's; null if unknown. */
  Double ownStopMillis(Metric stop) {
    Double millis = stop.of(step);
    return millis == null ? null : (Double) own(millis, step.host().driver());
  }

  /** What somebody else took is known but for a tick. */
  private static double own(double stopMillis, CpuState cpus) {
    Double taken = cpus.takenMillis();
    return taken == null || taken == 0 ? stopMillis : Math.max(0, stopMillis - taken - TICK_MILLIS);
  }

  /**
   * A TP99 of the driver's lateness; null if unknown, or if somebody else took so much of its CPUs'
   * time that the latest hundredth may be due to that alone.
   */
  Double ownTp99(Metric lateness) {
    return takenShare() >= Percentile.TP99.shareBeyond() ? null : lateness.of(step);
  }

  /**
   * The driver's mean wait for a CPU, without what interruptions by others can explain: a call
   * meets one with the probability of their share of the time, and waits on average for at most
   * half of the longest. Null if unknown.
   */
  Double ownRunQueueWaitMillis() {
    Double waitMicros = step.driver().runQueueWaitMicros();
    Double longest = step.host().driver().hiccupMaxMillis();
    double others = longest == null ? 0 : takenShare() * longest / 2;
    return waitMicros == null ? null : (Double) Math.max(0, waitMicros / 1000 - others);
  }

  /** The CPU time that others took of the driver's CPUs, as a share of the window: at most 1. */
  private double takenShare() {
    Double taken = step.host().driver().takenMillis();
    return taken == null || millis() == 0 ? 0 : Math.min(1, taken / millis());
  }

  /** How long the driver may collect garbage; in a part of a second as long as in a whole one. */
  double gcPauseLimitMillis() {
    return limits().gcPausePct() / 100 * Math.max(MIN_GC_WINDOW_MILLIS, millis());
  }

  /** How late threads may wake up on the driver's CPUs (TP99); infinite where they may. */
  double hiccupTp99LimitMillis() {
    return hiccupLimitMillis(bound -> limits().hiccupPct() / 100 * bound.limit());
  }

  /**
   * How long the driver's CPUs, or Redis, may stop once: calls that come at any moment are late
   * while the stop lasts longer than their bound.
   */
  double stopLimitMillis() {
    return hiccupLimitMillis(
        bound -> bound.limit() + pauseLimitMillis(percentile(bound).orElseThrow().shareBeyond()));
  }

  /** The strictest limit by a bound on a percentile; none on CPUs that the provider loads too. */
  private double hiccupLimitMillis(ToDoubleFunction<Sla.Bound> limit) {
    return step.host().driverCpusBusyPct() == null || limits().hiccupPct() >= Validity.NO_LIMIT_PCT
        ? Double.POSITIVE_INFINITY
        : percentileBounds().mapToDouble(limit).min().orElse(Double.POSITIVE_INFINITY);
  }

  private Stream<Sla.Bound> percentileBounds() {
    return cell.sla().bounds().stream().filter(bound -> percentile(bound).isPresent());
  }

  private static Optional<Percentile> percentile(Sla.Bound bound) {
    return Metric.of(bound.metric()).flatMap(Metric::percentile);
  }
}
