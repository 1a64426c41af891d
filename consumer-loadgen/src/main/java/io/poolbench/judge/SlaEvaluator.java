package io.poolbench.judge;

import io.poolbench.load.PendingGrowth;
import io.poolbench.result.GroupResult;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Sla.Bound;
import io.poolbench.stats.ShareInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Evaluates steps against an SLA, in this order:
 *
 * <ol>
 *   <li>INVALID if the measurement violates a validity rule.
 *   <li>FAIL if calls were due and none was answered OK; percentiles are then unknown.
 *   <li>FAIL if the provider does not keep up with the rate of an open loop ({@link
 *       PendingGrowth}), or if a bound is broken, regardless of the other bounds.
 *   <li>INVALID if a bounded metric is unknown.
 *   <li>UNDECIDED if a bound is undecided.
 *   <li>PASS.
 * </ol>
 *
 * <p>A bound on a percentile of the response time or on availability limits a share of calls and is
 * decided by the {@link ShareInterval}: broken if the whole interval is beyond the limit, undecided
 * if the interval contains the limit. Availability is kept if every call was answered. All other
 * bounds, and the bounds of steps without batches, are decided by the metric's value.
 */
public record SlaEvaluator(Sla sla) {
  public SlaEvaluator {
    sla.bounds().forEach(Metric::of);
  }

  /** The verdict on a step, ignoring its own; {@code invalidating} are violated validity rules. */
  public Verdict evaluate(StepResult step, List<Violation> invalidating) {
    return evaluate(step, invalidating, SlaEvaluator::notSustained);
  }

  /** As {@link #evaluate}, but a phase may be an overload: it need not sustain its rate. */
  public Verdict ofPhase(StepResult phase, List<Violation> invalidating) {
    return evaluate(phase, invalidating, any -> Optional.empty());
  }

  private Verdict evaluate(
      StepResult step,
      List<Violation> invalidating,
      Function<StepResult, Optional<Verdict>> notSustained) {
    return invalidating.isEmpty()
        ? together(List.of(List.of(step)), notSustained)
        : new Verdict(Verdict.Kind.INVALID, invalidating);
  }

  private static Optional<Verdict> nothingAnswered(StepResult step) {
    return step.calls().ok() > 0 || step.due() == 0
        ? Optional.empty()
        : Optional.of(
            Verdict.fail(ViolationCode.NOTHING_ANSWERED.violation((double) step.due(), null)));
  }

  /** Returns the step with the verdict on a cell's SLA, or on the SLAs of its groups. */
  public static StepResult judged(Cell cell, StepResult step, List<Violation> invalidating) {
    if (step.groups().isEmpty()) {
      return step.judged(new SlaEvaluator(cell.sla()).evaluate(step, invalidating));
    }
    List<GroupResult> judged = new ArrayList<>();
    for (GroupResult group : step.groups()) {
      Sla sla = cell.groups().get(judged.size()).sla();
      StepResult own = group.figures();
      judged.add(
          new GroupResult(
              group.name(), own.judged(new SlaEvaluator(sla).evaluate(own, invalidating))));
    }
    return step.withGroups(judged);
  }

  /**
   * Whether a step fails. Its batches count the calls that are late by {@code counted}, so that any
   * other bound on a percentile is decided by the value.
   */
  boolean isBroken(StepResult step, Sla counted) {
    return Stream.concat(
            Stream.of(nothingAnswered(step), notSustained(step)).flatMap(Optional::stream),
            sla.bounds().stream()
                .map(
                    bound ->
                        Metric.of(bound).percentile().isEmpty() || counted.bounds().contains(bound)
                            ? judge(bound, List.of(List.of(step)))
                            : majority(bound, List.of(step))))
        .anyMatch(verdict -> verdict.kind() == Verdict.Kind.FAIL);
  }

