package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.report.Answer.Open;
import io.poolbench.report.PoolRanking.Outcome;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a result leaves open of capacities and rankings, with what to do about it. */
record OpenQuestions(Study study) {
  /** What is not known of the capacities and their rankings. */
  List<Open> of(Leaders group) {
    List<Open> open = new ArrayList<>();
    for (MeasuredPool pool : group.pools()) {
      of(pool).ifPresent(open::add);
    }
    List<PoolRanking> undecided =
        group.rankings().stream().filter(pair -> pair.outcome() != Outcome.SHOWN).toList();
    undecided.stream()
        .filter(pair -> pair.outcome() != Outcome.CROSSING)
        .filter(pair -> pair.outcome() != Outcome.FEWER_LATE)
        .filter(pair -> pair.outcome() != Outcome.UNKNOWN)
        .findFirst()
        .ifPresent(pair -> open.add(new Open(pair.sentence(group.unit()), more(pair))));
    return open;
  }

  private NextStep more(PoolRanking pair) {
    return switch (pair.outcome()) {
      case DEPENDS_ON_HOST -> NextStep.again("run again on a calmer host");
      case MEASURED_ONCE -> NextStep.again("measure repetitions", "--repetitions", "3");
      default -> moreRounds();
    };
  }

  NextStep again() {
    return study.paired() == null ? NextStep.again("run again") : moreRounds();
  }

  private NextStep moreRounds() {
    return study.paired() == null
        ? NextStep.again("measure repetitions", "--repetitions", "3")
        : NextStep.again(
            "measure more rounds", "--set", "paired.rounds=" + 2 * study.paired().rounds());
  }

  private Optional<Open> of(MeasuredPool pool) {
    if (!pool.isMeasured()) {
      return Optional.empty();
    }
    CapacityEstimate estimate = pool.estimate();
    if (estimate != null && estimate.upper() == Double.POSITIVE_INFINITY) {
      return Optional.of(
          new Open(
              "%s may carry more than %s, the highest level"
                  .formatted(
                      pool.name(), FigureText.load(pool.workload(), estimate.highestLevel())),
              NextStep.again(
                  "add higher levels",
                  "--set",
                  "load." + pool.workload().setting() + "=" + higher(pool))));
    }
    if (pool.isKnown()) {
      return Optional.empty();
    }
    return pool.capacity().open().stream()
        .findFirst()
        .map(
            level ->
                new Open(
                    "%s at %s is %s: %s"
                        .formatted(
                            pool.name(),
                            FigureText.load(pool.workload(), level.level()),
                            level.verdict().kind(),
                            ViolationText.of(level.verdict())),
                    again()))
        .or(() -> Optional.of(new Open("max load of " + pool.name(), again())));
  }

  /** The levels with two above the highest, at the distance of the two highest ones. */
  private static String higher(MeasuredPool pool) {
    List<Integer> levels =
        new ArrayList<>(pool.judged().levels().stream().map(JudgedLevel::level).toList());
    int highest = levels.get(levels.size() - 1);
    int gap = levels.size() == 1 ? highest : highest - levels.get(levels.size() - 2);
    levels.add(highest + gap);
    levels.add(highest + 2 * gap);
    return levels.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
