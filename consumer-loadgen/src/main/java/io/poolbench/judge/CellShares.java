package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Sla;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The shares of calls over each bound of a cell's SLA, computed from the batches of valid steps.
 *
 * <p>Bounds on percentiles and on availability below 100 % limit a share. Any other bound limits a
 * value.
 *
 * @param paired whether the number of a window is that of a round in which all cells were measured
 */
record CellShares(RepeatedCell cell, boolean paired) {
  /** Fewer clusters do not show their spread. */
  static final int MIN_CLUSTERS = 4;

  record Block(Cluster round, int level) {}

  /** The shares that a bound limits to a value between 0 and 1, exclusive. */
  private static Stream<ShareBound> shares(Sla.Bound bound) {
    return ShareBound.of(bound).stream().filter(ShareBound::isCrossed);
  }

  static boolean isShare(Sla.Bound bound) {
    return shares(bound).findAny().isPresent();
  }

  /** The SLA's bounds on shares, in its order, without shares of time that a step does not know. */
  List<ShareBound> bounds() {
    return cell.cell().sla().bounds().stream()
        .flatMap(CellShares::shares)
        .filter(share -> !share.ofTime() || cell.levels().stream().allMatch(of -> known(share, of)))
        .toList();
  }

  private boolean known(ShareBound share, int level) {
    return cell.repetitions().stream()
        .flatMap(repetition -> valid(repetition, level).stream())
        .allMatch(share::known);
  }

  /** Paired runs with few repetitions use rounds without merging them by repetition. */
  Basis basis() {
    int repetitions = cell.measured();
    if (paired && repetitions < MIN_CLUSTERS) {
      return rounds() < MIN_CLUSTERS ? Basis.BATCHES : Basis.ROUNDS;
    }
    return repetitions > 1 ? Basis.REPETITIONS : Basis.BATCHES;
  }

  int clusters() {
    return switch (basis()) {
      case REPETITIONS -> cell.measured();
      case ROUNDS -> rounds();
      case BATCHES -> 1;
    };
  }

  private int rounds() {
    Set<Cluster> rounds = new HashSet<>();
    for (int repetition = 0; repetition < cell.count(); repetition++) {
      for (StepResult step : cell.repetitions().get(repetition).steps()) {
        for (int window : step.batches().windows()) {
          rounds.add(new Cluster(repetition, window));
        }
      }
    }
    return rounds.size();
  }

  /** The curves of all share bounds; empty without any, or if a valid step has no batches. */
  List<ShareCurve> curves() {
    return curves(1, bound -> levels(bound, basis()));
  }

  /**
   * The curves computed from the calm blocks of a paired run. Levels with too few such rounds are
   * left out; empty with fewer than two levels.
   */
  List<ShareCurve> calmCurves() {
    Map<Block, Double> taken = taken();
    return curves(
        2,
        bound ->
            levels(bound, Basis.ROUNDS).stream()
                .map(
                    level ->
                        level.of(
                            round ->
                                BlockSample.isCalm(taken.get(new Block(round, level.level())))))
                .filter(level -> level.batches().size() >= MIN_CLUSTERS)
                .toList());
  }

  /** A curve for each bound; empty if one of them has fewer levels than this. */
  private List<ShareCurve> curves(int least, Function<ShareBound, List<LevelShares>> levels) {
    List<ShareCurve> curves = new ArrayList<>();
    for (ShareBound bound : bounds()) {
      List<LevelShares> ofBound = levels.apply(bound);
      if (ofBound.size() < least) {
        return List.of();
      }
      curves.add(new ShareCurve(bound.maxShare(), ofBound));
    }
    return curves;
  }

  /**
   * CPU time that other processes and machines took in each block, in percent of the CPUs' time.
   */
  Map<Block, Double> taken() {
    Map<Block, Double> taken = new HashMap<>();
    for (int repetition = 0; repetition < cell.count(); repetition++) {
      for (BlockSample sample : cell.repetitions().get(repetition).blocks()) {
        if (!sample.discarded()) {
          taken.put(
              new Block(new Cluster(repetition, sample.round()), sample.level()),
              sample.takenPct());
        }
      }
    }
    return taken;
  }

  /** The shares of a bound at each level that has calls; empty if a valid step has no batches. */
  List<LevelShares> levels(ShareBound bound, Basis basis) {
    List<LevelShares> levels = new ArrayList<>();
    for (int level : cell.levels()) {
      Map<Cluster, List<List<Count>>> steps = new HashMap<>();
      for (int repetition = 0; repetition < cell.count(); repetition++) {
        for (StepResult step : valid(cell.repetitions().get(repetition), level)) {
          List<Count> counts = bound.counts(step);
          if (counts.isEmpty()) {
            return List.of();
          }
          Map<Cluster, List<Count>> ofStep = new HashMap<>();
          for (Count count : counts) {
            Cluster cluster = cluster(basis, repetition, count.window());
            ofStep.computeIfAbsent(cluster, first -> new ArrayList<>()).add(count);
          }
          ofStep.forEach(
              (cluster, of) -> steps.computeIfAbsent(cluster, first -> new ArrayList<>()).add(of));
        }
      }
      Map<Cluster, List<Count>> batches = new HashMap<>();
      steps.forEach((cluster, of) -> batches.put(cluster, Count.joined(of)));
      batches.values().removeIf(counts -> Count.sum(counts).calls() == 0);
      if (!batches.isEmpty()) {
        levels.add(new LevelShares(level, batches));
      }
    }
    return levels;
  }

  private static List<StepResult> valid(CellResult repetition, int level) {
    return repetition.steps().stream()
        .filter(step -> step.level() == level)
        .filter(StepResult::isValid)
        .toList();
  }

  private static Cluster cluster(Basis basis, int repetition, int window) {
    return switch (basis) {
      case REPETITIONS -> new Cluster(repetition, 0);
      case ROUNDS -> new Cluster(repetition, window);
      case BATCHES -> new Cluster(0, 0);
    };
  }
}
