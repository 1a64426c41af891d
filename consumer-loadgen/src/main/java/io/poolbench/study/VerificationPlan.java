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
 * What measures predicted pools: a paired study of them, whose levels surround what was predicted.
 * Its time is that of its rounds: measuring until an interval is decided would favour early
 * extremes.
 *
 * @param study of the predicted pools
 * @param predictions by the names of its cells
 */
public record VerificationPlan(Study study, Map<String, PredictedUsers> predictions) {
  /** Levels of all pools together, at most. */
  static final int MAX_LEVELS = 10;

  /** A window longer than this is one of cells that are measured one after the other. */
  private static final Duration MAX_WINDOW = Duration.ofMillis(250);

  private static final Duration MAX_SETTLE = Duration.ofMillis(100);
  private static final int ROUNDS = 7;

  private static final String SUFFIX = "-verify";
  private static final int MAX_NAME = 50;

  /** Levels that are closer hardly differ in their share of late calls. */
  private static final double MIN_FACTOR = 1.15;

  /** How far the levels reach beyond all intervals. */
  private static final double BEYOND = 1.25;

  public VerificationPlan {
    predictions = Map.copyOf(predictions);
  }

  /**
   * The plan for a study that measured its loads, as its second part.
   *
   * @param sla that the predictions are of
   * @param pools at least one
   */
  static VerificationPlan of(Study study, Sla sla, List<VerificationPool> pools) {
    return of(study.name(), study.title(), study.paired(), study.cells().get(0), sla, pools);
  }

  /**
   * The plan for a result.
   *
   * @param cell one of its cells: all but the pool is as in it
   * @param sla that the predictions are of
   * @param pools at least one
   */
  public static VerificationPlan of(
      StudyResult result, Cell cell, Sla sla, List<VerificationPool> pools) {
    // Of another name, so that the study's latest result remains the measured one.
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

  /** How many blocks it has at most, in a study of so many rounds. */
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

  /** Levels by equal factors around all intervals. */
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
