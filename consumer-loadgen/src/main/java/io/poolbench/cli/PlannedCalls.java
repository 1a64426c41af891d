package io.poolbench.cli;

import io.poolbench.judge.LoadSearch;
import io.poolbench.result.FigureText;
import io.poolbench.run.VerificationPlan;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Sizing;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The maximum number of calls of a study, with warm-ups and prolonged steps. Open loops have a
 * known number of calls; the calls of closed loops depend on the response time, so user-seconds are
 * given instead. Repetitions of disturbed steps are not included.
 *
 * @param rated calls of open loops
 * @param userSeconds sum over all users of closed loops of their time in seconds
 * @param maxUsers maximum number of concurrent users of one cell
 */
record PlannedCalls(long rated, double userSeconds, int maxUsers) {
  /** Assumed duration of a call with its think time, for the printed example. */
  private static final double EXAMPLE_SECONDS = 0.01;

  static PlannedCalls of(Study study) {
    if (study.paired() != null) {
      return paired(study).times(study.repetitions().count());
    }
    return study.cells().stream()
        .flatMap(cell -> cell.groups().isEmpty() ? Stream.of(cell) : cell.groups().stream())
        .map(PlannedCalls::of)
        .reduce(new PlannedCalls(0, 0, 0), PlannedCalls::plus)
        .times(study.repetitions().count());
  }

  /** The calls of a warm-up and of all slices; what a study sizes and verifies is at most. */
  private static PlannedCalls paired(Study study) {
    LoadSchedule load = study.cells().get(0).load();
    List<Integer> levels = load.firstRound();
    Paired paired = study.paired();
    double warmUps = seconds(load.warmup()) * load.maxLevel();
    double visits;
    if (study.sizing() == null) {
      int full = Math.min(Paired.FULL_ROUNDS, paired.rounds());
      int further = study.blocks() - full * levels.size();
      double once = levels.stream().mapToDouble(level -> level).sum();
      visits = study.cells().size() * (full * once + (double) further * load.maxLevel());
    } else {
      // Beside others, the first part may take up to twice its blocks.
      int blocks =
          2 * study.blocks()
              + VerificationPlan.MAX_PROLONGATION * VerificationPlan.maxBlocks(paired);
      visits = blocks * (double) Sizing.LOADS_A_BLOCK * load.maxLevel();
      warmUps *= 2;
    }
    return of(load, warmUps + visits * Paired.SLICES * seconds(load.settle().plus(load.measure())));
  }

  private static PlannedCalls of(LoadSchedule load, double levelSeconds) {
    return load.workload() instanceof Workload.Open
        ? new PlannedCalls(Math.round(levelSeconds), 0, 0)
        : new PlannedCalls(0, levelSeconds, load.maxLevel());
  }

  private static PlannedCalls of(Cell cell) {
    LoadSchedule load = cell.load();
    List<Integer> listed = load.levels();
    double seconds = seconds(load.warmup()) * load.maxLevel();
    int steps = LoadSearch.of(cell).maxRemaining(List.of()).size();
    for (int step = 0; step < steps; step++) {
      int level = step < listed.size() ? listed.get(step) : load.maxLevel();
      seconds += callSeconds(load, level);
    }
    return of(load, seconds);
  }

  /** The load level times its duration in seconds; for phases, the sum over all phases. */
  private static double callSeconds(LoadSchedule load, int level) {
    List<Phase> phases = load.phases();
    if (phases.isEmpty()) {
      return seconds(load.settle().plus(load.measureUpTo())) * level;
    }
    return seconds(load.settle()) * phases.get(0).level(level)
        + phases.stream().mapToDouble(phase -> seconds(phase.length()) * phase.level(level)).sum();
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private PlannedCalls plus(PlannedCalls other) {
    return new PlannedCalls(
        rated + other.rated, userSeconds + other.userSeconds, Math.max(maxUsers, other.maxUsers));
  }

  private PlannedCalls times(int repetitions) {
    return new PlannedCalls(rated * repetitions, userSeconds * repetitions, maxUsers);
  }

  String text() {
    if (userSeconds == 0) {
      return "at most " + FigureText.count(rated) + " calls";
    }
    String users =
        "calls of up to %s users for at most %s user-seconds, which is %s calls of 10 ms"
            .formatted(
                FigureText.count(maxUsers),
                FigureText.count(Math.round(userSeconds)),
                FigureText.count(Math.round(userSeconds / EXAMPLE_SECONDS)));
    return rated == 0 ? users : users + ", and at most " + FigureText.count(rated) + " at a rate";
  }
}
