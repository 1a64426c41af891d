package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judging.CapacityEstimate;
import io.poolbench.judging.EstimatedCell;
import io.poolbench.judging.JudgedCell;
import io.poolbench.judging.JudgedLevel;
import io.poolbench.judging.JudgedStudy;
import io.poolbench.judging.Rankings;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

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
 */
public record SizeStages(Study base, List<PoolConfig> named, boolean loadNamed, int cpus) {
  /** The cell of the first study, which is not in the result. */
  public static final String LEARNED = "learning";

  /** The repetitions of the second and of the third study, which are in the result. */
  public static final int COMPARED = 1;

  public static final int VERIFIED = 2;

  /** The highest number of users that is tried. */
  private static final int MOST_USERS = 1024;

  /** Levels of a comparison. */
  private static final int LEVELS = 6;

  private static final Duration LEARNING = Duration.ofMillis(700);

  /** A slice has so many calls of a user, or lasts so long. */
  private static final int CALLS_OF_A_USER = 8;

  private static final Duration SHORTEST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Between slices: readings, the last calls, a new pool. */
  private static final Duration AROUND = Duration.ofMillis(60);

  /** The time to start a provider, and to warm it up, where none was started before. */
  private static final Duration START = Duration.ofSeconds(22);

  /** The share of the time left in which all pools are compared. */
  private static final double COMPARING = 0.55;

  private static final int MIN_ROUNDS = 6;

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

  /** The first study; a further one begins beyond the highest level of the one before. */
  public Study learning(int number) {
    List<Integer> levels = own().load().levels();
    List<Integer> higher = new ArrayList<>();
    for (int level = 2 * own().load().maxLevel(); level <= MOST_USERS; level *= 2) {
      higher.add(level);
    }
    LoadSchedule load = own().load();
    return with(
        List.of(
            own()
                .named(LEARNED)
                .under(schedule(load, number == 1 ? levels : higher, load.settle(), LEARNING))),
        base.paired(),
        1);
  }

  /** Whether higher loads are to be learned of: the highest is carried, and none was asked for. */
  public boolean isToGoOn(Journal journal) {
    JudgedCell learned = learned(journal);
    List<JudgedLevel> levels = learned.levels();
    return !loadNamed
        && own().load().workload() instanceof Workload.Closed
        && !levels.isEmpty()
        && levels.get(levels.size() - 1).passes()
        && levels.get(levels.size() - 1).level() == own().load().maxLevel()
        && PoolUse.known(Metric.PROVIDER_CPU, levels.get(levels.size() - 1).together())
            < ResourceChecks.ALL_PCT;
  }

  /** What was learned of the pool of today. */
  public JudgedCell learned(Journal journal) {
    return JudgedStudy.of(learning(1), journal).cells().get(0);
  }

  /** The pool of today, read back; empty if it is not known. */
  public static Optional<EffectivePool> pool(String cell, Journal journal) {
    return journal.entries().stream()
        .filter(Entry.Opened.class::isInstance)
        .map(Entry.Opened.class::cast)
        .filter(opened -> opened.cell().equals(cell) && opened.pool() != null)
        .map(Entry.Opened::pool)
        .reduce((first, last) -> last);
  }

  /** The second study, in about a part of the time that is left. */
  public Study compared(Journal journal, Duration left) {
    JudgedCell learned = learned(journal);
    List<PoolConfig> pools =
        named.isEmpty() ? pools(journal).map(rule -> rule.of(learned)).orElse(List.of()) : named;
    LoadSchedule load = load(learned);
    List<Cell> cells = new ArrayList<>(List.of(own().under(load)));
    pools.forEach(pool -> cells.add(cell(pool, load)));
    Duration time = part(left.minus(toStart(journal).multipliedBy(2)), COMPARING);
    int rounds = Math.max(MIN_ROUNDS, rounds(time, load, cells.size()));
    return with(cells, paired(rounds), VERIFIED);
  }

  /** The time from the begin of the first study to its first slice. */
  private static Duration toStart(Journal journal) {
    Optional<Instant> began =
        journal.entries().stream()
            .filter(Entry.Began.class::isInstance)
            .map(entry -> ((Entry.Began) entry).at())
            .findFirst();
    Optional<Instant> measured =
        journal.slices().map(slice -> slice.batches().get(0).span().at()).findFirst();
    return began.isPresent() && measured.isPresent()
        ? Duration.between(began.get(), measured.get())
        : START;
  }

  private Optional<ComparedPools> pools(Journal journal) {
    double bound = Metric.responseBound(own().sla()).orElse(Double.POSITIVE_INFINITY);
    return pool(LEARNED, journal).map(pool -> new ComparedPools(pool, cpus, bound));
  }

  private Cell cell(PoolConfig pool, LoadSchedule load) {
    TargetSettings target = (TargetSettings) own().provider();
    return own().named(pool.label()).servedBy(target.replacedBy(pool)).under(load);
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
    LoadSchedule load = near(List.of(estimated.get(0), best.get()), own.load());
    Cell other = best.get().judged().cell();
    List<Cell> cells = new ArrayList<>(List.of(own.under(load), other.under(load)));
    if (named.isEmpty()) {
      larger(other, compared, journal).ifPresent(pool -> cells.add(cell(pool, load)));
    }
    int rounds = rounds(left.minus(toStart(journal)), load, cells.size());
    return rounds < MIN_ROUNDS
        ? Optional.empty()
        : Optional.of(with(cells, paired(rounds), VERIFIED));
  }

