package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Rankings;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import io.poolbench.study.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The studies that compare the pool of a program with others, each of which follows from the
 * journal of those before:
 *
 * <ol>
 *   <li>the pool of today alone under rising loads, until two break the SLA;
 *   <li>other pools in turns with it, at loads around its capacity;
 *   <li>the pool that looks best in turns with it, in another provider; and one with twice its
 *       threads, if it is the largest of those compared.
 * </ol>
 *
 * @param base a paired study of the pool as configured
 * @param named pools that were asked for; empty = those that follow from the first study
 * @param loadNamed whether the levels were asked for
 * @param cpus of the provider
 * @param studies makes the study of a stage, otherwise as the base
 */
public record SizeStages(
    Study base,
    List<PoolConfig> named,
    boolean loadNamed,
    int cpus,
    Function<Stage, Study> studies) {
  /**
   * What a stage measures.
   *
   * @param own the name of the cell with the pool as configured
   * @param pools beside it
   * @param repetitions of which each stage but the first is one
   */
  public record Stage(
      String own,
      List<PoolConfig> pools,
      List<Integer> levels,
      Duration settle,
      Duration measure,
      int rounds,
      int repetitions) {
    public Stage {
      Objects.requireNonNull(own, "own");
      pools = List.copyOf(pools);
      levels = List.copyOf(levels);
      Objects.requireNonNull(settle, "settle");
      Objects.requireNonNull(measure, "measure");
    }

    Stage withRounds(int other) {
      return new Stage(own, pools, levels, settle, measure, other, repetitions);
    }

    private Stage withoutHighest() {
      List<Integer> lower = levels.subList(0, levels.size() - 1);
      return new Stage(own, pools, lower, settle, measure, rounds, repetitions);
    }

    /** The same for one of the pools beside that of today. */
    Stage ofOne() {
      List<PoolConfig> one = pools.subList(0, Math.min(1, pools.size()));
      return new Stage(own, one, levels, settle, measure, rounds, repetitions);
    }
  }

  /** The end of the names of these studies. */
  public static final String SUFFIX = "-size";

  /** The cell of the first study, which is not in the result. */
  public static final String LEARNED = "learning";

  /** The repetitions of the second and of the third study, which are in the result. */
  public static final int COMPARED = 1;

  public static final int VERIFIED = 2;

  /** A slice of the first study; longer where the SLA permits slow calls. */
  private static final Duration LEARNING = Duration.ofMillis(700);

  /** A slice has so many calls of a user, or lasts so long. */
  private static final int CALLS_OF_A_USER = 8;

  /** Fewer, if there is no time for more. */
  private static final int MIN_CALLS_OF_A_USER = 2;

  private static final Duration SHORTEST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** The share of the time left in which all pools are compared. */
  private static final double COMPARING = 0.55;

  public SizeStages {
    Objects.requireNonNull(base, "base");
    named = List.copyOf(named);
  }

  private Cell own() {
    return base.cells().get(0);
  }

  /** Whether it is the first study, of one pool. */
  public static boolean isLearning(Study study) {
    return study.name().endsWith(SUFFIX) && study.cells().get(0).name().equals(LEARNED);
  }

  /** The first study; a further one begins beyond the highest level of the one before. */
  public Study learning(int number) {
    List<Integer> levels = own().load().levels();
    List<Integer> higher = new ArrayList<>();
    for (int level = 2 * own().load().maxLevel(); level <= ComparedLevels.MOST_USERS; level *= 2) {
      higher.add(level);
    }
    return studies.apply(
        new Stage(
            LEARNED,
            List.of(),
            number == 1 ? levels : higher,
            longer(own().load().settle(), bound()),
            longer(LEARNING, bound().multipliedBy(2)),
            /* rounds= */ 1,
            /* repetitions= */ 1));
  }

  private Duration bound() {
    return StageTime.bound(own().sla());
  }

  /** Whether higher loads are to be learned of: the highest is carried, and none was asked for. */
  public boolean isToGoOn(Journal journal) {
    JudgedCell learned = learned(journal);
    List<JudgedLevel> levels = learned.levels();
    return !loadNamed
        && own().load().workload() instanceof Workload.Closed
        && !levels.isEmpty()
        && ComparedLevels.carried(learned) == own().load().maxLevel()
        && levels.get(levels.size() - 1).isDriverEnoughFor(2)
        && PoolUse.known(Metric.PROVIDER_CPU, levels.get(levels.size() - 1).together())
            < ResourceChecks.ALL_PCT;
  }

  /** Whether pools can be compared: around what was learned, or at the levels asked for. */
  public boolean isToCompare(Journal journal) {
    return loadNamed || learned(journal).levels().stream().anyMatch(JudgedLevel::counts);
  }

  /** What was learned of the pool of today. */
  public JudgedCell learned(Journal journal) {
    return JudgedStudy.of(learning(1), journal).cells().get(0);
  }

  /** The most threads of the pool of today; 0 if unknown or unlimited. */
  public static int mostThreads(Journal journal) {
    return PoolUse.ran(LEARNED, journal.entries()).map(EffectivePool::mostThreads).orElse(0);
  }

  /**
   * The second study, in about a part of the time that is left, or in all of it where the rest is
   * too little for the third. If slow calls leave too little of it, slices become shorter; if all
   * of it is too little, fewer pools are compared, and at fewer levels, unless these were asked
   * for; at last, in fewer rounds.
   */
  public Study compared(Journal journal, Duration left) {
    JudgedCell learned = learned(journal);
    List<PoolConfig> pools =
        named.isEmpty() ? pools(journal).map(rule -> rule.of(learned)).orElse(List.of()) : named;
    double millis =
        PoolUse.levels(learned)
            .map(level -> PoolUse.known(Metric.MEAN, level))
            .filter(mean -> mean > 0)
            .findFirst()
            .orElse(0.0);
    List<Integer> levels = loadNamed ? own().load().levels() : ComparedLevels.around(learned);
    StageTime times = times(journal);
    Duration whole = left.minus(times.toStart().multipliedBy(2));
    Duration time = Duration.ofMillis(Math.round(COMPARING * whole.toMillis()));
    List<Stage> stages = new ArrayList<>();
    for (int calls = CALLS_OF_A_USER; calls >= MIN_CALLS_OF_A_USER; calls /= 2) {
      stages.add(comparing(pools, levels, millis, calls));
    }
    List<Stage> shortest = new ArrayList<>(stages.subList(stages.size() - 1, stages.size()));
    if (named.isEmpty() && pools.size() > 1) {
      if (pools.size() > 2) {
        shortest.add(
            comparing(pools.subList(1, pools.size()), levels, millis, MIN_CALLS_OF_A_USER));
      }
      // Fewer threads than are all busy tell less than more of them.
      boolean allBusy =
          ThreadDemand.of(learned, mostThreads(journal))
              .filter(demand -> demand.isOfAll(mostThreads(journal)))
              .isPresent();
      int only = allBusy ? pools.size() - 1 : (pools.size() - 1) / 2;
      shortest.add(comparing(pools.subList(only, only + 1), levels, millis, MIN_CALLS_OF_A_USER));
    }
    Stage stage =
        times
            .within(time, stages)
            .or(() -> times.within(whole, shortest))
            .orElseGet(
                () -> lower(shortest.get(shortest.size() - 1), times, left.minus(times.toStart())));
    boolean canVerify =
        times.areEnough(time, stage) && times.areEnough(whole.minus(time), stage.ofOne());
    Duration used = canVerify ? time : left.minus(times.toStart());
    int rounds = Math.max(StageTime.LEAST_ROUNDS, times.rounds(used, stage));
    return studies.apply(stage.withRounds(rounds));
  }

  /** The stage without its highest levels, as far as there is no time for them. */
  private Stage lower(Stage stage, StageTime times, Duration time) {
    Stage lower = stage;
    while (!loadNamed
        && lower.levels().size() > ComparedLevels.FEWEST
        && !times.areEnough(time, lower)) {
      lower = lower.withoutHighest();
    }
    return lower;
  }

  /** The part of the time left in which the rounds of a study are to be measured. */
  public Duration measuring(Study study, Journal journal, Duration left) {
    return times(journal).measuring(study, left);
  }

  /** Last calls take as long as was learned where the SLA is met. */
  private StageTime times(Journal journal) {
    JudgedCell learned = learned(journal);
    return StageTime.of(journal, learned.level(ComparedLevels.carried(learned)));
  }

  /** Slices of so many calls of a user, which take so long each; none is shorter than the bound. */
  private Stage comparing(List<PoolConfig> pools, List<Integer> levels, double millis, int calls) {
    Duration slice = Duration.ofMillis(Math.round(calls * millis));
    Duration settle =
        longer(
            own().load().settle(),
            Duration.ofMillis(Math.round(Math.min(2.0, calls / 2.0) * millis)));
    Duration measure = longer(SHORTEST, slice.compareTo(LONGEST) > 0 ? LONGEST : slice);
    return new Stage(
        own().name(), pools, levels, settle, longer(measure, bound().minus(settle)), 1, VERIFIED);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private Optional<ComparedPools> pools(Journal journal) {
    double bound = Metric.responseBound(own().sla()).orElse(Double.POSITIVE_INFINITY);
    return PoolUse.ran(LEARNED, journal.entries())
        .map(pool -> new ComparedPools(pool, cpus, bound));
  }

  /**
   * The third study: the pool of today, and the one that looks best; empty if no other one does, or
   * if there is no time.
   */
  public Optional<Study> verified(Study compared, Journal journal, Duration left) {
    JudgedStudy judged = JudgedStudy.of(compared, journal);
    List<EstimatedCell> estimated = EstimatedCell.of(judged);
    Optional<EstimatedCell> best = Advice.candidate(Rankings.of(estimated, judged));
    if (best.isEmpty()) {
      return Optional.empty();
    }
    Cell own = compared.cells().get(0);
    Cell other = best.get().judged().cell();
    List<PoolConfig> pools = new ArrayList<>(pool(other).stream().toList());
    if (named.isEmpty()) {
      larger(other, compared, journal).ifPresent(pools::add);
    }
    Stage stage =
        new Stage(
            own.name(),
            pools,
            ComparedLevels.near(List.of(estimated.get(0), best.get()), own.load().levels()),
            own.load().settle(),
            own.load().measure(),
            1,
            VERIFIED);
    StageTime times = times(journal);
    Duration measuring = left.minus(times.toStart());
    return times.areEnough(measuring, stage)
        ? Optional.of(studies.apply(stage.withRounds(times.rounds(measuring, stage))))
        : Optional.empty();
  }

  private static Optional<PoolConfig> pool(Cell cell) {
    return cell.provider().pool() instanceof PoolConfig pool ? Optional.of(pool) : Optional.empty();
  }

  private static List<PoolConfig> pools(Study study) {
    return study.cells().stream().flatMap(cell -> pool(cell).stream()).toList();
  }

  /** Twice the threads of a pool that is the largest, unless the CPU is full with it. */
  private Optional<PoolConfig> larger(Cell best, Study compared, Journal journal) {
    int most = pools(compared).stream().mapToInt(PoolConfig::threads).max().orElse(0);
    JudgedCell measured = JudgedStudy.of(compared, journal).cell(best.name()).orElseThrow();
    boolean fillsCpu = PoolUse.mostCpuPct(measured) >= ResourceChecks.ALL_PCT;
    return pool(best)
        .filter(pool -> pool.threads() == most && !fillsCpu)
        .flatMap(pool -> pools(journal).map(rule -> rule.twice(pool, PoolUse.mostTps(measured))));
  }

  /** The study of all that was compared, which the result is of. */
  public Study all(Study compared, Optional<Study> verified) {
    LoadSchedule load = compared.cells().get(0).load();
    List<PoolConfig> pools = new ArrayList<>(pools(compared));
    verified.stream()
        .flatMap(study -> pools(study).stream())
        .filter(pool -> !pools.contains(pool))
        .forEach(pools::add);
    return studies.apply(
        new Stage(
            own().name(),
            pools,
            load.levels(),
            load.settle(),
            load.measure(),
            compared.paired().rounds(),
            verified.isPresent() ? VERIFIED : COMPARED));
  }
}
