package io.poolbench.sla;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether one cell carries more load than another.
 *
 * <p>It is shown where the interval of the difference lies above 0. The intervals of all pairs of
 * cells whose levels have one unit hold together with {@value CapacityEstimate#CONFIDENCE_PCT} %:
 * each has that error divided by the number of pairs (Bonferroni).
 *
 * @param more the cell with the higher estimate
 * @param less the other one
 * @param difference of both capacities, {@code more} minus {@code less}; null where unknown
 */
public record CapacityRanking(
    EstimatedCell more, EstimatedCell less, Answer answer, LoadInterval difference) {
  /** Of all runs, so that a result prints the same intervals each time. */
  private static final long SEED = 0x506f6f6c42656e63L;

  /** Whether the ranking is shown. */
  public enum Answer {
    SHOWN,
    NOT_SHOWN,
    /**
     * Not shown, because one of them was measured once, in a provider of its own: the host's drift
     * and what the JVM compiled are in the difference, and nothing shows how large they are.
     */
    MEASURED_ONCE,
    /** One of them has no estimate. */
    UNKNOWN
  }

  public CapacityRanking {
    Objects.requireNonNull(more, "more");
    Objects.requireNonNull(less, "less");
    Objects.requireNonNull(answer, "answer");
    if ((answer == Answer.UNKNOWN) != (difference == null)) {
      throw new IllegalArgumentException(answer + " with difference " + difference);
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
    List<RepeatedCell> cells = RepeatedCell.of(results);
    int clusters = clusters(cells, paired);
    return cells.stream().map(cell -> EstimatedCell.of(cell, paired, clusters, SEED)).toList();
  }

  /** A cell of a result with its estimate. */
  public static EstimatedCell estimate(StudyResult result, RepeatedCell cell) {
    return estimate(result, cell, SEED);
  }

  private static EstimatedCell estimate(StudyResult result, RepeatedCell cell, long seed) {
    boolean paired = result.paired() != null;
    return EstimatedCell.of(cell, paired, clusters(RepeatedCell.of(result.cells()), paired), seed);
  }

  private static int clusters(List<RepeatedCell> cells, boolean paired) {
    return cells.stream().mapToInt(cell -> new CellShares(cell, paired).clusters()).max().orElse(1);
  }

  /**
   * The ranking of two cells by themselves, of one result or of two. Cells of two results have
   * nothing in common that cancels.
   */
  public static CapacityRanking of(
      StudyResult result, RepeatedCell cell, StudyResult otherResult, RepeatedCell other) {
    boolean together = result.equals(otherResult);
    return between(
        estimate(result, cell),
        estimate(otherResult, other, together ? SEED : ~SEED),
        together,
        CapacityEstimate.ERROR);
  }

  /**
   * The interval of the capacity of one of both cells minus the other's; empty where one has no
   * estimate.
   *
   * @param error the probability of a difference outside
   */
  public Optional<LoadInterval> gain(RepeatedCell cell, double error) {
    boolean isMore = more.cell().equals(cell);
    return answer == Answer.UNKNOWN
        ? Optional.empty()
        : Optional.of(isMore ? more.minus(less, error) : less.minus(more, error));
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

  private static List<CapacityRanking> ofOneUnit(List<EstimatedCell> cells) {
    int known = (int) cells.stream().filter(cell -> cell.estimate().isPresent()).count();
    double error = CapacityEstimate.ERROR / Math.max(1, known * (known - 1) / 2);
    List<CapacityRanking> rankings = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        rankings.add(between(cells.get(i), cells.get(j), true, error));
      }
    }
    return rankings;
  }

  private static CapacityRanking between(
      EstimatedCell first, EstimatedCell second, boolean together, double error) {
    if (first.estimate().isEmpty() || second.estimate().isEmpty()) {
      return new CapacityRanking(first, second, Answer.UNKNOWN, null);
    }
    if (first.estimate().get().load() < second.estimate().get().load()) {
      return between(second, first, together, error);
    }
    LoadInterval difference = first.minus(second, error);
    if (!first.isRankable(together) || !second.isRankable(together)) {
      return new CapacityRanking(first, second, Answer.MEASURED_ONCE, difference);
    }
    Answer answer = difference.lower() > 0 ? Answer.SHOWN : Answer.NOT_SHOWN;
    return new CapacityRanking(first, second, answer, difference);
  }
}