  /** Levels at the capacities of cells and on either side; those there are if one is not known. */
  private static LoadSchedule near(List<EstimatedCell> cells, LoadSchedule load) {
    SortedSet<Integer> levels = new TreeSet<>();
    for (EstimatedCell cell : cells) {
      double capacity = cell.asItWas().map(CapacityEstimate::load).orElse(Double.NaN);
      if (!Double.isFinite(capacity)) {
        return load;
      }
      for (double side : List.of(1 / NEAR, 1.0, NEAR)) {
        int level = (int) Math.max(1, Math.round(side * capacity));
        if (levels.stream().allMatch(known -> isApart(known, level))) {
          levels.add(level);
        }
      }
    }
    return levels.size() < 2
        ? load
        : schedule(load, List.copyOf(levels), load.settle(), load.measure());
  }

  private static boolean isApart(int one, int other) {
    return Math.max(one, other) >= APART * Math.min(one, other);
  }

  /** Twice the threads of a pool that is the largest, unless the CPU is full with it. */
  private Optional<PoolConfig> larger(Cell best, Study compared, Journal journal) {
    int most =
        compared.cells().stream()
            .map(cell -> cell.provider().pool())
            .filter(PoolConfig.class::isInstance)
            .map(pool -> ((PoolConfig) pool).threads())
            .max(Integer::compare)
            .orElse(0);
    JudgedCell measured = JudgedStudy.of(compared, journal).cell(best.name()).orElseThrow();
    double cpu =
        levels(measured)
            .mapToDouble(level -> PoolUse.known(Metric.PROVIDER_CPU, level))
            .max()
            .orElse(0);
    return best.provider().pool() instanceof PoolConfig pool
            && pool.threads() == most
            && cpu < ResourceChecks.ALL_PCT
        ? pools(journal).map(rule -> rule.twice(pool, mostTps(measured)))
        : Optional.empty();
  }

  /** The study of all that was compared, which the result is of. */
  public Study all(Study compared, Optional<Study> verified) {
    List<Cell> cells = new ArrayList<>(compared.cells());
    verified.stream()
        .flatMap(study -> study.cells().stream())
        .filter(cell -> cells.stream().noneMatch(known -> known.name().equals(cell.name())))
        .map(cell -> cell.under(compared.cells().get(0).load()))
        .forEach(cells::add);
    return with(cells, compared.paired(), verified.isPresent() ? VERIFIED : COMPARED);
  }

  private Study with(List<Cell> cells, Paired paired, int repetitions) {
    return new Study(
        base.name(),
        base.title(),
        new Repetitions(repetitions),
        paired,
        base.calibration(),
        base.published(),
        base.assertions(),
        base.answer(),
        base.findings(),
        base.commands(),
        cells);
  }

  /** Loads around the capacity of the pool of today, in slices that its calls fit into. */
  private LoadSchedule load(JudgedCell learned) {
    LoadSchedule asked = own().load();
    double millis =
        levels(learned).findFirst().map(level -> PoolUse.known(Metric.MEAN, level)).orElse(0.0);
    Duration slice = Duration.ofMillis(Math.round(CALLS_OF_A_USER * millis));
    Duration measure =
        slice.compareTo(SHORTEST) < 0 ? SHORTEST : slice.compareTo(LONGEST) > 0 ? LONGEST : slice;
    Duration settle =
        Duration.ofMillis(Math.max(asked.settle().toMillis(), Math.round(2 * millis)));
    return schedule(asked, loadNamed ? asked.levels() : around(learned), settle, measure);
  }

  /** From half of the highest load that passes on, doubled. */
  private List<Integer> around(JudgedCell learned) {
    int passed = 1;
    for (JudgedLevel level : learned.levels()) {
      if (level.passes()) {
        passed = level.level();
      }
    }
    double bound = Metric.responseBound(own().sla()).orElse(0);
    double most = ThreadDemand.of(learned, 0).map(demand -> demand.mostUsers(bound)).orElse(0.0);
    TreeSet<Integer> levels = new TreeSet<>();
    int level = Math.max(1, passed / 2);
    while (levels.size() < LEVELS && level <= MOST_USERS) {
      levels.add(level);
      if (level >= 4 * passed && level >= most) {
        break;
      }
      level *= 2;
    }
    return List.copyOf(levels);
  }

  private static LoadSchedule schedule(
      LoadSchedule like, List<Integer> levels, Duration settle, Duration measure) {
    return new LoadSchedule(like.workload(), levels, like.warmup(), settle, measure);
  }

  /** As many rounds as there is time for, beside the samples of business threads after them. */
  private static int rounds(Duration time, LoadSchedule load, int cells) {
    int levels = load.levels().size();
    Duration slice = load.settle().plus(load.measure()).plus(AROUND);
    Duration sampling =
        load.settle().plus(Paired.SAMPLED).plus(AROUND).multipliedBy((long) cells * levels);
    double block = slice.multipliedBy((long) Paired.SLICES * cells + 1).toNanos();
    double blocks = time.minus(sampling).toNanos() / block;
    int full = Paired.FULL_ROUNDS;
    double further = (blocks - (double) full * levels) / Math.min(Paired.LEVELS, levels);
    return (int) Math.min(Paired.MAX, full + further);
  }

  private Paired paired(int rounds) {
    return new Paired(rounds, base.paired().control(), base.paired().planned());
  }

  private static Stream<Level> levels(JudgedCell cell) {
    return cell.levels().stream().filter(JudgedLevel::counts).map(JudgedLevel::together);
  }

  private static double mostTps(JudgedCell cell) {
    return levels(cell).mapToDouble(Level::tps).max().orElse(0);
  }

  private static Duration part(Duration whole, double share) {
    return Duration.ofMillis(Math.round(share * whole.toMillis()));
  }
}