  /**
   * The verdict on several steps of one level together. Shares are pooled, with each repetition as
   * a group of batches. Any other bound is broken if at least half of the steps with a known value
   * break it. The level also fails if at least half of its steps answer nothing or do not sustain
   * their rate.
   *
   * @param repetitions valid steps by repetition, none empty
   * @return empty if a step has no batches, or has groups or phases
   */
  Optional<Verdict> pooled(List<List<StepResult>> repetitions) {
    List<StepResult> steps = repetitions.stream().flatMap(List::stream).toList();
    if (steps.stream().anyMatch(step -> step.batches().size() == 0 || !step.isPlain())) {
      return Optional.empty();
    }
    return Optional.of(together(repetitions, SlaEvaluator::notSustained));
  }

  private Verdict together(
      List<List<StepResult>> repetitions, Function<StepResult, Optional<Verdict>> notSustained) {
    List<StepResult> steps = repetitions.stream().flatMap(List::stream).toList();
    return majority(steps, SlaEvaluator::nothingAnswered)
        .orElseGet(
            () ->
                Verdict.all(
                    Stream.concat(
                            majority(steps, notSustained).stream(),
                            sla.bounds().stream().map(bound -> judge(bound, repetitions)))
                        .toList()));
  }

  /** The first verdict, if at least half of the steps have one. */
  private static Optional<Verdict> majority(
      List<StepResult> steps, Function<StepResult, Optional<Verdict>> judge) {
    List<Verdict> judged = steps.stream().map(judge).flatMap(Optional::stream).toList();
    return judged.stream().filter(of -> 2 * judged.size() >= steps.size()).findFirst();
  }

  /** Judges a bound by its shares, or by the metric's value if they are unknown. */
  private static Verdict judge(Bound bound, List<List<StepResult>> repetitions) {
    List<StepResult> steps = repetitions.stream().flatMap(List::stream).toList();
    List<Verdict> byShare =
        ShareBound.of(bound).stream()
            .filter(share -> steps.stream().anyMatch(share::known))
            .map(share -> share.judge(repetitions))
            .toList();
    return Stream.of(Verdict.Kind.FAIL, Verdict.Kind.UNDECIDED, Verdict.Kind.PASS)
        .flatMap(kind -> byShare.stream().filter(verdict -> verdict.kind() == kind))
        .findFirst()
        .orElseGet(() -> majority(bound, steps));
  }

  private static Verdict majority(Bound bound, List<StepResult> steps) {
    Metric metric = Metric.of(bound);
    List<Double> values = steps.stream().map(metric::of).filter(Objects::nonNull).toList();
    if (values.isEmpty()) {
      return Verdict.invalid(Violation.unknown(metric, bound.limit()));
    }
    List<Double> beyond =
        values.stream().filter(value -> !metric.meets(value, bound.limit())).toList();
    if (2 * beyond.size() < values.size()) {
      return Verdict.pass();
    }
    // If half of the steps keep the bound, the median over all steps may keep it.
    double median =
        Stream.of(values, beyond)
            .map(of -> Spread.of(of).orElseThrow().median())
            .filter(value -> !metric.meets(value, bound.limit()))
            .findFirst()
            .orElseThrow();
    return Verdict.fail(Violation.of(metric, median, bound.limit()));
  }

  /**
   * Whether a step fails for too little load: it has OK calls and breaks only the bound on TPS. TPS
   * rises with load, while all other metrics get worse.
   */
  static boolean tooLittleLoad(StepResult step) {
    return step.verdict().kind() == Verdict.Kind.FAIL
        && step.verdict().codes().equals(List.of(Metric.TPS.id()));
  }

  /** Growing pending requests show an overload before response times do: slow calls end later. */
  private static Optional<Verdict> notSustained(StepResult step) {
    boolean openLoop = step.pacing() != null && step.pacing().service() != null;
    PendingGrowth growth = new PendingGrowth(step.batches().growth(), step.due());
    return openLoop && growth.isShown()
        ? Optional.of(
            Verdict.fail(
                ViolationCode.NOT_SUSTAINED.violation((double) growth.calls(), growth.limit())))
        : Optional.empty();
  }
}
