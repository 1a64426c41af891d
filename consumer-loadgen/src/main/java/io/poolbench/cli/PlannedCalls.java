package io.poolbench.cli;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.study.Cell;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Phase;
import io.poolbench.study.Study;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The maximum number of calls of a study, with warm-ups and prolonged steps. Open loops have a
 * known number of calls; that of closed loops depends on the response time, so an example is
 * printed. Repetitions of disturbed steps are not included.
 *
 * @param rated calls of open loops
 * @param userSeconds sum over all users of closed loops of their time in seconds
 * @param maxUsers maximum number of concurrent users of one cell
 */
record PlannedCalls(long rated, double userSeconds, int maxUsers) {
  private static final PlannedCalls NONE = new PlannedCalls(0, 0, 0);

  /** Assumed duration of a call with its think time, for the printed example. */
  private static final double EXAMPLE_SECONDS = 0.01;

  private static final MathContext DIGITS = new MathContext(3);

  static PlannedCalls of(Study study) {
    if (study.paired() != null) {
      return paired(study).times(study.repetitions().count());
    }
    PlannedCalls all = NONE;
    for (Cell cell : study.cells()) {
      PlannedCalls of = of(cell);
      all = all.plus(of, Math.max(all.maxUsers, of.maxUsers));
    }
    return all.times(study.repetitions().count());
  }

  /** The calls of a warm-up, of all slices, and of what follows them in a target. */
  private static PlannedCalls paired(Study study) {
    LoadSchedule load = study.cells().get(0).load();
    List<Integer> levels = load.firstRound();
    Paired paired = study.paired();
    double warmUp = seconds(load.warmup()) * load.maxLevel();
    double slice = seconds(load.settle().plus(load.measure()));
    double once = levels.stream().mapToDouble(level -> level).sum();
    double after = 0;
    if (study.cells().get(0).provider() instanceof TargetSettings) {
      // Each level of each pool is sampled, and one again in a trial of more connections.
      after =
          seconds(load.settle().plus(Paired.SAMPLED))
                  * (study.cells().size() * once + load.maxLevel())
              + 2 * Paired.TRIAL_SLICES * slice * load.maxLevel();
    }
    int full = Math.min(Paired.FULL_ROUNDS, paired.rounds());
    int further = study.blocks() - full * levels.size();
    double visits = study.cells().size() * (full * once + (double) further * load.maxLevel());
    return of(load, warmUp + visits * Paired.SLICES * slice + after);
  }

  private static PlannedCalls of(LoadSchedule load, double levelSeconds) {
    return load.workload() instanceof Workload.Open
        ? new PlannedCalls(Math.round(levelSeconds), 0, 0)
        : new PlannedCalls(0, levelSeconds, load.maxLevel());
  }

  private static PlannedCalls of(Cell cell) {
    LoadSchedule load = cell.load();
    if (load.groups().isEmpty()) {
      return of(load, levelSeconds(cell, level -> level));
    }
    PlannedCalls all = NONE;
    for (Group group : load.groups()) {
      PlannedCalls of = of(load.of(group), levelSeconds(cell, level -> load.level(group, level)));
      all = all.plus(of, all.maxUsers + of.maxUsers);
    }
    return all;
  }

  /** Sum over all steps of a part of the load, by the cell's level, times the step's seconds. */
  private static double levelSeconds(Cell cell, IntUnaryOperator part) {
    LoadSchedule load = cell.load();
    List<Integer> listed = load.toRun();
    List<Duration> steps = StudyPlanner.measures(cell);
    double seconds = seconds(load.warmup()) * part.applyAsInt(load.maxLevel());
    for (int step = 0; step < steps.size(); step++) {
      int level = step < listed.size() ? listed.get(step) : load.maxLevel();
      seconds += callSeconds(load, steps.get(step), part.applyAsInt(level));
    }
    return seconds;
  }

  /** The load level times its duration in seconds; for phases, the sum over all phases. */
  private static double callSeconds(LoadSchedule load, Duration measure, int level) {
    List<Phase> phases = load.phases();
    if (phases.isEmpty()) {
      Duration upTo = load.measureUpTo();
      return seconds(load.settle().plus(measure.compareTo(upTo) > 0 ? measure : upTo)) * level;
    }
    return seconds(load.settle()) * phases.get(0).level(level)
        + phases.stream().mapToDouble(phase -> seconds(phase.length()) * phase.level(level)).sum();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private PlannedCalls plus(PlannedCalls other, int users) {
    return new PlannedCalls(rated + other.rated, userSeconds + other.userSeconds, users);
  }

  private PlannedCalls times(int repetitions) {
    return new PlannedCalls(rated * repetitions, userSeconds * repetitions, maxUsers);
  }

  /** The calls of a study as text, also where capacities that it measures decide on them. */
  static String text(Study study) {
    return study.cells().stream().anyMatch(cell -> cell.load().capacity() != null)
        ? "calls whose number depends on the capacities that it measures first"
        : of(study).text();
  }

  String text() {
    if (userSeconds == 0) {
      return "at most " + FigureText.count(rated) + " calls";
    }
    String users =
        "calls of up to %s users, at most some %s (if each takes 10 ms)"
            .formatted(
                FigureText.count(maxUsers),
                FigureText.count(
                    BigDecimal.valueOf(userSeconds / EXAMPLE_SECONDS).round(DIGITS).longValue()));
    return rated == 0 ? users : users + ", and at most " + FigureText.count(rated) + " at a rate";
  }
}
