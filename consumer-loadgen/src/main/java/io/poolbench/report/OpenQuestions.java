package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Ranking.Caveat;
import io.poolbench.judge.Verdict;
import io.poolbench.report.Answer.Open;
import io.poolbench.study.Cell;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a result leaves open of capacities and rankings, with what to do about it. */
record OpenQuestions(Study study) {
  /** A load that is higher by less tells little. */
  private static final double MORE = 1.5;

  /** Parts of the way from a level that passes to one that fails. */
  private static final int PARTS = 4;

  static final NextStep CALMER = NextStep.again("run again on a calmer host");

  private static final NextStep OTHER_MACHINE =
      NextStep.again(
          "let another machine run the provider, as the driver is full",
          NextStep.PROVIDER_ON,
          "ssh HOST");

  private static final NextStep REPETITIONS =
      NextStep.again("measure repetitions", "--repetitions", "3");

  /** What is not known of the capacities and their rankings. */
  List<Open> of(Leaders group) {
    List<Open> open = new ArrayList<>();
    for (EstimatedCell pool : group.pools()) {
      of(pool).ifPresent(open::add);
    }
    for (Ranking pair : group.rankings()) {
      Optional<NextStep> more = more(pair);
      if (more.isPresent()) {
        open.add(new Open(new RankingText(pair).sentence(), more.get()));
        break;
      }
    }
    return open;
  }

  /** What may rank a pair; empty of one that is ranked, or that lacks an estimate. */
  private Optional<NextStep> more(Ranking pair) {
    return switch (pair.answer()) {
      case CARRIES_MORE, CROSSING, FEWER_LATE, UNKNOWN -> Optional.empty();
      case DEPENDS_ON_HOST -> Optional.of(CALMER);
      case MEASURED_ONCE -> Optional.of(REPETITIONS);
      case NO_DIFFERENCE, TOO_FEW_ROUNDS -> toDecide(pair);
    };
  }

  /** More rounds on a host that makes calls late at any load are as late. */
  private Optional<NextStep> toDecide(Ranking pair) {
    if (pair.caveats().contains(Caveat.MORE_LATE_CALLS_ALLOWED)) {
      return Optional.of(CALMER);
    }
    return study.paired() == null || pair.mayRoundsDecide()
        ? Optional.of(moreRounds())
        : Optional.of(pair).filter(Ranking::isBetweenLevels).flatMap(this::between);
  }

  /** Levels between the highest that passes and the lowest that fails; empty if there is none. */
  private Optional<NextStep> between(Ranking pair) {
    EstimatedCell pool = pair.one();
    int passing = pool.passedLevel().level();
    int failing = pool.passedLevel().failing().orElseThrow().at();
    SortedSet<Integer> levels = new TreeSet<>();
    pool.judged().levels().forEach(level -> levels.add(level.at()));
    boolean added = false;
    for (int part = 1; part < PARTS; part++) {
      added |= levels.add(passing + part * (failing - passing) / PARTS);
    }
    return added
        ? Optional.of(
            withLevels(
                "measure loads between %s and %s"
                    .formatted(
                        FigureText.count(passing), FigureText.load(pool.workload(), failing)),
                pool,
                levels))
        : Optional.empty();
  }

  /** In words where the setting would give groups, or cells of another unit, another load. */
  private NextStep withLevels(String text, EstimatedCell pool, Collection<Integer> levels) {
    String setting = pool.workload().setting();
    String list = levels.stream().map(String::valueOf).collect(Collectors.joining(","));
    NextStep step = NextStep.again(text, "--set", "load." + setting + "=" + list);
    return study.cells().stream()
            .map(Cell::load)
            .allMatch(load -> load.groups().isEmpty() && load.workload().setting().equals(setting))
        ? step
        : step.inWords();
  }

  NextStep again() {
    return study.paired() == null ? NextStep.again("run again") : moreRounds();
  }

  private NextStep moreRounds() {
    if (study.paired() == null) {
      return REPETITIONS;
    }
    int rounds = study.paired().rounds();
    return rounds == Paired.MAX
        ? CALMER
        : NextStep.again(
            "measure more rounds (a new test, wrong in 5 % of runs)",
            "--set", "paired.rounds=" + Math.min(Paired.MAX, 2 * rounds));
  }

  private Optional<Open> of(EstimatedCell pool) {
    if (!pool.isMeasured()) {
      return Optional.empty();
    }
    Optional<CapacityEstimate> beyond =
        pool.asItWas()
            .filter(estimate -> estimate.upper() == Double.POSITIVE_INFINITY)
            .filter(
                estimate -> estimate.load() == Double.POSITIVE_INFINITY || !failsAtHighest(pool));
    if (beyond.isPresent()) {
      return Optional.of(
          new Open(
              "%s may carry more than %s, the highest level"
                  .formatted(
                      pool.name(), FigureText.load(pool.workload(), beyond.get().highestLevel())),
              higherLevels(pool)));
    }
    if (pool.isKnown()) {
      return Optional.empty();
    }
    return pool.passedLevel().open().stream()
        .findFirst()
        .map(
            level ->
                new Open(
                    "%s at %s is %s: %s"
                        .formatted(
                            pool.name(),
                            FigureText.load(pool.workload(), level.at()),
                            level.verdict().kind(),
                            ViolationText.of(level.verdict())),
                    toDecide(level)))
        .or(() -> Optional.of(new Open("max load of " + pool.name(), again())));
  }

  /** Whether the highest level fails, so that higher ones would tell nothing. */
  private static boolean failsAtHighest(EstimatedCell pool) {
    List<JudgedLevel> levels = pool.judged().levels();
    return levels.get(levels.size() - 1).verdict().kind() == Verdict.Kind.FAIL;
  }

  /** What may decide a level: more calls only where too few of them are all that is wrong. */
  private NextStep toDecide(JudgedLevel level) {
    if (level.verdict().kind() == Verdict.Kind.UNDECIDED) {
      return again();
    }
    return level.isDriverEnoughFor(1) ? CALMER : OTHER_MACHINE;
  }

  private NextStep higherLevels(EstimatedCell pool) {
    List<JudgedLevel> levels = pool.judged().levels();
    JudgedLevel highest = levels.get(levels.size() - 1);
    if (highest.at() >= pool.workload().maxLevel()) {
      return NextStep.open();
    }
    return highest.isDriverEnoughFor(MORE)
        ? withLevels("add higher levels", pool, higher(pool))
        : OTHER_MACHINE;
  }

  /** The levels with two above the highest, at the distance of the two highest ones. */
  private static List<Integer> higher(EstimatedCell pool) {
    List<Integer> levels =
        new ArrayList<>(pool.judged().levels().stream().map(JudgedLevel::at).toList());
    int highest = levels.get(levels.size() - 1);
    int gap = levels.size() == 1 ? highest : highest - levels.get(levels.size() - 2);
    levels.add(highest + gap);
    levels.add(highest + 2 * gap);
    return levels.stream()
        .map(level -> Math.min(level, pool.workload().maxLevel()))
        .distinct()
        .toList();
  }
}
