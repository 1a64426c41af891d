package io.poolbench.judge;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.Cell;
import io.poolbench.study.Sla;
import io.poolbench.study.Sla.Bound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A study's assertion that a cell keeps its SLA up to a load, evaluated for one repetition in this
 * order:
 *
 * <ol>
 *   <li>FAIL if a level up to the asserted load has too much load ({@link Boundary}), or if the
 *       asserted load fails for any reason. Lower levels with too little load for a bound on TPS do
 *       not count.
 *   <li>INVALID if a level up to the load is INVALID.
 *   <li>UNDECIDED if a level up to the load is UNDECIDED.
 *   <li>INVALID if the load was not reached: it was not measured, and no higher level passes
 *       without a failing level below.
 *   <li>PASS.
 * </ol>
 *
 * <p>Each repetition is asserted separately: one failing repetition is a failure.
 *
 * @param judged one repetition of a cell whose SLA has {@code upTo}
 */
public record SlaAssertion(JudgedCell judged) {
  public SlaAssertion {
    Objects.requireNonNull(judged.cell().sla().upTo(), "upTo");
  }

  /**
   * The check of one bound at one level.
   *
   * @param verdict the verdict on this bound alone
   */
  public record Check(Bound bound, JudgedLevel level, Verdict verdict) {
    public Check {
      Objects.requireNonNull(bound, "bound");
      Objects.requireNonNull(level, "level");
      Objects.requireNonNull(verdict, "verdict");
    }
  }

  /** The assertions of a cell, one for each repetition; empty if its SLA is not asserted. */
  public static List<SlaAssertion> of(JudgedCell cell) {
    return cell.cell().sla().upTo() == null
        ? List.of()
        : cell.each().stream().map(SlaAssertion::new).toList();
  }

  /** The assertion as text, such as {@code TP99 < 10 ms up to 24 users}. */
  public String text() {
    return FigureText.sla(cell().sla())
        + " up to "
        + FigureText.load(cell().load().workload(), upTo());
  }

  /** The verdict on the assertion; any verdict but PASS has violations. */
  public Verdict verdict() {
    Optional<JudgedLevel> failing = failing();
    if (failing.isPresent()) {
      return failing.get().verdict();
    }
    Verdict open =
        Verdict.all(
            levelsUpTo().stream()
                .map(JudgedLevel::verdict)
                .filter(verdict -> !verdict.kind().isDecided())
                .toList());
    return open.kind() == Verdict.Kind.PASS
        ? notReached().map(Verdict::invalid).orElse(open)
        : open;
  }

  /** The verdict as the decision on a claim: a FAIL refutes it, and only a PASS shows it. */
  public Decision decision() {
    return switch (verdict().kind()) {
      case PASS -> Decision.SHOWN;
      case FAIL -> Decision.REFUTED;
      case UNDECIDED, INVALID -> Decision.NOT_SHOWN;
    };
  }

  /** The violation if the asserted load was not reached; empty if it was. */
  public Optional<Violation> notReached() {
    int passing = Boundary.of(judged.levels()).highestPassing().map(JudgedLevel::level).orElse(0);
    return passing >= upTo() || judged.level(upTo()).isPresent()
        ? Optional.empty()
        : Optional.of(ViolationCode.LOAD_NOT_REACHED.violation((double) passing, (double) upTo()));
  }

  private Optional<JudgedLevel> failing() {
    return Boundary.of(judged.levels())
        .above()
        .filter(above -> above.level() <= upTo())
        .or(() -> judged.level(upTo()))
        .filter(level -> level.verdict().kind() == Verdict.Kind.FAIL);
  }

  private Collection<JudgedLevel> levelsUpTo() {
    return judged.byLevel().headMap(upTo() + 1).values();
  }

  /** Every bound at every measured level up to the load, by rising level. */
  public List<Check> checks() {
    List<JudgedLevel> tooLittle = Boundary.of(judged.levels()).tooLittle();
    List<List<Level>> all =
        judged.levels().stream().filter(JudgedLevel::counts).map(JudgedLevel::repetitions).toList();
    List<List<Level>> lower = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    for (JudgedLevel level : levelsUpTo()) {
      boolean isOpen = level.level() < upTo() && tooLittle.contains(level);
      if (level.counts()) {
        lower.add(level.repetitions());
      }
      for (Bound bound : cell().sla().bounds()) {
        checks.add(
            new Check(bound, level, isOpen ? tooLittle(level) : verdict(bound, level, lower, all)));
      }
    }
    return checks;
  }

  private static Verdict tooLittle(JudgedLevel level) {
    return new Verdict(Verdict.Kind.INVALID, level.verdict().violations());
  }

  private static Verdict verdict(
      Bound bound, JudgedLevel level, List<List<Level>> lower, List<List<Level>> all) {
    return level.counts()
        ? new SlaEvaluator(new Sla(List.of(bound))).judgeHighest(lower, all)
        : level.verdict();
  }

  private Cell cell() {
    return judged.cell();
  }

  private int upTo() {
    return cell().sla().upTo();
  }
}
