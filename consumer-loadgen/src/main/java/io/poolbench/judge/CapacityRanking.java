package io.poolbench.judge;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Paired;
import io.poolbench.stats.AllPairs;
import io.poolbench.stats.Range;
import io.poolbench.stats.SignFlip;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * A comparison of two cells: which of them carries more load, and whether this is statistically
 * significant.
 *
 * <p>Cells of a paired study are ranked by their late calls at the levels around the crossing,
 * round by round ({@link RoundDifference}): disturbances of both cells in a round cancel out, and
 * the crossing need not lie within the measured levels. Other cells are ranked by the interval of
 * the difference between their capacities. The confidence of {@value
 * CapacityEstimate#CONFIDENCE_PCT} % holds jointly for all pairs of cells whose levels have the
 * same unit.
 *
 * @param more the cell with fewer late calls, or with the higher estimate
 * @param difference capacity of {@code more} minus capacity of {@code less}, computed as if they
 *     were measured independently; null if one has no estimate
 * @param test the test of a paired study; null if no level was measured in both cells in enough
 *     rounds, or none with both late calls and others
 * @param crossing the crossing of the two curves; null if none is shown
 */
public record CapacityRanking(
    EstimatedCell more,
    EstimatedCell less,
    Answer answer,
    Range difference,
    RoundDifference test,
    CurveCrossing crossing) {
  /** The outcome of the comparison. */
  public enum Answer {
    SHOWN,
    /** Both are shown: {@code more} is better at low levels and {@code less} at high levels. */
    CROSSING,
    NOT_SHOWN,
    /** Disturbances of the host differed between the cells and may explain the difference. */
    DEPENDS_ON_HOST,
    /** Fewer than four rounds measured both cells. */
    TOO_FEW_ROUNDS,
    /**
     * Not shown, because one of the cells was measured only once, in a provider of its own. The
     * host's drift and the JIT compilation are part of the difference, and their size is unknown.
     */
    MEASURED_ONCE,
    /** One of the cells has neither an estimate nor a share of late calls to compare. */
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

  public static EstimatedCell estimate(StudyResult result, RepeatedCell cell) {
    return EstimatedCell.of(cell, result.paired() != null);
  }

  /** Compares two cells of one result or of two: round by round if they were measured together. */
  public static CapacityRanking of(
      StudyResult result, RepeatedCell cell, StudyResult otherResult, RepeatedCell other) {
    EstimatedCell one = estimate(result, cell);
    EstimatedCell two = estimate(otherResult, other);
    return result.equals(otherResult)
        ? ofOneUnit(List.of(one, two)).get(0)
        : byCapacity(one, two, CapacityEstimate.ERROR);
  }

  /**
   * The interval of one cell's capacity minus the other's, with the error probability {@code
   * error}; empty if one of them has no estimate.
   */
  public Optional<Range> gain(RepeatedCell cell, double error) {
    boolean isMore = more.cell().equals(cell);
    return difference == null
        ? Optional.empty()
        : Optional.of(isMore ? more.minus(less, error) : less.minus(more, error));
  }

  /** The rankings of all pairs of cells with the same unit. */
  public static List<CapacityRanking> of(List<EstimatedCell> cells) {
    return byUnit(cells).stream().flatMap(unit -> ofOneUnit(unit).stream()).toList();
  }

  /** Groups cells that can be compared: users cannot be compared with requests per second. */
  public static List<List<EstimatedCell>> byUnit(List<EstimatedCell> cells) {
    Map<String, List<EstimatedCell>> byUnit =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.workload().setting(), LinkedHashMap::new, Collectors.toList()));
    return List.copyOf(byUnit.values());
  }

  /**
   * The minimum number of rounds that can show a difference between two of this many cells; {@link
   * Paired#MAX} if the test's draws show none between so many.
   */
  public static int leastRounds(int cells) {
    int pairs = Math.max(1, cells * (cells - 1) / 2);
    int rounds = CellShares.MIN_CLUSTERS;
    while (rounds < Paired.MAX && pairs * SignFlip.least(rounds) > CapacityEstimate.ERROR) {
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
    boolean enough = both.isPresent() && both.get().rounds() >= CellShares.MIN_CLUSTERS;
    if (!enough || both.get().informative().isEmpty()) {
      CapacityRanking plain = byCapacity(one, other, error);
      Answer answer = enough ? Answer.NOT_SHOWN : Answer.TOO_FEW_ROUNDS;
      return new CapacityRanking(plain.more, plain.less, answer, plain.difference, null, null);
    }
    RoundDifference test = both.get().test(both.get().aroundTheCrossing());
    CurveCrossing crossing = crossing(both.get(), pairs).orElse(null);
    Range difference =
        one.lack().isEmpty() && other.lack().isEmpty() ? one.minus(other, error) : null;
    CapacityRanking ranking =
        new CapacityRanking(
            one,
            other,
            isContradicted(test, both.get().compareCrossings(), difference)
                ? Answer.NOT_SHOWN
                : Answer.SHOWN,
            difference,
            test,
            crossing);
    return test.logOdds() >= 0 ? ranking : ranking.exchanged();
  }

  /**
   * Whether the cell with fewer late calls crosses first: it has them at levels that both fail.
   * Without calm blocks a crossing is a matter of chance, and the intervals decide.
   */
  private static boolean isContradicted(
      RoundDifference test, Optional<Integer> crossings, Range difference) {
    boolean oneIsBetter = test.logOdds() >= 0;
    if (crossings.isPresent()) {
      return oneIsBetter ? crossings.get() < 0 : crossings.get() > 0;
    }
    return difference != null && (oneIsBetter ? difference.upper() < 0 : difference.lower() > 0);
  }

  private CapacityRanking exchanged() {
    return new CapacityRanking(
        /* more= */ less,
        /* less= */ more,
        answer,
        difference == null ? null : difference.negated(),
        test.exchanged(),
        crossing == null ? null : crossing.exchanged());
  }

  /** P-values are corrected for the numbers of pairs and of levels where curves may cross. */
  private static Optional<CurveCrossing> crossing(PairedBlocks blocks, int pairs) {
    SortedSet<Integer> levels = blocks.informative();
    int tests = pairs * (levels.size() - 1);
    return levels.stream()
        .skip(1)
        .map(
            level ->
                new CurveCrossing(
                    blocks.test(levels.headSet(level)).times(tests),
                    blocks.test(levels.tailSet(level)).times(tests)))
        .filter(CurveCrossing::isShown)
        .max(Comparator.comparingDouble(CurveCrossing::strength));
  }

  /** Returns this ranking with the corrected p-value and the answer that follows from it. */
  private CapacityRanking corrected(double pValue) {
    if (test == null) {
      return this;
    }
    RoundDifference corrected = test.corrected(pValue);
    // This ranking's answer is that of a test that shows the difference.
    Answer plain =
        corrected.shown()
            ? answer
            : corrected.significant() ? Answer.DEPENDS_ON_HOST : Answer.NOT_SHOWN;
    boolean crosses = plain != Answer.SHOWN && crossing != null;
    Answer decided = crosses ? Answer.CROSSING : plain;
    CapacityRanking ranking =
        new CapacityRanking(more, less, decided, difference, corrected, crossing);
    // The cell that is better at low levels comes first.
    return crosses && crossing.low().logOdds() < 0 ? ranking.exchanged() : ranking;
  }

  private static CapacityRanking byCapacity(EstimatedCell one, EstimatedCell other, double error) {
    if (one.estimate().isEmpty() || other.estimate().isEmpty()) {
      return new CapacityRanking(one, other, Answer.UNKNOWN, null, null, null);
    }
    if (one.estimate().get().load() < other.estimate().get().load()) {
      return byCapacity(other, one, error);
    }
    Range difference = one.minus(other, error);
    Answer answer = difference.lower() > 0 ? Answer.SHOWN : Answer.NOT_SHOWN;
    if (one.cell().measured() < 2 || other.cell().measured() < 2) {
      answer = Answer.MEASURED_ONCE;
    }
    return new CapacityRanking(one, other, answer, difference, null, null);
  }

  /**
   * The crossing of the curves of two cells: one cell has fewer late calls at low levels and the
   * other at high levels, and both differences are shown.
   */
  public record CurveCrossing(RoundDifference low, RoundDifference high) {
    public CurveCrossing {
      Objects.requireNonNull(low, "low");
      Objects.requireNonNull(high, "high");
    }

    /** The highest level at which the one cell is better. */
    public int lastOfLow() {
      return low.levels().get(low.levels().size() - 1);
    }

    /** The lowest level at which the other cell is better. */
    public int firstOfHigh() {
      return high.levels().get(0);
    }

    private boolean isShown() {
      return low.shown() && high.shown() && low.logOdds() * high.logOdds() < 0;
    }

    /** The strength of the weaker of both tests. */
    double strength() {
      return Math.min(Math.abs(low.t()), Math.abs(high.t()));
    }

    CurveCrossing exchanged() {
      return new CurveCrossing(low.exchanged(), high.exchanged());
    }
  }
}
