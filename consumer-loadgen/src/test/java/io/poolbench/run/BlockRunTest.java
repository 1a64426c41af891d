package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.poolbench.Changed;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.SimulatedTime;
import io.poolbench.result.BlockSample;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.run.BlockLog.MeasuredBlock;
import io.poolbench.run.BlockLog.VisitSlices;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Paired;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockRunTest {
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();
  private static final StepResult STEP = SampleResult.studyResult().cells().get(0).steps().get(0);
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24, 32);
  private static final int SLICES_A_BLOCK = 4;

  private final List<Visit> visits = new ArrayList<>();
  private long sliceNanos;
  private final SimulatedTime clock = new SimulatedTime();
  private final List<Integer> rounds = new ArrayList<>();

  /** The blocks of earlier runs, to which those of this one are added. */
  private List<MeasuredBlock<Windows>> kept = new ArrayList<>();

  /** The levels that are far from the bounds. */
  private Set<Visit> clear = Set.of();

  /** Whether the n-th slice of the run is faulty, from 1. */
  private IntPredicate faulty = slice -> false;

  private Duration retries = Duration.ofHours(1);
  private BlockBench<Windows> bench = new ScriptedBench();

  private final StudyListener listener =
      new StudyListener() {
        @Override
        public void roundStarted(int round, int blocks, int left) {
          rounds.add(blocks);
        }
      };

  /** Levels below 20 pass, others fail; a window that holds a faulty slice is faulty. */
  private class ScriptedBench implements BlockBench<Windows> {
    @Override
    public MeasuredWindow<Windows> measure(Visit visit, boolean first) throws LabException {
      assertThat(first)
          .isEqualTo(visits.subList(block(), visits.size()).stream().noneMatch(visit::equals));
      visits.add(visit);
      clock.sleepUntil(clock.nanoTime() + sliceNanos);
      return Windows.numbered(visits.size());
    }

    private int block() {
      return visits.size() / SLICES_A_BLOCK * SLICES_A_BLOCK;
    }

    @Override
    public Assessment assess(Visit visit, int step, MeasuredWindow<Windows> window) {
      boolean isFaulty =
          window.closedNanos() - window.openedNanos() <= SLICES_A_BLOCK
              && IntStream.range((int) window.openedNanos(), (int) window.closedNanos())
                  .filter(slice -> visits.get(slice - 1).equals(visit))
                  .anyMatch(faulty);
      Verdict verdict =
          isFaulty
              ? Verdict.invalid(ViolationCode.NOT_EVALUATED.violation())
              : visit.level() < 20
                  ? Verdict.pass()
                  : Verdict.fail(ViolationCode.NOT_EVALUATED.violation());
      StepResult figures =
          Changed.with(
              STEP.judged(verdict).numbered(step),
              "level",
              visit.level(),
              "seconds",
              (double) window.after().count() - window.before().count());
      return new Assessment(figures, isFaulty, !isFaulty && clear.contains(visit));
    }
  }

  @Test
  void withoutAClearLevelAllAreMeasuredOnceARoundInSlicesSideBySide() throws Exception {
    BlockRun<Windows> run = run(2);

    assertThat(rounds).containsExactly(5, 5);
    assertThat(visits.subList(20, 40))
        .containsExactlyElementsOf(
            order().round(2).stream().flatMap(block -> block.slices().stream()).toList());
    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell)).extracting(StepResult::level).containsExactlyElementsOf(LEVELS);
      assertThat(run.steps(cell)).extracting(StepResult::step).containsExactly(1, 2, 3, 4, 5);
      assertThat(run.steps(cell)).extracting(StepResult::seconds).containsOnly(4.0);
      assertThat(run.samples(cell))
          .hasSize(10)
          .allMatch(sample -> sample.attempt() == 1 && !sample.discarded())
          .extracting(BlockSample::round)
          .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
    }
  }

  /** The boundary of both cells lies between 16 and 24. */
  @Test
  void levelsThatAreClearInAllCellsAreLeftOutAfterTwoRounds() throws Exception {
    clear =
        Set.of(
            new Visit(0, 4),
            new Visit(1, 4),
            new Visit(0, 8),
            new Visit(0, 16),
            new Visit(0, 32),
            new Visit(1, 32));
    BlockRun<Windows> run = run(5);

    // 12 blocks are left after two rounds; 3 of 5 levels are open: 8 in the other cell.
    assertThat(rounds).containsExactly(5, 5, 3, 3, 3, 3);
    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell))
          .extracting(StepResult::seconds)
          .containsExactly(4.0, 12.0, 12.0, 12.0, 4.0);
    }
  }

  /** Of five open levels 16 and 24 are next to the boundary; the others take turns. */
  @Test
  void furtherRoundsHaveFourLevelsThoseNextToABoundaryFirst() throws Exception {
    BlockRun<Windows> run = run(8);

    assertThat(rounds).containsExactly(5, 5, 4, 4, 4, 4, 4, 4);
    assertThat(run.steps(0))
        .extracting(StepResult::seconds)
        .containsExactly(12.0, 12.0, 16.0, 16.0, 12.0);
  }

  /** Where a block takes twice as long, each further round has half of the levels. */
  @Test
  void onASlowHostRoundsHaveFewerLevelsAndNoFurtherOnesFollow() throws Exception {
    LoadSchedule load = CELL.load();
    sliceNanos = 2 * load.settle().plus(load.measure()).plusMillis(60).toNanos();
    run(8);

    assertThat(rounds).containsExactly(5, 2, 2, 2, 2, 2, 2, 2);
  }

  /** Levels below 20 pass. A load has no slots for more users than its highest listed level. */
  @ParameterizedTest
  @CsvSource({"24, 32, 16 24 32", "8, 12, 8 12", "4, 24, 4 24", "45, 60, 13 20 30 45 60"})
  void levelsAreAddedBelowForAllCellsUntilOnePasses(int lowest, int highest, String measured)
      throws Exception {
    BlockRun<Windows> run = blocks(20);
    run.run(new BlockOrder(List.of(lowest, highest), 2, 1, 1), new Paired(12));

    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell).stream().map(step -> "" + step.level()))
          .containsExactly(measured.split(" "));
    }
  }

  /** Of 45 to 90 none passes: 30, 20 and 13 are added. */
  @Test
  void addedLevelsTakeHalfOfARoundAtMost() throws Exception {
    BlockRun<Windows> run = blocks(20);
    run.run(new BlockOrder(List.of(45, 60, 70, 80, 90), 2, 1, 1), new Paired(12));

    for (int number = 6; number <= 12; number++) {
      int round = number;
      assertThat(run.samples(0))
          .filteredOn(sample -> sample.round() == round)
          .extracting(sample -> sample.level() < 45)
          .containsExactlyInAnyOrder(true, true, false, false);
    }
  }

  /**
   * Every second round is disturbed, and fails everywhere: lower levels would fail, too, and the
   * undisturbed boundary is between 16 and 24.
   */
  @Test
  void whereOnlyDisturbedBlocksFailTheUndisturbedBoundaryIsMeasured() throws Exception {
    bench =
        new ScriptedBench() {
          @Override
          public Assessment assess(Visit visit, int step, MeasuredWindow<Windows> window) {
            Assessment calm = super.assess(visit, step, window);
            if (window.batches().stream().noneMatch(batch -> batch.window() % 2 == 0)) {
              return calm;
            }
            StepResult disturbed =
                Changed.with(
                    calm.step().judged(Verdict.fail(ViolationCode.NOT_EVALUATED.violation())),
                    "figures.OTHERS_CPU",
                    50.0);
            return new Assessment(disturbed, false, false);
          }
        };
    BlockRun<Windows> run = run(12);

    assertThat(run.steps(0)).extracting(StepResult::level).containsExactlyElementsOf(LEVELS);
    for (int number = 3; number <= 12; number++) {
      int round = number;
      assertThat(run.samples(0))
          .filteredOn(sample -> sample.round() == round)
          .extracting(BlockSample::level)
          .contains(16, 24);
    }
  }

  /** Levels below 20 pass: 16 and 32 of the first round, then 23 and 19, are its boundary. */
  @Test
  void aSearchClosesInOnTheBoundaryUntilItsSidesAreAQuarterApart() throws Exception {
    List<Integer> candidates = IntStream.rangeClosed(1, 64).boxed().toList();
    Search search = new Search(candidates, null);
    LoadSchedule load = Changed.with(CELL.load(), "search", search, "levels", List.of());
    assertThat(load.firstRound()).containsExactly(1, 2, 4, 8, 16, 32, 64);

    BlockRun<Windows> run = blocks(load, 8);
    run.run(new BlockOrder(load.firstRound(), 2, 1, 1), new Paired(8));

    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell))
          .extracting(StepResult::level)
          .containsExactly(1, 2, 4, 8, 16, 19, 23, 32, 64);
    }
    assertThat(run.samples(0))
        .filteredOn(sample -> sample.level() == 19)
        .as("in each round from the fourth on, as the boundary's side")
        .hasSize(5);
  }

  @Test
  void aBlockThatIsFaultyInOneCellIsDiscardedInAllAndMeasuredAgainAfterItsRound() throws Exception {
    // The 21st slice is the first of the second round; its block's repetition is faulty, too.
    faulty = slice -> slice == 21 || slice == 43;
    BlockRun<Windows> run = run(2);

    List<Visit> discarded = visits.subList(20, 24);
    assertThat(visits.subList(40, 44)).isEqualTo(discarded);
    assertThat(visits.subList(44, 48)).isEqualTo(discarded);
    assertThat(visits).hasSize(48);
    int level = discarded.get(0).level();
    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell)).extracting(StepResult::seconds).containsOnly(4.0);
      assertThat(run.samples(cell))
          .filteredOn(sample -> sample.level() == level && sample.round() == 2)
          .extracting(BlockSample::attempt, BlockSample::discarded)
          .containsExactly(tuple(1, true), tuple(2, true), tuple(3, false));
    }
    assertThat(Stream.of(0, 1).flatMap(cell -> run.samples(cell).stream()))
        .filteredOn(sample -> !sample.codes().isEmpty())
        .as("the cell whose slice was faulty")
        .hasSize(2);
  }

  @Test
  void ofTheFirstRoundAndWithoutABudgetNoBlockIsMeasuredAgain() throws Exception {
    faulty = slice -> slice == 3 || slice == 23;
    retries = Duration.ZERO;
    BlockRun<Windows> run = run(2);
    assertThat(visits).hasSize(40);
    assertThat(run.steps(0)).extracting(StepResult::seconds).contains(4.0);

    visits.clear();
    kept.clear();
    faulty = slice -> slice == 3;
    retries = Duration.ofHours(1);
    BlockRun<Windows> ofFirst = run(1);
    assertThat(visits).hasSize(20);
    Visit broken = visits.get(2);
    for (int cell = 0; cell < 2; cell++) {
      assertThat(ofFirst.steps(cell))
          .filteredOn(step -> step.verdict().kind() == Verdict.Kind.INVALID)
          .extracting(StepResult::level)
          .isEqualTo(cell == broken.cell() ? List.of(broken.level()) : List.of());
      assertThat(ofFirst.steps(cell)).extracting(StepResult::seconds).containsOnly(2.0);
    }
  }

  @Test
  void aLevelWithDiscardedBlocksOnlyIsOneInvalidStepOrHasNoFaultOfItsOwn() throws Exception {
    faulty = slice -> true;
    retries = Duration.ZERO;
    BlockRun<Windows> run = run(2);

    assertThat(run.steps(0))
        .hasSize(5)
        .allMatch(step -> step.verdict().kind() == Verdict.Kind.INVALID && !step.superseded())
        .extracting(StepResult::level)
        .containsExactlyElementsOf(LEVELS);
    assertThat(run.samples(0)).hasSize(10).allMatch(BlockSample::discarded);
  }

  @Test
  void whatWasMeasuredBeforeAFailureIsKept() {
    bench =
        new ScriptedBench() {
          @Override
          public MeasuredWindow<Windows> measure(Visit visit, boolean first) throws LabException {
            if (visits.size() == 26) {
              throw new LabException(ViolationCode.LAB_FAILED, "provider ended", List.of());
            }
            return super.measure(visit, first);
          }
        };
    BlockRun<Windows> run = blocks(5);

    assertThatExceptionOfType(LabException.class).isThrownBy(() -> run.run(order(), new Paired(5)));
    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell)).hasSize(5).extracting(StepResult::seconds).containsOnly(2.0, 4.0);
      assertThat(run.samples(cell)).hasSize(6);
    }
  }

  /**
   * A run that is killed after any number of blocks and resumed measures what an uninterrupted one
   * does in its rounds over all levels, each block once, and as long in all.
   */
  @ParameterizedTest(name = "killed after {0} blocks")
  @ValueSource(ints = {0, 1, 4, 5, 6, 9, 10, 13, 20, 25})
  void aResumedRunContinuesAfterTheBlocksThatAreKept(int blocks) throws Exception {
    sliceNanos = 100_000_000;
    BlockRun<Windows> whole = run(9);
    List<MeasuredBlock<Windows>> all = List.copyOf(kept);

    kept = new ArrayList<>(all.subList(0, blocks));
    visits.subList(blocks * SLICES_A_BLOCK, visits.size()).clear();
    BlockRun<Windows> resumed = run(9);

    assertThat(kept.subList(0, blocks)).isEqualTo(all.subList(0, blocks));
    assertThat(kept.stream().limit(10).map(BlockRunTest::visited).toList())
        .containsExactlyElementsOf(all.stream().limit(10).map(BlockRunTest::visited).toList());
    assertThat(kept).hasSizeBetween(all.size() - Paired.LEVELS, all.size());
    assertThat(kept.stream().map(MeasuredBlock::round).distinct())
        .containsExactlyElementsOf(all.stream().map(MeasuredBlock::round).distinct().toList());
    for (int cell = 0; cell < 2; cell++) {
      assertThat(resumed.samples(cell)).hasSize(kept.size());
      assertThat(resumed.steps(cell)).extracting(StepResult::level).isEqualTo(LEVELS);
      assertThat(resumed.steps(cell).stream().mapToDouble(StepResult::seconds).sum())
          .as("each slice counts once")
          .isEqualTo(2.0 * kept.size());
    }
    assertThat(whole.rounds()).isEqualTo(resumed.rounds());
  }

  private static String visited(MeasuredBlock<Windows> block) {
    return block.round() + ": " + block.slices().stream().map(VisitSlices::visit).toList();
  }

  private BlockRun<Windows> run(int count) throws Exception {
    BlockRun<Windows> run = blocks(count);
    run.run(order(), new Paired(count));
    return run;
  }

  private static BlockOrder order() {
    return new BlockOrder(LEVELS, 2, 1, 1);
  }

  private BlockRun<Windows> blocks(int count) {
    return blocks(Changed.with(CELL.load(), "levels", LEVELS), count);
  }

  private BlockRun<Windows> blocks(LoadSchedule load, int count) {
    Cell cell = CELL.under(load);
    return new BlockRun<>(
        List.of(cell, cell.named("other")),
        new Paired(count).blocks(load.firstRound().size()),
        bench,
        new RetryBudget(retries),
        clock,
        listener,
        new KeptBlocks<>(kept));
  }
}
