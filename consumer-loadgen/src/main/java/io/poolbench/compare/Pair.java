package io.poolbench.compare;

import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.Pair.Side;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A cell and the baseline cell that it is compared with.
 *
 * @param baseline the cell of A
 * @param capacity deviation of the capacity; null if one side counts users and the other requests
 *     per second
 * @param levels the loads that both measured, rising; empty if their units differ
 * @param leftOut what could not be compared and why, one sentence each
 * @param warnings other differences that may explain a deviation, one sentence each
 */
public record Pair(
    Side baseline,
    Side candidate,
    CapacityDeviation capacity,
    List<LevelComparison> levels,
    List<String> leftOut,
    List<String> warnings) {
  public Pair {
    Objects.requireNonNull(baseline, "baseline");
    Objects.requireNonNull(candidate, "candidate");
    levels = List.copyOf(levels);
    leftOut = List.copyOf(leftOut);
    warnings = List.copyOf(warnings);
  }

  static Pair of(Side baseline, Side candidate) {
    boolean comparable = baseline.countsLike(candidate);
    List<LevelComparison> levels =
        comparable ? levels(baseline.cell(), candidate.cell()) : List.of();
    return new Pair(
        baseline,
        candidate,
        comparable ? CapacityDeviation.of(baseline, candidate) : null,
        levels,
        Differences.omissions(baseline, candidate),
        Differences.between(baseline, candidate));
  }

  /** The levels of both; capacities that both measured for themselves are one level. */
  private static List<LevelComparison> levels(RepeatedCell baseline, RepeatedCell candidate) {
    boolean own = baseline.isOfOwnCapacity() && candidate.isOfOwnCapacity();
    List<LevelResult> others =
        candidate.levelResults().stream().filter(LevelResult::isValid).toList();
    return baseline.levelResults().stream()
        .filter(LevelResult::isValid)
        .flatMap(
            level ->
                others.stream()
                    .filter(of -> own || of.level() == level.level())
                    .map(of -> new LevelResult(of.sla(), level.level(), of.repetitions()))
                    .map(of -> new LevelComparison(level, of)))
        .toList();
  }

  /** The levels with a valid step of the baseline, which the candidate was to measure and lacks. */
  List<Integer> lackingInCandidate() {
    return candidate.cell().isOfOwnCapacity()
        ? List.of()
        : baseline.cell().levelResults().stream()
            .filter(LevelResult::isValid)
            .map(LevelResult::level)
            .filter(candidate::lacks)
            .toList();
  }

  /** The compared cells, such as {@code B cached 20/200 against A fixed 24}. */
  public String title() {
    return candidate.label() + " against " + baseline.label();
  }

  public Workload workload() {
    return baseline.workload();
  }

  public List<Deviation> deviations() {
    return levels.stream().flatMap(level -> level.deviations().stream()).toList();
  }

  /** A cell of a compared result. Letters: {@code A} for the baseline, then {@code B} and so on. */
  public record Side(String letter, StudyResult study, RepeatedCell cell) {
    public Side {
      Objects.requireNonNull(letter, "letter");
      Objects.requireNonNull(study, "study");
      Objects.requireNonNull(cell, "cell");
    }

    public String name() {
      return cell.cell().name();
    }

    public String label() {
      return letter + " " + name();
    }

    /** Whether it is a group or a phase of another cell, for which some metrics are unknown. */
    boolean isPart() {
      return study.cells().stream().noneMatch(of -> of.cell().name().equals(name()));
    }

    /** Whether it was to measure a level and has no valid step there, or failed before. */
    boolean lacks(int level) {
      if (cell.levels().contains(level)) {
        return !cell.level(level).isValid() || hasFailedBefore(level);
      }
      LoadSchedule load = cell.cell().load();
      boolean chosen = load.stopWhen() != null || isPart();
      return !chosen && load.levels().contains(level);
    }

    /** Whether a repetition failed that has no step of a level. */
    boolean hasFailedBefore(int level) {
      return cell.repetitions().stream()
          .filter(CellResult::failed)
          .anyMatch(of -> of.steps().stream().noneMatch(step -> step.level() == level));
    }

    boolean countsLike(Side other) {
      return workload().setting().equals(other.workload().setting());
    }

    String unit() {
      return FigureText.unit(workload());
    }

    Workload workload() {
      return cell.cell().load().workload();
    }
  }

  /** One load level at which both sides have a valid step. */
  public record LevelComparison(LevelResult baseline, LevelResult candidate) {
    /** The metrics of the printed tables; a criterion may name any other metric. */
    public static final List<Metric> METRICS =
        List.of(
            Metric.TPS,
            Metric.TP50,
            Metric.TP90,
            Metric.TP99,
            Metric.TP999,
            Metric.PROVIDER_CPU,
            Metric.PROVIDER_CPU_PER_CALL,
            Metric.AVAILABILITY);

    public LevelComparison {
      if (baseline.level() != candidate.level()) {
        throw new IllegalArgumentException(baseline.level() + " and " + candidate.level());
      }
    }

    public int level() {
      return baseline.level();
    }

    public List<Deviation> deviations() {
      return METRICS.stream().map(this::of).toList();
    }

    public Deviation of(Metric metric) {
      return Deviation.of(metric, baseline, candidate);
    }

    /** Whether the metric is known in each step of the baseline, and only in some of the other. */
    boolean isLackingInSome(Metric metric) {
      return candidate.median(metric) != null
          && isUnknownInAny(metric, candidate)
          && !isUnknownInAny(metric, baseline);
    }

    private static boolean isUnknownInAny(Metric metric, LevelResult level) {
      return level.valid().stream().anyMatch(step -> metric.of(step) == null);
    }

    Optional<DeviationInterval> interval(Metric metric) {
      return of(metric).isFallToZero()
          ? Optional.of(new DeviationInterval(-100, -100, true))
          : DeviationInterval.of(
              metric, SampleMean.of(metric, baseline), SampleMean.of(metric, candidate));
    }
  }

  /**
   * The deviation of a cell's capacity from the baseline's; capacities are medians over
   * repetitions.
   *
   * @param baseline capacity of the baseline; null if unknown
   * @param candidate capacity of the other cell; null if unknown
   * @param significance whether a difference between the repetitions' exact capacities is shown
   * @param ranking of both cells by their capacity estimates
   * @param gain one-sided interval of the candidate's additional load, from the estimates, or from
   *     the capacities if there are no estimates and each repetition has an exact one; null if
   *     unknown
   */
  public record CapacityDeviation(
      CapacitySpread baseline,
      CapacitySpread candidate,
      Significance significance,
      CapacityRanking ranking,
      DeviationInterval gain) {
    public CapacityDeviation {
      Objects.requireNonNull(ranking, "ranking");
      Objects.requireNonNull(significance, "significance");
    }

    static CapacityDeviation of(Side baseline, Side candidate) {
      List<Double> before = exact(baseline.cell());
      List<Double> after = exact(candidate.cell());
      CapacityRanking ranking =
          CapacityRanking.of(
              candidate.study(), candidate.cell(), baseline.study(), baseline.cell());
      boolean allExact =
          before.size() == baseline.cell().count() && after.size() == candidate.cell().count();
      return new CapacityDeviation(
          baseline.cell().capacity().orElse(null),
          candidate.cell().capacity().orElse(null),
          Significance.of(before, after),
          ranking,
          gain(ranking, candidate)
              .or(
                  () ->
                      allExact
                          ? DeviationInterval.of(SampleMean.of(before), SampleMean.of(after))
                          : Optional.empty())
              .orElse(null));
    }

    private static Optional<DeviationInterval> gain(CapacityRanking ranking, Side candidate) {
      boolean repeated =
          switch (ranking.answer()) {
            case MEASURED_ONCE, TOO_FEW_ROUNDS, DEPENDS_ON_HOST -> false;
            default -> true;
          };
      return ranking
          .gain(candidate.cell(), 2 * (1 - DeviationInterval.CONFIDENCE_PCT / 100.0))
          .map(gain -> new DeviationInterval(gain.lower(), gain.upper(), repeated));
    }

    private static List<Double> exact(RepeatedCell cell) {
      return cell.capacities().stream()
          .filter(capacity -> capacity.known() && !capacity.maybeMore())
          .map(capacity -> (double) capacity.level())
          .toList();
    }

    /**
     * The candidate's additional load; null unless both capacities are known exactly, and where
     * both are the same level though the estimates between levels are shown to differ.
     */
    public Integer amount() {
      if (baseline == null || candidate == null || baseline.maybeMore() || candidate.maybeMore()) {
        return null;
      }
      int more = candidate.median() - baseline.median();
      return more == 0 && shown() ? null : Integer.valueOf(more);
    }

    /** The capacity of one side, such as {@code at least 24}. */
    public static String answer(CapacitySpread spread) {
      return spread == null ? "unknown" : spread.answer();
    }

    /** Whether one cell is shown to have the larger capacity. */
    public boolean shown() {
      return ranking.answer() == CapacityRanking.Answer.UNKNOWN
          ? significance.shown()
          : ranking.answer() == CapacityRanking.Answer.SHOWN;
    }
  }
}
