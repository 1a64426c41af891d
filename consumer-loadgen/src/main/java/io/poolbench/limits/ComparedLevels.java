package io.poolbench.limits;

import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The levels at which pools are compared, by what was measured before. */
final class ComparedLevels {
  /** The highest number of users that is tried. */
  static final int MOST_USERS = 1024;

  /** Levels of a comparison. */
  private static final int LEVELS = 6;

  /** Half of the load that is carried, that load, and twice as much. */
  static final int FEWEST = 3;

  /** The factor from a capacity to the levels on either side of it. */
  private static final double NEAR = 1.3;

  /** Levels nearer than this factor tell the same. */
  private static final double APART = 1.12;

  private ComparedLevels() {}

  /**
   * The highest load that passes; if none does, the highest below all that fail, because slow calls
   * are too few to decide in so short a time; 1 if there is none.
   */
  static int carried(JudgedCell learned) {
    return carried(learned, MOST_USERS);
  }

  private static int carried(JudgedCell learned, int most) {
    int passed = 0;
    int open = 1;
    boolean failed = false;
    for (JudgedLevel level : learned.levels()) {
      failed |= level.verdict().kind() == Verdict.Kind.FAIL;
      if (level.passes() && level.level() <= most) {
        passed = level.level();
      } else if (level.counts() && !failed && level.level() <= most) {
        open = level.level();
      }
    }
    return passed > 0 ? passed : open;
  }

  /** From half of the highest load that is carried on, doubled, as far as the driver can call. */
  static List<Integer> around(JudgedCell learned) {
    int driven = driven(learned);
    int passed = carried(learned, driven);
    double bound = Metric.responseBound(learned.cell().sla()).orElse(0);
    double most = ThreadDemand.of(learned, 0).map(demand -> demand.mostUsers(bound)).orElse(0.0);
    TreeSet<Integer> levels = new TreeSet<>();
    int level = Math.max(1, passed / 2);
    while (levels.size() < LEVELS && level <= driven) {
      levels.add(level);
      if (level >= 4 * passed && level >= most) {
        break;
      }
      level *= 2;
    }
    return List.copyOf(levels);
  }

  /** The most users for whom the driver is not the limit itself, as far as was learned. */
  private static int driven(JudgedCell learned) {
    int most = learned.levels().stream().mapToInt(JudgedLevel::level).min().orElse(1);
    for (JudgedLevel level : learned.levels()) {
      if (!level.isDriverEnoughFor(APART)) {
        return most;
      }
      most = level.level();
    }
    return MOST_USERS;
  }

  /** Levels at the capacities of cells and on either side; those there are if one is not known. */
  static List<Integer> near(List<EstimatedCell> cells, List<Integer> measured) {
    SortedSet<Integer> levels = new TreeSet<>();
    for (EstimatedCell cell : cells) {
      double capacity = cell.asItWas().map(CapacityEstimate::load).orElse(Double.NaN);
      if (!Double.isFinite(capacity)) {
        return measured;
      }
      for (double side : List.of(1 / NEAR, 1.0, NEAR)) {
        int level = (int) Math.max(1, Math.round(side * capacity));
        if (levels.stream().allMatch(known -> isApart(known, level))) {
          levels.add(level);
        }
      }
    }
    return levels.size() < 2 ? measured : List.copyOf(levels);
  }

  private static boolean isApart(int one, int other) {
    return Math.max(one, other) >= APART * Math.min(one, other);
  }
}
