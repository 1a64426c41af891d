package io.poolbench.judge;

import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.PairedCurves.LateDifference;
import io.poolbench.stats.Range;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is shown of the difference of two cells. The confidence of {@value
 * CapacityEstimate#CONFIDENCE_PCT} % holds jointly for all that is shown of all pairs of cells
 * whose levels have the same unit.
 *
 * @param one the cell that the study lists first, or the baseline
 * @param capacity the difference of the capacities; empty if one of them is unknown
 * @param crossing the crossing of the two curves; empty if none is shown
 * @param late the difference of the late calls; empty if none is shown
 */
public record Ranking(
    EstimatedCell one,
    EstimatedCell other,
    Answer answer,
    Optional<CapacityDifference> capacity,
    Optional<CurveCrossing> crossing,
    Optional<LateDifference> late,
    Set<Caveat> caveats) {
  /** The outcome of the comparison: the first one that is shown. */
  public enum Answer {
    /** One cell has fewer late calls at low levels, the other one at high levels. */
    CROSSING,
    /** One cell carries more load within the SLA: by all of its bounds, at some load. */
    CARRIES_MORE,
    /** One cell has fewer late calls, and neither is shown to carry more. */
    FEWER_LATE,
    NO_DIFFERENCE,
    /** Disturbances of the host differed between the cells and may explain the difference. */
    DEPENDS_ON_HOST,
    /** Fewer than four rounds measured both cells. */
    TOO_FEW_ROUNDS,
    /**
     * One of the cells was measured only once, in a provider of its own. The host's drift and the
     * JIT compilation are part of the difference, and their size is unknown.
     */
    MEASURED_ONCE,
    /** The capacity of one of the cells is unknown. */
    UNKNOWN;

    /** Whether it comes of rounds or repetitions that measured both cells. */
    public boolean isOfBoth() {
      return this != TOO_FEW_ROUNDS && this != MEASURED_ONCE && this != UNKNOWN;
    }

    /** Whether it says which cell is better at some load. */
    public boolean isShown() {
      return this == CROSSING || this == CARRIES_MORE || this == FEWER_LATE;
    }
  }

  /** What an answer holds for. */
  public enum Caveat {
    /** Both cells were measured in one provider: what differs between providers is not in it. */
    FROM_ONE_PROVIDER,
    /** Rounds depend on each other, or have a trend: the answer is one of these minutes. */
    OF_THESE_MINUTES,
    /** Only the slices that others did not disturb count. */
    UNDISTURBED,
    /** The host makes calls late at any load, so that more of them are allowed than by the SLA. */
    MORE_LATE_CALLS_ALLOWED
  }

  /**
   * The one cell's capacity less the other's.
   *
   * @param oneIsMore whether the one cell is the one that looks as if it carried more
   * @param interval of the difference, in users or in requests per second
   * @param gain interval of the ratio of the larger-looking capacity to the other one, less 1, if
   *     the curves are straight between levels: a lower end of 0.05 is a gain of at least 5 %
   * @param pValue two-sided, corrected for the other tests, if the curves are straight between
   *     levels
   * @param anyCurve one-sided, however the curves run between levels
   */
  public record CapacityDifference(
      boolean oneIsMore, Range interval, Range gain, double pValue, double anyCurve) {
    public CapacityDifference {
      Objects.requireNonNull(interval, "interval");
      Objects.requireNonNull(gain, "gain");
    }

    CapacityDifference withPValue(double corrected) {
      return new CapacityDifference(oneIsMore, interval, gain, corrected, anyCurve);
    }

    public boolean isShown() {
      return Math.max(pValue, anyCurve) <= CapacityEstimate.ERROR;
    }
  }

  public Ranking {
    Objects.requireNonNull(one, "one");
    Objects.requireNonNull(other, "other");
    caveats = caveats.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(caveats));
    if ((answer == Answer.CROSSING && crossing.isEmpty())
        || (answer == Answer.CARRIES_MORE && capacity.isEmpty())
        || (answer == Answer.FEWER_LATE && late.isEmpty())) {
      throw new IllegalArgumentException(answer + " of nothing");
    }
  }

  /**
   * Whether both cells pass up to one level and fail from the next measured one on, so that only
   * loads between these two tell their capacities apart.
   */
  public boolean isBetweenLevels() {
    PassedLevel first = one.passedLevel();
    return answer == Answer.NO_DIFFERENCE
        && first.isBetweenLevels()
        && other.passedLevel().isBetweenLevels()
        && first.level() == other.passedLevel().level()
        && first
            .failing()
            .map(JudgedLevel::level)
            .equals(other.passedLevel().failing().map(JudgedLevel::level));
  }

  /** Whether more rounds may show a difference that is worth a change of the pool. */
  public boolean mayRoundsDecide() {
    return answer == Answer.TOO_FEW_ROUNDS
        || (answer == Answer.NO_DIFFERENCE
            && !isBetweenLevels()
            && capacity.filter(each -> each.gain().upper() < PoolAdvice.WORTHWHILE).isEmpty());
  }

  /** The cell that is shown to carry more; empty if none is. */
  public Optional<EstimatedCell> carriesMore() {
    return isOfLoads()
        ? capacity
            .filter(CapacityDifference::isShown)
            .map(difference -> difference.oneIsMore() ? one : other)
        : Optional.empty();
  }

  /** The cell that is shown to be better where the answer has a direction. */
  public Optional<EstimatedCell> better() {
    return answer == Answer.FEWER_LATE
        ? late.map(difference -> difference.logOdds() > 0 ? one : other)
        : answer == Answer.CARRIES_MORE ? carriesMore() : Optional.empty();
  }

  /** Whether it is said that one cell carries more, be it at some loads only. */
  public boolean isOfLoads() {
    return answer == Answer.CARRIES_MORE || answer == Answer.CROSSING;
  }

  public boolean isAbout(EstimatedCell cell) {
    return cell.equals(one) || cell.equals(other);
  }

  boolean isAbout(JudgedCell cell, JudgedCell beside) {
    return Set.of(one.judged(), other.judged()).equals(new HashSet<>(List.of(cell, beside)));
  }

  public EstimatedCell otherThan(EstimatedCell cell) {
    return cell.equals(one) ? other : one;
  }
}
