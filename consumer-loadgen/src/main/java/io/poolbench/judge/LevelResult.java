package io.poolbench.judge;

import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Sla;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One level of load in one cell: its steps over all repetitions, their metrics and their verdict.
 *
 * <p>INVALID steps count neither in a metric nor in the verdict. The verdict on several valid steps
 * is computed from their pooled batches ({@link SlaEvaluator#pooled}). Without batches the majority
 * of steps decides; in a tie of failed and passed steps the level fails.
 *
 * @param level users, or requests per second
 * @param repetitions the level's steps by repetition, in the order they ran; at least one
 *     repetition, each with at least one step
 */
public record LevelResult(Sla sla, int level, List<List<StepResult>> repetitions) {
  public LevelResult {
    repetitions = repetitions.stream().map(List::copyOf).toList();
    if (repetitions.isEmpty() || repetitions.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("no step at " + level);
    }
  }

  static SortedMap<Integer, LevelResult> byLevel(Sla sla, Collection<StepResult> steps) {
    SortedMap<Integer, LevelResult> levels = new TreeMap<>();
    steps.stream()
        .collect(Collectors.groupingBy(StepResult::level))
        .forEach((level, of) -> levels.put(level, new LevelResult(sla, level, List.of(of))));
    return levels;
  }

  /** All steps, INVALID ones too, in the order they ran. */
  public List<StepResult> steps() {
    return repetitions.stream().flatMap(List::stream).toList();
  }

  public List<StepResult> valid() {
    return steps().stream().filter(StepResult::isValid).toList();
  }

  public boolean isValid() {
    return !valid().isEmpty();
  }

  public int count() {
    return valid().size();
  }

  public int passed() {
    return of(Verdict.Kind.PASS).size();
  }

  public int failed() {
    return of(Verdict.Kind.FAIL).size();
  }

  /** The verdict on the level; INVALID without a valid step. */
  public Verdict.Kind verdict() {
    return judgement().kind();
  }

  /** The verdict on all valid steps together, or on the last step if none is valid. */
  public Verdict judgement() {
    List<StepResult> valid = valid();
    if (valid.size() <= 1) {
      return (valid.isEmpty() ? last(steps()) : valid.get(0)).verdict();
    }
    List<List<StepResult>> each =
        repetitions.stream()
            .map(steps -> steps.stream().filter(StepResult::isValid).toList())
            .filter(steps -> !steps.isEmpty())
            .toList();
    return new SlaEvaluator(sla).pooled(each).orElseGet(this::majority);
  }

  private Verdict majority() {
    Verdict.Kind kind = Verdict.Kind.UNDECIDED;
    if (2 * passed() > count()) {
      kind = Verdict.Kind.PASS;
    } else if (2 * failed() >= count()) {
      kind = Verdict.Kind.FAIL;
    }
    return last(of(kind)).verdict();
  }

  private List<StepResult> of(Verdict.Kind kind) {
    return steps().stream().filter(step -> step.verdict().kind() == kind).toList();
  }

  private static StepResult last(List<StepResult> steps) {
    return steps.get(steps.size() - 1);
  }

  public List<Verdict.Kind> verdicts() {
    return each().map(LevelResult::verdict).toList();
  }

  public boolean pass() {
    return verdict() == Verdict.Kind.PASS;
  }

  /** Whether the level fails, and most of its failing steps have too little load. */
  boolean tooLittle() {
    long tooLittle = steps().stream().filter(SlaEvaluator::tooLittleLoad).count();
    return verdict() == Verdict.Kind.FAIL && 2 * tooLittle > failed();
  }

  /** Returns the level with its first valid step only, until it has {@code enough} of them. */
  LevelResult firstUntil(int enough) {
    return count() < enough ? first() : this;
  }

  /** Whether the verdict contradicts the first valid step. */
  boolean turned() {
    return verdict() != first().verdict();
  }

  private LevelResult first() {
    return isValid() ? new LevelResult(sla, level, List.of(List.of(valid().get(0)))) : this;
  }

  /**
   * The last step with the level's verdict; if none has it, the last valid step with that verdict.
   */
  public StepResult deciding() {
    Verdict judgement = judgement();
    List<StepResult> agreeing = of(judgement.kind());
    return agreeing.isEmpty() ? last(valid()).judged(judgement) : last(agreeing);
  }

  /** The spread of a metric over the valid steps in which it is known; empty if there are none. */
  public Optional<Spread> spread(Metric metric) {
    return Spread.of(metric, valid());
  }

  /** The median of {@link #spread}; null if there is none. */
  public Double median(Metric metric) {
    return spread(metric).map(Spread::median).orElse(null);
  }

  /** The median of {@link #spread}; 0 if there is none. */
  public double medianOrZero(Metric metric) {
    return spread(metric).map(Spread::median).orElse(0.0);
  }

  /**
   * The median of a metric in each repetition in which it is known. Repetitions are independent
   * samples; steps of one repetition share a provider.
   */
  public List<Double> perRepetition(Metric metric) {
    return each().map(of -> of.median(metric)).filter(Objects::nonNull).toList();
  }

  private Stream<LevelResult> each() {
    return repetitions.stream().map(steps -> new LevelResult(sla, level, List.of(steps)));
  }
}
