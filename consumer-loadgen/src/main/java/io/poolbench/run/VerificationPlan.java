package io.poolbench.run;

import io.poolbench.api.PoolConfig;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.Estimate;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Prediction;
import io.poolbench.model.Recommendation;
import io.poolbench.model.Recommendation.Candidate;
import io.poolbench.model.Scenario;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult.PredictedUsers;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The plan that verifies predicted pools: a paired study of them with levels around the
 * predictions. Its number of rounds is fixed in advance, because measuring until an interval is
 * decided would favour early extremes. It is the study's, divided by the share of blocks that
 * others left undisturbed so far, as a prediction for the undisturbed host is compared with such
 * blocks only.
 *
 * @param predictions by the names of the study's cells
 */
public record VerificationPlan(Study study, Map<String, PredictedUsers> predictions) {
  /**
   * The maximum number of levels, which all pools share. A longer verification has fewer of them,
   * because each needs several undisturbed rounds.
   */
  static final int MAX_LEVELS = 10;

  /** The largest factor by which disturbed blocks prolong a verification. */
  public static final int MAX_PROLONGATION = 3;

  /** Limit of the window: longer ones suit cells that are measured one after another. */
  private static final Duration MAX_WINDOW = Duration.ofMillis(250);

  private static final Duration MAX_SETTLE = Duration.ofMillis(100);

  /** Least ratio of two levels; closer ones hardly differ in their share of late calls. */
  private static final double MIN_FACTOR = 1.15;

  /** Ratio by which the levels reach beyond all intervals. */
  private static final double BEYOND = 1.25;

  public VerificationPlan {
    predictions = Map.copyOf(predictions);
  }

  /** The plan for the second part of a study whose first part measured these blocks. */
  static VerificationPlan of(
      Study study, Sla sla, List<VerificationPool> pools, List<BlockSample> measured) {
    double prolongation = prolongation(measured);
    List<Integer> levels =
        levels(
            pools.stream().map(VerificationPool::predicted).toList(),
            (int) Math.round(MAX_LEVELS / Math.sqrt(prolongation)));
    List<Cell> cells = new ArrayList<>();
    Map<String, PredictedUsers> predictions = new LinkedHashMap<>();
    for (VerificationPool pool : pools) {
      cells.add(cell(study.cells().get(0), sla, pool, levels));
      predictions.put(pool.cell(), pool.predicted());
    }
    return new VerificationPlan(
        new Study(
            study.name(),
            study.title(),
            Repetitions.ONCE,
            study.paired().times(prolongation),
            null,
            null,
            List.of(),
            List.of(),
            "",
            List.of(),
            study.commands(),
            cells),
        predictions);
  }

  private static double prolongation(List<BlockSample> measured) {
    double undisturbed =
        measured.stream().mapToInt(block -> block.isDisturbed() ? 0 : 1).average().orElse(1);
    return Math.min(MAX_PROLONGATION, 1 / undisturbed);
  }

  /** The maximum number of blocks that verify a study's predictions on an undisturbed host. */
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
            Collections.min(List.of(load.settle(), MAX_SETTLE)),
            Collections.min(List.of(load.measure(), MAX_WINDOW))),
        of.validity(),
        new Sla(sla.bounds()),
        "");
  }

  /**
   * Levels with equal ratios around all intervals. The nearest one gives way to the planned load,
   * at which the recommended pool has to pass.
   *
   * @param count the maximum number of levels, at least three
   */
  static List<Integer> levels(List<PredictedUsers> predicted, int count) {
    double lowest =
        Math.max(1, predicted.stream().mapToDouble(PredictedUsers::low).min().orElseThrow());
    double highest =
        predicted.stream()
            .mapToDouble(of -> of.high() == null ? of.users() * BEYOND : of.high())
            .max()
            .orElseThrow();
    double from = Math.max(1, lowest / BEYOND);
    double to = Math.max(from, highest * BEYOND);
    double factor = Math.max(MIN_FACTOR, Math.pow(to / from, 1.0 / (count - 1)));
    List<Integer> levels = new ArrayList<>();
    double level = from;
    for (int i = 0; i < count && level < to * factor; i++, level *= factor) {
      int users = (int) Math.round(level);
      if (levels.isEmpty() || users > levels.get(levels.size() - 1)) {
        levels.add(users);
      }
    }
    predicted.stream()
        .map(PredictedUsers::planned)
        .filter(Objects::nonNull)
        .forEach(planned -> levels.set(nearest(levels, planned), planned));
    return levels.stream().distinct().toList();
  }

  private static int nearest(List<Integer> levels, int planned) {
    return IntStream.range(0, levels.size())
        .boxed()
        .min(Comparator.comparingDouble(i -> Math.abs(Math.log((double) levels.get(i) / planned))))
        .orElseThrow();
  }

  /** A pool to verify, with its max users as predicted by a model. */
  public record VerificationPool(PoolConfig pool, PredictedUsers predicted) {
    public VerificationPool {
      Objects.requireNonNull(pool, "pool");
      Objects.requireNonNull(predicted, "predicted");
    }

    /**
     * Pools with half of the recommended threads, the recommended ones, and twice as many. A pool
     * with one thread less would differ by less than a measurement of minutes shows.
     */
    public static List<VerificationPool> of(
        CapacityModel model, MeasuredLoads measured, Recommendation found) {
      List<VerificationPool> pools = new ArrayList<>();
      PoolConfig pool = found.pool().pool();
      boolean undisturbed = measured.disturbed() > 0;
      if (pool.threads() > 1) {
        PoolConfig half = PoolConfig.of(pool.type(), null, pool.threads() / 2, pool.queues(), null);
        int most = (int) (2 * found.pool().maxUsers().high() + 1);
        Prediction smaller =
            Prediction.of(model, Scenario.of(half, measured), found.sla(), List.of(most));
        pools.add(of(half, Role.SMALLER, smaller.maxUsers(), smaller.open(), null, undisturbed));
      }
      pools.add(of(found.pool(), Role.RECOMMENDED, found.planned().users(), undisturbed));
      pools.add(of(found.more(), Role.LARGER, null, undisturbed));
      return List.copyOf(pools);
    }

    private static VerificationPool of(
        Candidate candidate, Role role, Integer planned, boolean undisturbed) {
      return of(
          candidate.pool(), role, candidate.maxUsers(), candidate.open(), planned, undisturbed);
    }

    private static VerificationPool of(
        PoolConfig pool,
        Role role,
        Estimate users,
        boolean open,
        Integer planned,
        boolean undisturbed) {
      Double high = open ? null : (Double) users.high();
      return new VerificationPool(
          pool, new PredictedUsers(role, users.value(), users.low(), high, planned, undisturbed));
    }

    /** The name of the cell, which differs from that of a measured cell with the same pool. */
    String cell() {
      return "verified " + pool.label();
    }
  }
}
