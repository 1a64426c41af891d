package io.poolbench.study;

import io.poolbench.result.PredictedUsers;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plan that verifies predicted pools: a paired study of them with levels around the
 * predictions. Its number of rounds is fixed, because measuring until an interval is decided would
 * favour early extremes.
 *
 * @param predictions by the names of the study's cells
 */
public record VerificationPlan(Study study, Map<String, PredictedUsers> predictions) {
  /** The maximum number of levels, which all pools share. */
  static final int MAX_LEVELS = 10;

  /** Limit of the window: longer ones suit cells that are measured one after another. */
  private static final Duration MAX_WINDOW = Duration.ofMillis(250);

  private static final Duration MAX_SETTLE = Duration.ofMillis(100);
  private static final int ROUNDS = 7;

  private static final String SUFFIX = "-verify";
  private static final int MAX_NAME = 50;

  /** Least ratio of two levels; closer ones hardly differ in their share of late calls. */
  private static final double MIN_FACTOR = 1.15;

  /** Ratio by which the levels reach beyond all intervals. */
  private static final double BEYOND = 1.25;

  public VerificationPlan {
    predictions = Map.copyOf(predictions);
  }

  /** The plan for the second part of a study that measured its loads. */
  static VerificationPlan of(Study study, Sla sla, List<VerificationPool> pools) {
    return of(study.name(), study.title(), study.paired(), study.cells().get(0), sla, pools);
  }

  /**
   * The plan for a result.
   *
   * @param cell one of its cells, of which everything but the pool is used
   * @param sla that the predictions refer to
   * @param pools at least one
   */
  public static VerificationPlan of(
      StudyResult result, Cell cell, Sla sla, List<VerificationPool> pools) {
    // Another name, so that the latest result under the study's name remains the measured one.
    String name = result.study().substring(0, Math.min(result.study().length(), MAX_NAME));
    Paired paired = result.paired() == null ? new Paired(ROUNDS, null) : result.paired();
    return of(name + SUFFIX, result.title(), paired, cell, sla, pools);
  }

  private static VerificationPlan of(
      String name,
      String title,
      Paired paired,
      Cell measured,
      Sla sla,
      List<VerificationPool> pools) {
    List<Integer> levels = levels(pools.stream().map(VerificationPool::predicted).toList());
    List<Cell> cells = new ArrayList<>();
    Map<String, PredictedUsers> predictions = new LinkedHashMap<>();
    for (VerificationPool pool : pools) {
      cells.add(cell(measured, sla, pool, levels));
      predictions.put(pool.cell(), pool.predicted());
    }
    return new VerificationPlan(
        new Study(
            name,
            title,
            Repetitions.ONCE,
            paired,
            null,
            null,
            List.of(),
            List.of(),
            "",
            List.of(),
            cells),
        predictions);
  }

  /** The maximum number of blocks of a plan with so many rounds. */
  public static int maxBlocks(Paired paired) {
    return paired.blocks(MAX_LEVELS);
  }

  private static Cell cell(Cell of, Sla sla, VerificationPool pool, List<Integer> levels) {
    LoadSchedule load = of.load();
    return new Cell(
        pool.cell(),
        of.dubbo().with(pool.pool()),
        of.redis(),
        of.network(),
        of.driver(),
        of.cpus(),
        new LoadSchedule(
            load.workload(),
            levels,
            load.warmup(),
            shorter(load.settle(), MAX_SETTLE),
            shorter(load.measure(), MAX_WINDOW)),
        of.validity(),
        new Sla(sla.bounds()),
        "");
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Levels with equal ratios around all intervals. */
  static List<Integer> levels(List<PredictedUsers> predicted) {
    double lowest =
        Math.max(1, predicted.stream().mapToDouble(PredictedUsers::low).min().orElseThrow());
    double highest =
        predicted.stream()
            .mapToDouble(of -> of.high() == null ? of.users() * BEYOND : of.high())
            .max()
            .orElseThrow();
    double from = Math.max(1, lowest / BEYOND);
    double to = Math.max(from, highest * BEYOND);
    double factor = Math.max(MIN_FACTOR, Math.pow(to / from, 1.0 / (MAX_LEVELS - 1)));
    List<Integer> levels = new ArrayList<>();
    double level = from;
    for (int i = 0; i < MAX_LEVELS && level < to * factor; i++, level *= factor) {
      int users = (int) Math.round(level);
      if (levels.isEmpty() || users > levels.get(levels.size() - 1)) {
        levels.add(users);
      }
    }
    return List.copyOf(levels);
  }
}
