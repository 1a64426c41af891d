package io.poolbench.judge;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Sla.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A study's assertion that a cell keeps its SLA up to a load, evaluated for one repetition in this
 * order:
 *
 * <ol>
 *   <li>FAIL if a level up to the asserted load has too much load ({@link Boundary}), or if the
 *       asserted load fails for any reason. Lower levels with too little load for a bound on TPS do
 *       not count.
 *   <li>INVALID if all steps of a level up to the load are INVALID.
 *   <li>UNDECIDED if a level up to the load is UNDECIDED.
 *   <li>INVALID if the load was not reached: it was not measured, and no higher level passes
 *       without a failing level below.
 *   <li>PASS.
 * </ol>
 *
 * <p>Each repetition is asserted separately: one failing repetition is a failure.
 *
 * @param result the result of a cell whose SLA has {@code upTo}
 */
public record SlaAssertion(CellResult result) {
  /** Verdicts that neither pass nor fail, by precedence. */
  private static final List<Verdict.Kind> OPEN =
      List.of(Verdict.Kind.INVALID, Verdict.Kind.UNDECIDED);

  public SlaAssertion {
    Objects.requireNonNull(result.cell().sla().upTo(), "upTo");
  }

  /**
   * The check of one bound at one level, in the level's deciding step.
   *
   * @param step INVALID if the level has no valid step
   * @param verdict the verdict on this bound alone
   */
  public record Check(Bound bound, StepResult step, Verdict verdict) {
    public Check {
      Objects.requireNonNull(bound, "bound");
      Objects.requireNonNull(step, "step");
      Objects.requireNonNull(verdict, "verdict");
    }
  }

  /** The assertion of a cell; empty if its SLA is not asserted. */
  public static Optional<SlaAssertion> of(CellResult result) {
    return result.cell().sla().upTo() == null
        ? Optional.empty()
        : Optional.of(new SlaAssertion(result));
  }

  public static List<SlaAssertion> of(List<CellResult> cells) {
    return cells.stream().map(SlaAssertion::of).flatMap(Optional::stream).toList();
  }

  /** The assertion as text, such as {@code TP99 < 10 ms up to 24 users}. */
  public String text() {
    return FigureText.sla(cell().sla())
        + " up to "
        + FigureText.load(cell().load().workload(), upTo());
  }

  /** The verdict on the assertion; any verdict but PASS has violations. */
  public Verdict verdict() {
    SortedMap<Integer, LevelResult> levels = levels();
    Optional<LevelResult> failing = failing(levels);
    if (failing.isPresent()) {
      return failing.get().deciding().verdict();
    }
    for (Verdict.Kind open : OPEN) {
      List<Violation> unknown =
          of(open, levels).stream().flatMap(step -> step.verdict().violations().stream()).toList();
      if (!unknown.isEmpty()) {
        return new Verdict(open, unknown);
      }
    }
    return notReached().map(Verdict::invalid).orElseGet(Verdict::pass);
  }

  /** The verdict as the decision on a claim: a FAIL refutes it, and only a PASS shows it. */
  public Decision decision() {
    return switch (verdict().kind()) {
      case PASS -> Decision.SHOWN;
      case FAIL -> Decision.REFUTED;
      case UNDECIDED, INVALID -> Decision.NOT_SHOWN;
    };
  }

  /** The steps that decide a {@link #verdict()} other than PASS; empty if steps are missing. */
  public List<StepResult> deciding() {
    SortedMap<Integer, LevelResult> levels = levels();
    return failing(levels)
        .map(of -> List.of(of.deciding()))
        .or(() -> OPEN.stream().map(of -> of(of, levels)).filter(of -> !of.isEmpty()).findFirst())
        .orElse(List.of());
  }

  /** The violation if the asserted load was not reached; empty if it was. */
  public Optional<Violation> notReached() {
    LevelResult passing = Boundary.of(levels().values()).highestPassing();
    boolean reached = passing != null && passing.level() >= upTo();
    return reached || levels().containsKey(upTo())
        ? Optional.empty()
        : Optional.of(
            ViolationCode.LOAD_NOT_REACHED.violation(
                passing == null ? 0.0 : passing.level(), (double) upTo()));
  }

  private Optional<LevelResult> failing(SortedMap<Integer, LevelResult> levels) {
    LevelResult above = Boundary.of(levels.values()).above();
    LevelResult failing = above == null || above.level() > upTo() ? levels.get(upTo()) : above;
    return Optional.ofNullable(failing).filter(of -> of.verdict() == Verdict.Kind.FAIL);
  }

  private List<StepResult> of(Verdict.Kind kind, SortedMap<Integer, LevelResult> levels) {
    return levels.headMap(upTo() + 1).values().stream()
        .filter(level -> level.verdict() == kind)
        .map(LevelResult::deciding)
        .toList();
  }

  /** Every bound at every measured level up to the load, by rising level. */
  public List<Check> checks() {
    SortedMap<Integer, LevelResult> levels = levels();
    List<LevelResult> tooLittle = Boundary.of(levels.values()).tooLittle();
    List<Check> checks = new ArrayList<>();
    for (LevelResult level : levels.headMap(upTo() + 1).values()) {
      StepResult step = level.deciding();
      boolean open = level.level() < upTo() && tooLittle.contains(level);
      for (Bound bound : cell().sla().bounds()) {
        checks.add(new Check(bound, step, open ? tooLittle(step) : verdict(bound, level)));
      }
    }
    return checks;
  }

  private static Verdict tooLittle(StepResult step) {
    return new Verdict(Verdict.Kind.INVALID, step.verdict().violations());
  }

  private static Verdict verdict(Bound bound, LevelResult level) {
    SlaEvaluator evaluator = new SlaEvaluator(new Sla(List.of(bound)));
    return level.isValid()
        ? Optional.of(List.of(level.valid()))
            .filter(steps -> steps.get(0).size() > 1)
            .flatMap(evaluator::pooled)
            .orElseGet(() -> evaluator.evaluate(level.deciding(), List.of()))
        : level.judgement();
  }

  private SortedMap<Integer, LevelResult> levels() {
    return LevelResult.byLevel(cell().sla(), result.steps());
  }

  private Cell cell() {
    return result.cell();
  }

  private int upTo() {
    return cell().sla().upTo();
  }
}
