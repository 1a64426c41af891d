package io.poolbench.sla;

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
 * What one repetition of a cell says of its SLA, where a study asserts up to which load it holds.
 * In this order:
 *
 * <ol>
 *   <li>FAIL where a level up to that load has too much of it, by most of its steps ({@link
 *       Capacity}), or where that load itself fails for whatever reason. A level below that only
 *       has too little load for a bound on TPS breaks no promise about that load.
 *   <li>INVALID where all steps of a level up to that load are INVALID.
 *   <li>INVALID where the load was not reached: neither it nor, without a failing level before, a
 *       higher one passes.
 *   <li>PASS.
 * </ol>
 *
 * <p>Each repetition is an assertion of its own: one that fails is a failure, whatever the others
 * say.
 *
 * @param result of a cell whose SLA has a load up to which it is asserted
 */
public record SlaAssertion(CellResult result) {
  public SlaAssertion {
    Objects.requireNonNull(result.cell().sla().upTo(), "upTo");
  }

  /**
   * One bound at one level of load, by the step that says what the level does: the last one that
   * agrees with most of them.
   *
   * @param step the step; an INVALID one where the level has no other
   * @param verdict what it says of this bound alone
   */
  public record Check(Bound bound, StepResult step, Verdict verdict) {
    public Check {
      Objects.requireNonNull(bound, "bound");
      Objects.requireNonNull(step, "step");
      Objects.requireNonNull(verdict, "verdict");
    }
  }

  /** The assertion of a cell; empty where nothing is asserted. */
  public static Optional<SlaAssertion> of(CellResult result) {
    return result.cell().sla().upTo() == null
        ? Optional.empty()
        : Optional.of(new SlaAssertion(result));
  }

  /** All that is asserted about cells, in their order. */
  public static List<SlaAssertion> of(List<CellResult> cells) {
    return cells.stream().map(SlaAssertion::of).flatMap(Optional::stream).toList();
  }

  /** What is asserted, such as {@code TP99 < 10 ms up to 24 users}. */
  public String text() {
    return SlaText.of(cell().sla()) + " up to " + FigureText.load(cell().load().workload(), upTo());
  }

  /** Whether it holds; where it does not, or where that is unknown, with the violations. */
  public Verdict verdict() {
    SortedMap<Integer, LevelResult> levels = levels();
    Optional<LevelResult> failing = failing(levels);
    if (failing.isPresent()) {
      return failing.get().deciding().verdict();
    }
    List<Violation> unknown =
        invalid(levels).stream().flatMap(step -> step.verdict().violations().stream()).toList();
    if (!unknown.isEmpty()) {
      return new Verdict(Verdict.Kind.INVALID, unknown);
    }
    return notReached().map(Verdict::invalid).orElseGet(Verdict::pass);
  }

  /**
   * The steps behind a {@link #verdict()} that is FAIL or INVALID: none where that is for want of
   * steps.
   */
  public List<StepResult> deciding() {
    SortedMap<Integer, LevelResult> levels = levels();
    return failing(levels).map(of -> List.of(of.deciding())).orElseGet(() -> invalid(levels));
  }

  /** Why nothing is known of the load itself; empty where something is. */
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

  /** Of each level up to the load that only was INVALID, the last step. */
  private List<StepResult> invalid(SortedMap<Integer, LevelResult> levels) {
    return levels.headMap(upTo() + 1).values().stream()
        .filter(level -> !level.isValid())
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
        checks.add(new Check(bound, step, open ? tooLittle(step) : verdict(bound, step)));
      }
    }
    return checks;
  }

  private static Verdict tooLittle(StepResult step) {
    List<Violation> violations = new ArrayList<>();
    violations.add(ViolationCode.TOO_LITTLE_LOAD.violation());
    violations.addAll(step.verdict().violations());
    return new Verdict(Verdict.Kind.INVALID, violations);
  }

  private static Verdict verdict(Bound bound, StepResult step) {
    return step.verdict().kind() == Verdict.Kind.INVALID
        ? step.verdict()
        : new SlaEvaluator(new Sla(List.of(bound))).evaluate(step, List.of());
  }

  private SortedMap<Integer, LevelResult> levels() {
    return LevelResult.byLevel(result.steps());
  }

  private Cell cell() {
    return result.cell();
  }

  private int upTo() {
    return cell().sla().upTo();
  }
}
