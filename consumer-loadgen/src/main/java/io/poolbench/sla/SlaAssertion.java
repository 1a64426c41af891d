package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Sla.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
    return cell().sla().text() + " up to " + load(upTo());
  }

  /** Whether it holds, with the reason where it does not or where nobody knows. */
  public Verdict verdict() {
    SortedMap<Integer, Looks> looks = Looks.byLevel(result.steps());
    Boundary boundary = boundary();
    Looks failing = boundary.above();
    if (failing == null || failing.level() > upTo()) {
      failing = looks.get(upTo());
    }
    if (failing != null && !failing.pass()) {
      return Verdict.fail(told(failing.last()));
    }
    List<StepResult> unknown = invalidUpTo(looks);
    if (!unknown.isEmpty()) {
      return Verdict.invalid(unknown.stream().map(this::told).collect(Collectors.joining("; ")));
    }
    return notReached(boundary).map(Verdict::invalid).orElseGet(Verdict::pass);
  }

  /** Why nothing is known of the load itself; empty where something is. */
  public Optional<String> notReached() {
    return notReached(boundary());
  }

  private Optional<String> notReached(Boundary boundary) {
    Looks passing = boundary.highestPassing();
    boolean measured = result.steps().stream().anyMatch(step -> step.level() == upTo());
    return measured || (passing != null && passing.level() >= upTo())
        ? Optional.empty()
        : Optional.of("neither " + load(upTo()) + " nor more are known to pass");
  }

  /** Every bound at every measured level up to the load, by rising level. */
  public List<Check> checks() {
    SortedMap<Integer, StepResult> deciding = new TreeMap<>();
    result.steps().forEach(step -> deciding.put(step.level(), step));
    Looks.byLevel(result.steps()).forEach((level, looks) -> deciding.put(level, looks.last()));
    Set<Integer> tooLittle =
        boundary().tooLittle().stream().map(Looks::level).collect(Collectors.toSet());
    List<Check> checks = new ArrayList<>();
    for (StepResult step : deciding.headMap(upTo() + 1).values()) {
      boolean open = step.level() < upTo() && tooLittle.contains(step.level());
      for (Bound bound : cell().sla().bounds()) {
        checks.add(new Check(bound, step, open ? tooLittle(step) : verdict(bound, step)));
      }
    }
    return checks;
  }

  private static Verdict tooLittle(StepResult step) {
    return Verdict.invalid("too little load: " + step.verdict().reason());
  }

  private Verdict verdict(Bound bound, StepResult step) {
    if (step.verdict().kind() == Verdict.Kind.INVALID) {
      return step.verdict();
    }
    Sla alone = new Sla(List.of(bound));
    return new SlaEvaluator(alone, cell().load().workload()).evaluate(step, List.of());
  }

  private List<StepResult> invalidUpTo(SortedMap<Integer, Looks> looks) {
    SortedMap<Integer, StepResult> invalid = new TreeMap<>();
    result.steps().stream()
        .filter(step -> step.level() <= upTo() && !looks.containsKey(step.level()))
        .forEach(step -> invalid.put(step.level(), step));
    return List.copyOf(invalid.values());
  }

  private String told(StepResult step) {
    return load(step.level()) + ": " + step.verdict().reason();
  }

  private String load(int level) {
    return FigureText.load(cell().load().workload(), level);
  }

  private Boundary boundary() {
    return Boundary.of(
        Looks.byLevel(result.steps()).values(),
        new SlaEvaluator(cell().sla(), cell().load().workload()));
  }

  private Cell cell() {
    return result.cell();
  }

  private int upTo() {
    return cell().sla().upTo();
  }
}
