package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A question of a study that its result does not answer. Assertions are evaluated separately.
 *
 * <p>A paired study asks for the capacity of each cell, with an upper end of its interval, and for
 * the ranking of each pair. Cells that ran one after the other ask for the verdicts of their
 * levels; an INVALID level matters where the capacity may lie at it.
 *
 * @param lack what is not answered
 * @param next what to do about it
 */
public record Shortfall(String lack, String next) {
  private static final String MORE_ROUNDS = "measure more rounds (paired.rounds)";

  public Shortfall {
    Objects.requireNonNull(lack, "lack");
    Objects.requireNonNull(next, "next");
  }

  /** All shortfalls of a result, capacities first. */
  public static List<Shortfall> of(EvaluatedResult evaluated) {
    StudyResult result = evaluated.result();
    List<EstimatedCell> cells = evaluated.estimates();
    List<Shortfall> lacks = new ArrayList<>();
    cells.forEach(cell -> ofCapacity(cell, result.paired() != null).ifPresent(lacks::add));
    if (result.paired() != null) {
      for (List<EstimatedCell> unit : CapacityRanking.byUnit(cells)) {
        int rounds = CapacityRanking.leastRounds(unit.size());
        CapacityRanking.of(unit).forEach(of -> ofRanking(of, rounds).ifPresent(lacks::add));
      }
    }
    return lacks;
  }

  private static Optional<Shortfall> ofCapacity(EstimatedCell cell, boolean paired) {
    if (cell.estimate().filter(CapacityEstimate::isBounded).isPresent()) {
      return Optional.empty();
    }
    if (paired && cell.estimate().isPresent()) {
      return Optional.of(unbounded(cell, cell.estimate().get()));
    }
    if (paired && cell.lack().filter(EstimatedCell.Lack.NO_BATCHES::equals).isPresent()) {
      return Optional.of(
          new Shortfall(
              "capacity of " + name(cell) + " is not known: " + CapacityText.lack(cell),
              "see the blocks by round in summary.md for why they were discarded"));
    }
    if (paired && cell.lack().filter(EstimatedCell.Lack.LIMITED_BY_VALUE::equals).isPresent()) {
      return Optional.of(
          new Shortfall(
              "capacity of " + name(cell) + " has no interval: " + CapacityText.lack(cell),
              "bound a percentile or the availability (sla.tp99)"));
    }
    return cell.cell().repetitions().stream()
        .flatMap(run -> invalidAtTheCapacity(run).stream())
        .findFirst()
        .map(
            step ->
                new Shortfall(
                    "%s at %s is INVALID: %s"
                        .formatted(
                            name(cell),
                            FigureText.load(cell.workload(), step.level()),
                            ViolationText.of(step.verdict())),
                    "run again"));
  }

  private static Shortfall unbounded(EstimatedCell cell, CapacityEstimate estimate) {
    String setting = cell.workload().setting();
    if (estimate.interval().lower() > Double.NEGATIVE_INFINITY) {
      return new Shortfall(
          "capacity of %s has no upper bound (its interval reaches beyond %s, the highest level)"
              .formatted(name(cell), FigureText.count(estimate.highestLevel())),
          "add " + setting + " " + levelsAbove(cell) + ", or " + MORE_ROUNDS);
    }
    return new Shortfall("capacity of " + name(cell) + " is not known", MORE_ROUNDS);
  }

  /** Two levels above the highest, at the distance of the two highest levels, as they are typed. */
  private static String levelsAbove(EstimatedCell cell) {
    SortedSet<Integer> levels = cell.cell().levels();
    int highest = levels.last();
    SortedSet<Integer> below = levels.headSet(highest);
    int gap = below.isEmpty() ? highest : highest - below.last();
    return (highest + gap) + ", " + (highest + 2 * gap);
  }

  /** The lowest INVALID level between what passes and what fails; empty if there is none. */
  private static Optional<StepResult> invalidAtTheCapacity(CellResult run) {
    Capacity capacity = Capacity.of(run);
    return capacity.invalid().stream().filter(step -> step.level() > capacity.level()).findFirst();
  }

  /** A missing ranking; empty where a cell lacks its capacity, which is reported already. */
  private static Optional<Shortfall> ofRanking(CapacityRanking ranking, int leastRounds) {
    String pair = "ranking of " + name(ranking.more()) + " and " + name(ranking.less());
    return switch (ranking.answer()) {
      case SHOWN, CROSSING, UNKNOWN, MEASURED_ONCE -> Optional.empty();
      case DEPENDS_ON_HOST ->
          Optional.of(
              new Shortfall(
                  pair + " depends on what disturbed the host", "run again on a calmer host"));
      case TOO_FEW_ROUNDS ->
          Optional.of(new Shortfall(pair + ": too few rounds measured both", MORE_ROUNDS));
      case NOT_SHOWN -> {
        int rounds = ranking.test() == null ? leastRounds : ranking.test().rounds();
        yield rounds >= leastRounds
            ? Optional.empty()
            : Optional.of(
                new Shortfall(
                    "%s: %d rounds (at least %d show a difference)"
                        .formatted(pair, rounds, leastRounds),
                    MORE_ROUNDS));
      }
    };
  }

  private static String name(EstimatedCell cell) {
    return PlainText.line(cell.name());
  }
}
