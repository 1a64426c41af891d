package io.poolbench.validity;

import io.poolbench.result.CellEnvironment;
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
 * @param before what the cell ran on, as found before its first step
 * @param disturbances what interrupted the window
 */
public record Measurement(
    StepResult step, Cell cell, CellEnvironment before, Disturbances disturbances) {
  /** Of the calls that the SLA lets be late: the other half is left to the pool under test. */
  private static final double PAUSE_PART = 0.5;

  /** The kernel's clock, by which it counts CPU time. */
  private static final double TICK_SECONDS = 0.01;

  private static final double MIN_TICKS = 3;

  public Measurement {
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(before, "before");
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
    return new Measurement(step.of(generator), cell, before, Disturbances.NONE);
  }

  /** Its groups, each with its own load and SLA; itself where it has none. */
  private Stream<Measurement> parts() {
    return step.groups().isEmpty()
        ? Stream.of(this)
        : IntStream.range(0, step.groups().size())
            .mapToObj(
                group ->
                    new Measurement(
                        step.of(step.groups().get(group)),
                        cell.groups().get(group),
                        before,
                        disturbances));
  }

  /** Whether what disturbed the window may have ended: measuring again may succeed. */
  public boolean isDisturbedByHost() {
    return Arrays.stream(ValidityRule.values())
        .filter(ValidityRule::isTransient)
        .anyMatch(rule -> violations(rule).findAny().isPresent());
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
    return pauseLimitMillis(lateShare());
  }

  private double pauseLimitMillis(double lateShare) {
    return PAUSE_PART * lateShare * step.seconds() * 1000;
  }

  /**
   * The limit of a share of time, whose setting is that for TP99: time taken by others delays about
   * as large a share of the calls, and a stricter percentile leaves less of them.
   */
  double atPercentilePct(double setting) {
    return setting >= Validity.NO_LIMIT_PCT
        ? Double.POSITIVE_INFINITY
        : setting * Math.min(1, lateShare() / Percentile.TP99.shareBeyond());
  }

  /** The same of CPU time; never below what the kernel's clock shows. */
  double scaledPct(double setting) {
    return Math.max(atPercentilePct(setting), 100 * MIN_TICKS * TICK_SECONDS / step.seconds());
  }

  /** How late threads may wake up on the driver's CPUs (TP99); infinite where they may. */
  double hiccupTp99LimitMillis() {
    return hiccupLimitMillis(bound -> limits().hiccupPct() / 100 * bound.limit());
  }

  /**
   * How long the driver's CPUs, or Redis, may stop once: calls that come at any moment are late
   * while the stop lasts longer than their bound.
   */
  double hiccupMaxLimitMillis() {
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
