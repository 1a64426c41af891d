package io.poolbench.sla;

import io.poolbench.result.Batches.Count;
import io.poolbench.result.CellResult;
import io.poolbench.result.ShareInterval;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.CapacityEstimate.Basis;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The shares of calls over each bound of a cell's SLA, from the batches of its valid steps.
 *
 * <p>Bounds on shares are those on percentiles and on availability below 100 %. Any other bound
 * limits a value and has no share.
 *
 * @param cell with its repetitions
 * @param paired whether a window's number is that of a round in which all cells were measured
 */
record CellShares(RepeatedCell cell, boolean paired) {
  /** With fewer clusters than these their spread is hardly known. */
  private static final int MIN_CLUSTERS = 4;

  /** Whether a bound limits a share of calls. */
  static boolean isShare(Sla.Bound bound) {
    return ShareBound.of(bound).filter(ShareBound::isCrossed).isPresent();
  }

  /**
   * What varies independently. Repetitions of a paired run are too few to leave their rounds aside;
   * of other runs they are all there is.
   */
  Basis basis() {
    int repetitions = cell.count();
    if (paired && repetitions < MIN_CLUSTERS) {
      return repetitions * windows() < MIN_CLUSTERS ? Basis.BATCHES : Basis.ROUNDS;
    }
    return repetitions > 1 ? Basis.REPETITIONS : Basis.BATCHES;
  }

  /** How many clusters there are at most at one level. */
  int clusters() {
    return switch (basis()) {
      case REPETITIONS -> cell.count();
      case ROUNDS -> cell.count() * windows();
      case BATCHES -> 1;
    };
  }

  private int windows() {
    return cell.repetitions().stream()
        .flatMap(repetition -> repetition.steps().stream())
        .flatMap(step -> step.batches().windows().stream())
        .reduce(1, Math::max);
  }

  /**
   * The curves of all bounds on shares.
   *
   * @param among the number of clusters that cells compared with this one have, or more
   * @return none where there is no such bound, or the batches of a valid step are not known
   */
  List<ShareCurve> curves(int among) {
    List<ShareCurve> curves = new ArrayList<>();
    for (Sla.Bound bound : cell.cell().sla().bounds()) {
      Optional<ShareBound> share = ShareBound.of(bound).filter(ShareBound::isCrossed);
      if (share.isPresent()) {
        List<LevelShares> levels = levels(share.get(), among);
        if (levels.isEmpty()) {
          return List.of();
        }
        curves.add(new ShareCurve(share.get().maxShare(), levels));
      }
    }
    return curves;
  }

  private List<LevelShares> levels(ShareBound share, int among) {
    List<LevelShares> levels = new ArrayList<>();
    for (int level : cell.levels()) {
      List<List<Count>> steps = new ArrayList<>();
      List<Count> clusters = new ArrayList<>(Collections.nCopies(among, Count.NONE));
      for (int repetition = 0; repetition < cell.count(); repetition++) {
        for (StepResult step : valid(cell.repetitions().get(repetition), level)) {
          List<Count> counts = share.counts(step);
          if (counts.isEmpty()) {
            return List.of();
          }
          for (Count count : counts) {
            int cluster = cluster(repetition, count.window());
            clusters.set(cluster, clusters.get(cluster).plus(count));
          }
          steps.add(counts);
        }
      }
      List<Count> batches = Count.joined(steps);
      if (batches.stream().anyMatch(count -> count.calls() > 0)) {
        boolean spread = clusters.stream().filter(count -> count.calls() > 0).count() > 1;
        levels.add(
            new LevelShares(
                level, clusters, spread ? 1 : ShareInterval.of(batches).designEffect()));
      }
    }
    return levels;
  }

  private static List<StepResult> valid(CellResult repetition, int level) {
    return repetition.steps().stream()
        .filter(step -> step.level() == level)
        .filter(step -> step.verdict().kind() != Verdict.Kind.INVALID)
        .toList();
  }

  private int cluster(int repetition, int window) {
    return switch (basis()) {
      case REPETITIONS -> repetition;
      case ROUNDS -> repetition * windows() + window - 1;
      case BATCHES -> 0;
    };
  }
}
