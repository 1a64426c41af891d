package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.SimulatedStudy;
import io.poolbench.judge.SlaEvaluator;
import io.poolbench.judge.Steps;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.load.NanoClock;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.Latency;
import io.poolbench.result.SampleBatches;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rankings of runs with simulated calls, whose levels are chosen and whose blocks are discarded.
 */
class SimulatedBlocksTest {
  private static final List<Integer> LEVELS = List.of(8, 12, 16, 24, 32, 48);
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));
  private static final Paired ROUNDS = new Paired(9);
  private static final Duration RETRIES = Duration.ofSeconds(15);
  private static final Duration SLICE = Duration.ofMillis(330);
  private static final int RUNS = 20;
  private static final int BATCHES = 20;
  private static final long CALLS = 25;
  private static final double NOISE = 0.4;
  private static final double FAULTS = 0.05;

  /** The share of slices that others disturb in a disturbed block, and what it adds to a logit. */
  private static final double TAKEN = 0.7;

  private static final double DISTURBANCE = 3;

  /** Two equal cells and a smaller one. */
  private static final double[] CAPACITIES = {15, 15, 5};

  private static final List<Cell> CELLS =
      Stream.of("one", "equal", "smaller").map(SimulatedBlocksTest::cell).toList();

  private static Cell cell(String name) {
    LoadSchedule load =
        new LoadSchedule(
            new Workload.Closed(Workload.ThinkTime.NONE),
            LEVELS,
            Duration.ZERO,
            Duration.ofMillis(70),
            Duration.ofMillis(200));
    Cell plain = SampleResult.studyResult().cells().get(0).cell().named(name);
    return Changed.with(plain, "load", load, "sla", SLA);
  }

  /**
   * Calls that are late at random; a slice is a fault of the driver with a fixed probability, and
   * others take CPU time from slices of some blocks.
   */
  private static final class LateCalls implements BlockBench<Windows>, NanoClock {
    private final Random random;
    private final double disturbed;
    private boolean isBlockDisturbed;
    private final Map<Integer, Double> noise = new HashMap<>();
    private double ofAll;
    private int slices;

    /**
     * @param disturbed the share of blocks
     */
    LateCalls(Random random, double disturbed) {
      this.random = random;
      this.disturbed = disturbed;
    }

    @Override
    public long nanoTime() {
      return slices * SLICE.toNanos();
    }

    @Override
    public void sleepUntil(long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MeasuredWindow<Windows> measure(Visit visit, boolean first) {
      if (slices % (Paired.SLICES * CELLS.size()) == 0) {
        ofAll = random.nextGaussian();
        noise.clear();
        isBlockDisturbed = random.nextDouble() < disturbed;
      }
      boolean taken = isBlockDisturbed && random.nextDouble() < TAKEN;
      double ofCell = noise.computeIfAbsent(visit.cell(), cell -> random.nextGaussian());
      double logit =
          SimulatedStudy.logistic(CAPACITIES[visit.cell()], 0.3).applyAsDouble(visit.level())
              + NOISE * (ofAll + ofCell + random.nextGaussian())
              + (taken ? DISTURBANCE : 0);
      boolean faulty = random.nextDouble() < FAULTS;
      List<Batch> batches =
          IntStream.range(0, BATCHES).mapToObj(batch -> batch(logit, faulty, taken)).toList();
      slices++;
      return Windows.numbered(slices, batches);
    }

    /** Only a fault has an error, and only a disturbed slice a timeout. */
    private Batch batch(double logit, boolean faulty, boolean taken) {
      long late = SimulatedStudy.binomial(random, CALLS, 1 / (1 + Math.exp(-logit)));
      return new Batch(
          1,
          10_000_000,
          CALLS,
          CALLS,
          0,
          taken ? 1 : 0,
          faulty ? 1 : 0,
          0,
          0,
          List.of(late),
          List.of(),
          List.of(),
          0,
          0,
          0,
          0);
    }

    @Override
    public Assessment assess(Visit visit, int step, MeasuredWindow<Windows> window) {
      List<Batch> batches = window.batches();
      List<Long> ok = Collections.nCopies(batches.size(), CALLS);
      StepResult figures =
          Changed.with(
              Steps.step(
                  visit.level(),
                  Steps.ok(CALLS * batches.size()),
                  new Latency(5.0, 5.0, 5.0, 5.0, 5.0, 5.0, null, null, null)),
              "batches",
              SampleBatches.of(
                  batches.stream().map(Batch::window).toList(),
                  0.01,
                  ok,
                  batches.stream().map(batch -> batch.late().get(0)).toList()),
              "figures.STEAL",
              0.0,
              "figures.OTHERS_CPU",
              30 * batches.stream().mapToLong(Batch::timeout).average().orElse(0));
      boolean faulty = batches.stream().anyMatch(batch -> batch.error() > 0);
      List<Violation> violations =
          faulty ? List.of(ViolationCode.NOT_EVALUATED.violation()) : List.of();
      Verdict verdict = new SlaEvaluator(SLA).evaluate(figures, violations);
      return new Assessment(
          figures.judged(verdict).numbered(step),
          faulty,
          LoadedPools.isClear(verdict.kind(), SLA, figures));
    }
  }

  @ParameterizedTest(name = "{0} of the blocks disturbed")
  @ValueSource(doubles = {0, 0.5})
  void ruleEqualCellsOfWholeRunsAreShownInFivePercent(double disturbed) throws Exception {
    rank(RUNS, disturbed);
  }

  @ParameterizedTest(name = "{0} of the blocks disturbed")
  @ValueSource(doubles = {0, 0.5, 0.9})
  @Tag("nightly")
  void ruleEqualCellsOfManyWholeRunsAreShownInFivePercent(double disturbed) throws Exception {
    rank(500, disturbed);
  }

  private static void rank(int runs, double disturbed) throws Exception {
    long seed = SimulatedStudy.seed(runs > RUNS);
    Random random = new Random(seed);
    long equal = 0;
    long smaller = 0;
    long reversed = 0;
    List<BlockSample> samples = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      StudyResult result = run(random, disturbed);
      samples.addAll(result.cells().get(0).blocks());
      for (CapacityRanking ranking : CapacityRanking.of(CapacityRanking.estimates(result))) {
        boolean isOfSmaller = names(ranking.more(), ranking.less()).contains("smaller");
        boolean isShown = ranking.answer() == Answer.SHOWN || ranking.answer() == Answer.CROSSING;
        equal += !isOfSmaller && isShown ? 1 : 0;
        smaller += isOfSmaller && ranking.answer() == Answer.SHOWN ? 1 : 0;
        reversed += isShown && names(ranking.more()).contains("smaller") ? 1 : 0;
      }
    }
    String shown =
        "seed %d, %s disturbed: %d of %d, smaller %d"
            .formatted(seed, disturbed, equal, runs, smaller);
    System.out.println(shown);
    assertThat(equal).as(shown).isLessThanOrEqualTo(most(runs, 0.05));
    if (disturbed <= 0.5) {
      assertThat(2L * runs - smaller).as(shown).isLessThanOrEqualTo(most(2 * runs, 0.05));
    }
    assertThat(reversed).as(shown).isZero();
    assertThat(samples)
        .as("blocks discarded, measured again, and not of all levels in each round")
        .anyMatch(BlockSample::discarded)
        .anyMatch(sample -> sample.attempt() > 1 && !sample.discarded());
    assertThat(
            samples.stream()
                .filter(sample -> sample.attempt() == 1)
                .collect(Collectors.groupingBy(BlockSample::level, Collectors.counting()))
                .values())
        .anyMatch(blocks -> blocks < (long) ROUNDS.rounds() * runs / 2);
  }

  private static StudyResult run(Random random, double disturbed) throws Exception {
    LateCalls bench = new LateCalls(random, disturbed);
    BlockRun<Windows> run =
        new BlockRun<>(
            CELLS,
            ROUNDS.blocks(LEVELS.size()),
            bench,
            new RetryBudget(RETRIES),
            bench,
            new StudyListener() {},
            new KeptBlocks<>(new ArrayList<>()));
    run.run(new BlockOrder(LEVELS, CELLS.size(), random.nextLong(), 1), ROUNDS);
    List<CellResult> cells =
        IntStream.range(0, CELLS.size())
            .mapToObj(
                cell ->
                    Changed.with(
                        SampleResult.fixed(CELLS.get(cell).name(), 4, 1, run.steps(cell)),
                        "cell",
                        CELLS.get(cell),
                        "pool",
                        null,
                        "blocks",
                        run.samples(cell)))
            .toList();
    return Changed.with(SampleCurves.study(cells), "paired", ROUNDS);
  }

  private static List<String> names(EstimatedCell... cells) {
    return Stream.of(cells).map(cell -> cell.cell().cell().name()).toList();
  }

  private static long most(int runs, double probability) {
    return Math.round(runs * probability + 3.5 * Math.sqrt(runs * probability * (1 - probability)));
  }
}
