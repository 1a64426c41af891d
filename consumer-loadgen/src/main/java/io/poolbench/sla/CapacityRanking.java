package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.stats.AllPairs;
import io.poolbench.stats.SignFlip;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Whether one cell carries more load than another.
 *
 * <p>Cells of a paired study are ranked by their late calls at the levels around the crossing,
 * round by round ({@link RoundsTest}): what hit both in a round cancels, and no crossing has to lie
 * within the levels. Other cells are ranked by the interval of the difference of their capacities.
 * An error of {@value CapacityEstimate#CONFIDENCE_PCT} % holds for all pairs of cells whose levels
 * have one unit together.
 *
 * @param more the cell with fewer late calls, or with the higher estimate
 * @param less the other one
 * @param difference of both capacities, {@code more} minus {@code less}, as if measured
 *     independently; null where one has no estimate
 * @param test of a paired study; null without a level at which both were measured in enough rounds
 * @param crossing of both curves; null where none is shown
 */
public record CapacityRanking(
    EstimatedCell more,
    EstimatedCell less,
    Answer answer,
    LoadInterval difference,
    RoundsTest test,
    CurveCrossing crossing) {
  /** Whether the ranking is shown. */
  public enum Answer {
    SHOWN,
    /** {@code more} is better at low levels and {@code less} at high ones; both are shown. */
    CROSSING,
    NOT_SHOWN,
    /** The difference may be that of what disturbed the host while each of them was measured. */
    DEPENDS_ON_HOST,
    /** Fewer than four rounds measured both. */
    TOO_FEW_ROUNDS,
    /**
     * Not shown, because one of them was measured once, in a provider of its own: the host's drift
     * and what the JVM compiled are in the difference, and nothing shows how large they are.
     */
    MEASURED_ONCE,
    /** One of them has no estimate, and no share of late calls to compare. */
    UNKNOWN
  }

  public CapacityRanking {
    Objects.requireNonNull(more, "more");
    Objects.requireNonNull(less, "less");
    Objects.requireNonNull(answer, "answer");
    if ((answer == Answer.CROSSING && crossing == null)
        || (answer == Answer.SHOWN && test == null && difference == null)) {
      throw new IllegalArgumentException(answer + " by " + test + ", " + difference);
    }
  }

  /** The cells of a result with their estimates, in its order. */
  public static List<EstimatedCell> estimates(StudyResult result) {
    return estimates(result.cells(), result.paired() != null);
  }

  /** The groups of a cell with their estimates, each as a cell. */
  public static List<EstimatedCell> groups(RepeatedCell cell) {
    return estimates(
        cell.repetitions().stream().flatMap(of -> of.groups().stream()).toList(),
        /* paired= */ false);
  }

  static List<EstimatedCell> estimates(List<CellResult> results, boolean paired) {
    return RepeatedCell.of(results).stream().map(cell -> EstimatedCell.of(cell, paired)).toList();
  }

  /** A cell of a result with its estimate. */
  public static EstimatedCell estimate(StudyResult result, RepeatedCell cell) {
    return EstimatedCell.of(cell, result.paired() != null);
  }

  /**
   * The ranking of two cells by themselves, of one result or of two. Cells of two results have
   * nothing in common that cancels.
   */
  public static CapacityRanking of(
      StudyResult result, RepeatedCell cell, StudyResult otherResult, RepeatedCell other) {
    EstimatedCell one = estimate(result, cell);
    EstimatedCell two = estimate(otherResult, other);
    return result.equals(otherResult)
        ? ofOneUnit(List.of(one, two)).get(0)
        : byCapacity(one, two, CapacityEstimate.ERROR);
  }

  /**
   * The interval of the capacity of one of both cells minus the other's; empty where one has no
   * estimate.
   *
   * @param error the probability of a difference outside
   */
  public Optional<LoadInterval> gain(RepeatedCell cell, double error) {
    boolean isMore = more.cell().equals(cell);
    return difference == null
        ? Optional.empty()
        : Optional.of(isMore ? more.minus(less, error) : less.minus(more, error));
  }

  /** Whether the answer does not change by measuring longer: shown, or a crossing that is. */
  public boolean isDecided() {
    return answer == Answer.SHOWN || answer == Answer.CROSSING;
  }

  /**
   * The rankings of each pair of cells whose levels have one unit; cells that verify a prediction
   * are measured in a provider of their own, and ranked among themselves.
   */
  public static List<CapacityRanking> of(List<EstimatedCell> cells) {
    return byUnit(cells).stream()
        .map(group -> group.stream().collect(Collectors.partitioningBy(of -> of.cell().verifies())))
        .flatMap(groups -> groups.values().stream())
        .flatMap(group -> ofOneUnit(group).stream())
        .toList();
  }

  /** The cells that can be compared, together: users are not compared with requests/s. */
  public static List<List<EstimatedCell>> byUnit(List<EstimatedCell> cells) {
    Map<String, List<EstimatedCell>> byUnit =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.cell().cell().load().workload().setting(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return List.copyOf(byUnit.values());
  }

  /** The number of rounds from which a difference between two of so many cells can be shown. */
  public static int leastRounds(int cells) {
    int pairs = Math.max(1, cells * (cells - 1) / 2);
    int rounds = CellShares.MIN_CLUSTERS;
    while (pairs * SignFlip.least(rounds) > CapacityEstimate.ERROR) {
      rounds++;
    }
    return rounds;
  }

  private static List<CapacityRanking> ofOneUnit(List<EstimatedCell> cells) {
    int known = (int) cells.stream().filter(cell -> cell.lack().isEmpty()).count();
    double error = CapacityEstimate.ERROR / Math.max(1, known * (known - 1) / 2);
    List<CapacityRanking> rankings = new ArrayList<>();
    int pairs = cells.size() * (cells.size() - 1) / 2;
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        rankings.add(between(cells.get(i), cells.get(j), pairs, error));
      }
    }
    double[] corrected =
        AllPairs.corrected(
            cells.size(),
            rankings.stream().mapToDouble(of -> of.test == null ? 1 : of.test.pValue()).toArray());
    for (int i = 0; i < corrected.length; i++) {
      rankings.set(i, rankings.get(i).corrected(corrected[i]));
    }
    return rankings;
  }

  private static CapacityRanking between(
      EstimatedCell one, EstimatedCell other, int pairs, double error) {
    if (one.ranked().isEmpty() || other.ranked().isEmpty()) {
      return byCapacity(one, other, error);
    }
    Optional<PairedBlocks> both = PairedBlocks.of(one.ranked().get(), other.ranked().get());
    if (both.isEmpty() || both.get().rounds() < CellShares.MIN_CLUSTERS) {
      CapacityRanking plain = byCapacity(one, other, error);
      return new CapacityRanking(
          plain.more, plain.less, Answer.TOO_FEW_ROUNDS, plain.difference, null, null);
    }
    RoundsTest test = both.get().test(both.get().aroundTheCrossing());
    CurveCrossing crossing = crossing(both.get(), pairs).orElse(null);
    boolean isMore = test.logOdds() >= 0;
    return new CapacityRanking(
        isMore ? one : other,
        isMore ? other : one,
        Answer.NOT_SHOWN,
        difference(isMore ? one : other, isMore ? other : one, error),
        isMore ? test : test.exchanged(),
        crossing == null || isMore ? crossing : crossing.exchanged());
  }

  /**
   * With a correction for the number of pairs, and for that of levels at which curves may cross.
   */
  private static Optional<CurveCrossing> crossing(PairedBlocks blocks, int pairs) {
    SortedSet<Integer> levels = blocks.informative();
    int tests = pairs * (levels.size() - 1);
    CurveCrossing best = null;
    for (int level : levels) {
      if (level == levels.first()) {
        continue;
      }
      RoundsTest low = blocks.test(levels.headSet(level)).times(tests);
      RoundsTest high = blocks.test(levels.tailSet(level)).times(tests);
      if (low.shown() && high.shown() && low.logOdds() * high.logOdds() < 0) {
        CurveCrossing found = new CurveCrossing(low, high);
        best = best == null || found.strength() > best.strength() ? found : best;
      }
    }
    return Optional.ofNullable(best);
  }

  /** With the answer that follows from the corrected p-value of the test. */
  private CapacityRanking corrected(double pValue) {
    if (test == null) {
      return this;
    }
    RoundsTest corrected = test.corrected(pValue);
    boolean crosses = !corrected.shown() && crossing != null;
    // What is better at low levels is named first.
    boolean exchanged = crosses && crossing.low().logOdds() < 0;
    return new CapacityRanking(
        exchanged ? less : more,
        exchanged ? more : less,
        crosses ? Answer.CROSSING : answer(corrected),
        exchanged && difference != null
            ? new LoadInterval(-difference.upper(), -difference.lower())
            : difference,
        exchanged ? corrected.exchanged() : corrected,
        exchanged ? crossing.exchanged() : crossing);
  }

  private static Answer answer(RoundsTest test) {
    if (test.shown()) {
      return Answer.SHOWN;
    }
    return test.significant() ? Answer.DEPENDS_ON_HOST : Answer.NOT_SHOWN;
  }

  private static LoadInterval difference(EstimatedCell more, EstimatedCell less, double error) {
    return more.lack().isEmpty() && less.lack().isEmpty() ? more.minus(less, error) : null;
  }

  private static CapacityRanking byCapacity(EstimatedCell one, EstimatedCell other, double error) {
    if (one.estimate().isEmpty() || other.estimate().isEmpty()) {
      return new CapacityRanking(one, other, Answer.UNKNOWN, null, null, null);
    }
    if (one.estimate().get().load() < other.estimate().get().load()) {
      return byCapacity(other, one, error);
    }
    LoadInterval difference = one.minus(other, error);
    Answer answer = difference.lower() > 0 ? Answer.SHOWN : Answer.NOT_SHOWN;
    if (one.cell().count() < 2 || other.cell().count() < 2) {
      answer = Answer.MEASURED_ONCE;
    }
    return new CapacityRanking(one, other, answer, difference, null, null);
  }
}
