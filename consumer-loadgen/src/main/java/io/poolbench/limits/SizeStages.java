package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Rankings;
import io.poolbench.judge.Verdict;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Sla;
import io.poolbench.study.Study;
import io.poolbench.study.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
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
  }

  /** The end of the names of these studies. */
  public static final String SUFFIX = "-size";

  /** The cell of the first study, which is not in the result. */
  public static final String LEARNED = "learning";

  /** The repetitions of the second and of the third study, which are in the result. */
  public static final int COMPARED = 1;

  public static final int VERIFIED = 2;

  /** The highest number of users that is tried. */
  private static final int MOST_USERS = 1024;

  /** Levels of a comparison. */
  private static final int LEVELS = 6;

  /** A slice of the first study; longer where the SLA permits slow calls. */
  private static final Duration LEARNING = Duration.ofMillis(700);

  /** A slice has so many calls of a user, or lasts so long. */
  private static final int CALLS_OF_A_USER = 8;

  /** Fewer, if there is no time for more. */
  private static final int MIN_CALLS_OF_A_USER = 2;

  private static final Duration SHORTEST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Between slices: readings, the last calls, a new pool. */
  private static final Duration AROUND = Duration.ofMillis(60);

  /** The time to start a provider, and to warm it up, where none was started before. */
  private static final Duration START = Duration.ofSeconds(22);

  /** The share of the time left in which all pools are compared. */
  private static final double COMPARING = 0.55;

  private static final int MIN_ROUNDS = 6;

  /** Levels that a comparison adds beyond those it begins with. */
  private static final int MORE_LEVELS = 2;

  /** The factor from a capacity to the levels on either side of it. */
  private static final double NEAR = 1.3;

  /** Levels nearer than this factor tell the same. */
  private static final double APART = 1.12;

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
    for (int level = 2 * own().load().maxLevel(); level <= MOST_USERS; level *= 2) {
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

  /** The longest that a call may take by the SLA; 0 without a bound. */
  private Duration bound() {
    return bound(own().sla());
  }

  private static Duration bound(Sla sla) {
    return Duration.ofMillis((long) Math.ceil(Metric.loosestResponseBound(sla).orElse(0)));
  }

  /**
   * The least time in which pools can be compared, as a slice is as long as a call that is just
   * within the SLA may take: three starts, eight levels of the pool of today, and the fewest rounds
   * over five levels of it and another one.
   */
  public static Duration least(Sla sla) {
    long slices = Paired.SLICES * (3L * 8 + MIN_ROUNDS * 5 * 2);
    return START.multipliedBy(3).plus(bound(sla).multipliedBy(slices));
  }

  /** Whether higher loads are to be learned of: the highest is carried, and none was asked for. */
  public boolean isToGoOn(Journal journal) {
    JudgedCell learned = learned(journal);
    List<JudgedLevel> levels = learned.levels();
    return !loadNamed
        && own().load().workload() instanceof Workload.Closed
        && !levels.isEmpty()
        && carried(learned, MOST_USERS) == own().load().maxLevel()
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
   * of it is too little, fewer pools are compared, unless they were asked for.
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
    List<Integer> levels = loadNamed ? own().load().levels() : levelsAround(learned);
    Duration around = around(journal);
    Duration whole = left.minus(toStart(journal).multipliedBy(2));
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
        within(time, stages, around)
            .or(() -> within(whole, shortest, around))
            .orElse(shortest.get(shortest.size() - 1));
    boolean canVerify = rounds(whole.minus(time), ofOne(stage), around) >= MIN_ROUNDS;
    Duration used = canVerify ? time : left.minus(toStart(journal));
    return studies.apply(in(Math.max(MIN_ROUNDS, rounds(used, stage, around)), stage));
  }

  /** The part of the time left in which the rounds of a study are to be measured. */
  public Duration measuring(Study study, Journal journal, Duration left) {
    LoadSchedule load = study.cells().get(0).load();
    int levels = load.levels().size();
    Duration sampling =
        sampling(study.cells().size(), levels + MORE_LEVELS, load.settle().plus(around(journal)));
    Duration most = left.minus(toStart(journal)).minus(sampling);
    return most.isNegative() ? Duration.ZERO : most;
  }

  /** The time of the samples of business threads, each with what it takes besides. */
  private static Duration sampling(int cells, int levels, Duration besides) {
    return besides.plus(Paired.SAMPLED).multipliedBy((long) cells * levels + 1);
  }

  private static Optional<Stage> within(Duration time, List<Stage> stages, Duration around) {
    return stages.stream().filter(stage -> rounds(time, stage, around) >= MIN_ROUNDS).findFirst();
  }

  /**
   * The time between slices: also that of the last calls, by what was learned where it passes. Slow
   * calls are too few for a TP99.
   */
  private Duration around(Journal journal) {
    JudgedCell learned = learned(journal);
    double millis =
        learned
            .level(carried(learned, MOST_USERS))
            .map(JudgedLevel::together)
            .map(
                level ->
                    Math.max(PoolUse.known(Metric.TP99, level), PoolUse.known(Metric.MEAN, level)))
            .orElse(0.0);
    return AROUND.plus(Duration.ofMillis(Math.round(millis)));
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

  /** The same for one of the pools beside that of today. */
  private static Stage ofOne(Stage stage) {
    return new Stage(
        stage.own,
        stage.pools.subList(0, Math.min(1, stage.pools.size())),
        stage.levels,
        stage.settle,
        stage.measure,
        stage.rounds,
        stage.repetitions);
  }

  private static Stage in(int rounds, Stage stage) {
    return new Stage(
        stage.own,
        stage.pools,
        stage.levels,
        stage.settle,
        stage.measure,
        rounds,
        stage.repetitions);
  }

  /** The time from the begin of the first study to its first slice. */
  private static Duration toStart(Journal journal) {
    Optional<Instant> began =
        Entry.only(Entry.Began.class, journal.entries()).map(Entry.Began::at).findFirst();
    Optional<Instant> measured =
        journal.slices().map(slice -> slice.batches().get(0).span().at()).findFirst();
    return began.isPresent() && measured.isPresent()
        ? Duration.between(began.get(), measured.get())
        : START;
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
            near(List.of(estimated.get(0), best.get()), own.load().levels()),
            own.load().settle(),
            own.load().measure(),
            1,
            VERIFIED);
    int rounds = rounds(left.minus(toStart(journal)), stage, around(journal));
    return rounds < MIN_ROUNDS ? Optional.empty() : Optional.of(studies.apply(in(rounds, stage)));
  }

  private static Optional<PoolConfig> pool(Cell cell) {
    return cell.provider().pool() instanceof PoolConfig pool ? Optional.of(pool) : Optional.empty();
  }

  private static List<PoolConfig> pools(Study study) {
    return study.cells().stream().flatMap(cell -> pool(cell).stream()).toList();
  }

  /** Levels at the capacities of cells and on either side; those there are if one is not known. */
  private static List<Integer> near(List<EstimatedCell> cells, List<Integer> measured) {
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

  /**
   * The highest load that passes; if none does, the highest below all that fail, because slow calls
   * are too few to decide in so short a time; 1 if there is none.
   */
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
  private List<Integer> levelsAround(JudgedCell learned) {
    int driven = driven(learned);
    int passed = carried(learned, driven);
    double bound = Metric.responseBound(own().sla()).orElse(0);
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

  /** As many rounds as there is time for, beside the samples of business threads after them. */
  private static int rounds(Duration time, Stage stage, Duration around) {
    int levels = stage.levels.size();
    int cells = 1 + stage.pools.size();
    Duration slice = stage.settle.plus(stage.measure).plus(around);
    Duration sampling = sampling(cells, levels, stage.settle.plus(around));
    double block = slice.multipliedBy((long) Paired.SLICES * cells + 1).toNanos();
    double blocks = time.minus(sampling).toNanos() / block;
    int full = Paired.FULL_ROUNDS;
    double further = (blocks - (double) full * levels) / Math.min(Paired.LEVELS, levels);
    return (int) Math.min(Paired.MAX, full + further);
  }
}
