package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoundsTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24, 32);
  private static final Set<Violation> FAULT = Set.of(Violation.of(Metric.DRIVER_CPU, 95, 90));
  private static final Duration HOUR = Duration.ofHours(1);

  /** Levels below 20 pass, others fail; none is far from the bound. */
  private static SimulatedCalls near(Visit visit) {
    return new SimulatedCalls(4_000, visit.level() < 20 ? 0.005 : 0.02);
  }

  private static Study study(String paired) {
    return Studies.paired(2, paired, "users: '4, 8, 16, 24, 32'");
  }

  private static SimulatedRun run(
      Study study, Duration retries, Function<Visit, SimulatedCalls> calls) {
    return new SimulatedRun(study, calls).run(retries);
  }

  /** The levels of each round, in the order of their first blocks. */
  private static Map<Integer, List<Integer>> rounds(List<Visit> visits) {
    return visits.stream()
        .collect(
            Collectors.groupingBy(
                visit -> visit.turn().round(),
                TreeMap::new,
                Collectors.mapping(
                    Visit::level,
                    Collectors.collectingAndThen(
                        Collectors.toList(), levels -> levels.stream().distinct().toList()))));
  }

  private static List<Integer> sizes(List<Visit> visits) {
    return rounds(visits).values().stream().map(List::size).toList();
  }

  private static long blocks(List<Visit> visits, int level) {
    return visits.stream()
        .filter(visit -> visit.level() == level)
        .map(visit -> visit.turn().block())
        .distinct()
        .count();
  }

  @Test
  void withoutAClearLevelAllAreMeasuredOnceARoundInSlicesSideBySide() {
    List<Visit> visits = run(study("rounds: 2"), HOUR, RoundsTest::near).visits;

    assertThat(sizes(visits)).containsExactly(5, 5);
    BlockOrder order = new BlockOrder(2, 1);
    assertThat(rounds(visits).get(1)).isEqualTo(order.levels(1, LEVELS));
    assertThat(rounds(visits).get(2)).isEqualTo(order.levels(2, LEVELS));
    for (int at = 0; at < visits.size(); at++) {
      Visit visit = visits.get(at);
      assertThat(visit.turn().block()).isEqualTo(at / 4 + 1);
      assertThat(visit.cell())
          .isEqualTo(
              Studies.name(order.cells(visit.level(), visit.turn().round() - 1).get(at % 4)));
      assertThat(visit.hold()).isEqualTo(at % 4 < 2 ? Hold.FIRST_OF_BLOCK : Hold.FURTHER_OF_BLOCK);
      assertThat(visit.measure()).isEqualTo(Duration.ofMillis(200));
      assertThat(visit.settle())
          .as("an unmeasured slice begins a block")
          .isEqualTo(Duration.ofMillis(at % 4 == 0 ? 270 : 70));
    }
  }

  /** The boundary of both cells lies between 16 and 24; 4 and 32 are far from the bound. */
  @Test
  void levelsThatAreClearInAllCellsAreLeftOutAfterTwoRounds() {
    List<Visit> visits =
        run(
                study("rounds: 6"),
                HOUR,
                visit ->
                    switch (visit.level()) {
                      case 4 -> new SimulatedCalls(4_000, 0.0001);
                      case 8 ->
                          new SimulatedCalls(4_000, visit.cell().equals("a") ? 0.0001 : 0.005);
                      case 32 -> new SimulatedCalls(4_000, 0.6);
                      default -> near(visit);
                    })
            .visits;

    assertThat(rounds(visits).get(3)).containsExactlyInAnyOrder(8, 16, 24);
    assertThat(rounds(visits).values().stream().skip(2))
        .allSatisfy(levels -> assertThat(levels).contains(16, 24).doesNotContain(4, 32));
  }

  /** Of five open levels 16 and 24 are next to the boundary; the others take turns. */
  @Test
  void furtherRoundsHaveFourLevelsThoseNextToABoundaryFirst() {
    SimulatedRun run = new SimulatedRun(study("rounds: 8"), RoundsTest::near);
    run.around = Duration.ofMillis(10);
    List<Visit> visits = run.run(HOUR).visits;

    assertThat(sizes(visits)).startsWith(5, 5, 4, 4, 4, 4, 4, 4);
    assertThat(blocks(visits, 16)).isEqualTo(sizes(visits).size());
    assertThat(blocks(visits, 24)).isEqualTo(sizes(visits).size());
    assertThat(blocks(visits, 4)).isLessThan(blocks(visits, 16));
  }

  /** A block takes more than twice as long as planned: each further round has fewer levels. */
  /** Each slice takes 2 s more, as of the last calls; ten rounds are wanted. */
  @Test
  void whereTheTimeIsOverOnlySoManyRoundsFollowAsRankPools() {
    Study study = study("rounds: 10");
    SimulatedRun run = new SimulatedRun(study, RoundsTest::near);
    run.around = Duration.ofSeconds(2);
    run.run(
        StudyPlanner.ofRepetition(
            study, 1, new RetryBudget(HOUR), Duration.ofSeconds(60), Trials.NONE));

    assertThat(sizes(run.visits)).containsExactly(5, 2, 2, 2);
  }

  @Test
  void onASlowHostRoundsHaveFewerLevelsAndNoFurtherOnesFollow() {
    SimulatedRun run = new SimulatedRun(study("rounds: 8"), RoundsTest::near);
    run.around = Duration.ofMillis(390);

    assertThat(sizes(run.run(HOUR).visits)).containsExactly(5, 2, 2, 2, 2, 2, 2, 2);
  }

  /** Levels below 20 pass: levels are added on the side where the boundary is open. */
  @ParameterizedTest
  @CsvSource({
    "24 32, 16 24 32",
    "8 12, 8 12 18 27",
    "4 24, 4 24",
    "45 60, 13 20 30 45 60",
    "2 4, 2 4 6 9 14",
    "100 110, 29 44 66 100 110"
  })
  void levelsAreAddedForAllCellsUntilOnePassesAndOneFails(String listed, String measured) {
    Study study = Studies.paired(2, "rounds: 14", "users: '" + listed.replace(" ", ", ") + "'");
    List<Visit> visits = run(study, HOUR, RoundsTest::near).visits;

    for (String cell : List.of("a", "b")) {
      assertThat(
              visits.stream()
                  .filter(visit -> visit.cell().equals(cell))
                  .map(Visit::level)
                  .distinct()
                  .sorted()
                  .map(level -> "" + level))
          .containsExactly(measured.split(" "));
    }
    LoadSchedule load = study.cells().get(0).load();
    assertThat(visits).allMatch(visit -> visit.level() <= StudyPlanner.highestLevel(load));
  }

  /** Of 45 to 90 none passes: 30, 20 and 13 are added. */
  @Test
  void addedLevelsTakeHalfOfARoundAtMost() {
    List<Visit> visits =
        run(Studies.paired(2, "rounds: 14", "users: '45, 60, 70, 80, 90'"), HOUR, RoundsTest::near)
            .visits;

    assertThat(rounds(visits).values().stream().skip(5))
        .isNotEmpty()
        .allSatisfy(
            levels -> {
              assertThat(levels.stream().filter(level -> level < 45).count())
                  .isLessThanOrEqualTo(Math.max(2, levels.size() / 2));
              assertThat(levels).anyMatch(level -> level < 45).anyMatch(level -> level >= 45);
            });
  }

  /**
   * Every second round is disturbed, and fails everywhere: lower levels would fail, too, and the
   * undisturbed boundary is between 16 and 24.
   */
  @Test
  void whereOnlyDisturbedBlocksFailTheUndisturbedBoundaryIsMeasured() {
    List<Visit> visits =
        run(
                study("rounds: 12"),
                HOUR,
                visit ->
                    visit.turn().round() % 2 == 0
                        ? new SimulatedCalls(4_000, 0.1).taken(50.0)
                        : near(visit))
            .visits;

    assertThat(visits).extracting(Visit::level).doesNotContain(2);
    assertThat(rounds(visits).values().stream().skip(2))
        .isNotEmpty()
        .allSatisfy(levels -> assertThat(levels).contains(16, 24));
  }

  /** Every second round is disturbed, and the calls of the others decide nothing. */
  @Test
  void aLevelIsAddedBelowWhereDisturbedBlocksFailAndCalmOnesDoNotPass() {
    List<Visit> visits =
        run(
                Studies.paired(2, "rounds: 14", "users: '24, 32'"),
                HOUR,
                visit ->
                    visit.level() < 24
                        ? near(visit)
                        : visit.turn().round() % 2 == 0
                            ? new SimulatedCalls(4_000, 0.1).taken(50.0)
                            : new SimulatedCalls(400, 0.0125))
            .visits;

    assertThat(visits).extracting(Visit::level).contains(16);
  }

  /** Levels below 20 pass: 16 and 32 of the first round, then 23 and 19, are its boundary. */
  @Test
  void aSearchClosesInOnTheBoundaryUntilItsSidesAreAQuarterApart() {
    Study study = Studies.paired(2, "rounds: 9", "search: {within: 1..64}");
    assertThat(study.cells().get(0).load().firstRound()).containsExactly(1, 2, 4, 8, 16, 32, 64);

    List<Visit> visits = run(study, HOUR, RoundsTest::near).visits;

    assertThat(visits.stream().map(Visit::level).distinct().sorted())
        .containsExactly(1, 2, 4, 8, 16, 19, 23, 32, 64);
  }

  /** Each block of the second round at one level is faulty twice. */
  @Test
  void aBlockThatIsFaultyInOneCellIsMeasuredAgainAfterItsRound() {
    List<Integer> faulty = new ArrayList<>();
    SimulatedRun run =
        run(
            study("rounds: 2"),
            HOUR,
            visit -> {
              boolean fault =
                  visit.turn().round() == 2
                      && visit.level() == 16
                      && visit.cell().equals("b")
                      && visit.hold() == Hold.FURTHER_OF_BLOCK
                      && faulty.size() < 2;
              if (fault) {
                faulty.add(visit.turn().block());
              }
              return fault ? near(visit).with(FAULT) : near(visit);
            });

    assertThat(run.visits).hasSize(48);
    assertThat(run.visits.subList(40, 48))
        .allMatch(visit -> visit.level() == 16 && visit.turn().round() == 2);
    assertThat(run.visits.subList(40, 48).stream().map(visit -> visit.turn().block()).distinct())
        .containsExactly(11, 12);
    JudgedStudy judged = JudgedStudy.of(study("rounds: 2"), run.journal);
    assertThat(judged.cells())
        .allMatch(cell -> cell.level(16).orElseThrow().together().calls().ok() == 16_000)
        .allMatch(cell -> cell.repetitions().get(1).discarded().size() == 4);
  }

  @Test
  void blocksOfTheFirstRoundAndThoseWithoutABudgetAreNotMeasuredAgain() {
    Function<Visit, SimulatedCalls> first =
        visit -> visit.turn().block() == 1 ? near(visit).with(FAULT) : near(visit);
    assertThat(run(study("rounds: 1"), HOUR, first).visits).hasSize(20);

    Function<Visit, SimulatedCalls> second =
        visit -> visit.turn().block() == 7 ? near(visit).with(FAULT) : near(visit);
    assertThat(run(study("rounds: 2"), Duration.ZERO, second).visits).hasSize(40);
    assertThat(run(study("rounds: 2"), HOUR, second).visits).hasSize(44);
  }

  /** A block takes 1.08 s of slices: a budget of two seconds is spent after two of them. */
  @Test
  void theRetryBudgetIsATimeOfTheWholeRun() {
    Function<Visit, SimulatedCalls> faulty =
        visit -> visit.turn().round() == 2 ? near(visit).with(FAULT) : near(visit);

    assertThat(run(study("rounds: 2"), Duration.ofSeconds(2), faulty).visits).hasSize(40 + 2 * 4);
  }

  /** A run that is killed after any number of slices, and resumed, ends with the same blocks. */
  @ParameterizedTest(name = "killed after {0} slices")
  @ValueSource(ints = {0, 1, 3, 4, 5, 21, 22, 24, 40, 51, 70, 90})
  void aResumedRunMeasuresWhatIsLeftAndABrokenBlockAgain(int slices) {
    Study study = study("rounds: 6");
    SimulatedRun whole = run(study, HOUR, RoundsTest::near);
    List<Slice> kept = Studies.slices(whole.journal).subList(0, slices);
    Journal journal = SampleSlices.journal(kept);
    SampleSlices.add(journal, new Entry.Ended(SimulatedCalls.START, false));

    SimulatedRun resumed = new SimulatedRun(study, journal, null, RoundsTest::near);
    resumed.now = SimulatedCalls.START.plusSeconds(100_000);
    resumed.run(HOUR);

    assertThat(Studies.slices(journal).subList(0, slices)).isEqualTo(kept);
    assertThat(rounds(resumed.visits).keySet().stream().findFirst())
        .isEqualTo(
            rounds(whole.visits.subList(slices, whole.visits.size())).keySet().stream()
                .findFirst());
    int lost = slices % 4;
    assertThat(resumed.visits.size())
        .isBetween(whole.visits.size() - slices + lost - 20, whole.visits.size() - slices + lost);
    JudgedStudy judged = JudgedStudy.of(study, journal);
    assertThat(judged.cells().get(0).repetitions().get(1).discarded().size())
        .isLessThanOrEqualTo(2);
    assertThat(new StudyPlanner(study, new RetryBudget(HOUR)).next(journal)).isEmpty();
  }

  @Test
  void theSameJournalGivesTheSameVisit() {
    Study study = study("rounds: 4");
    SimulatedRun whole = run(study, HOUR, RoundsTest::near);
    List<Slice> slices = Studies.slices(whole.journal);
    for (int length = 0; length <= slices.size(); length += 3) {
      Journal prefix = SampleSlices.journal(slices.subList(0, length));
      Optional<Visit> next = new StudyPlanner(study, new RetryBudget(HOUR)).next(prefix);
      assertThat(next).isEqualTo(new StudyPlanner(study, new RetryBudget(HOUR)).next(prefix));
      assertThat(next)
          .as("the one that the whole run made")
          .isEqualTo(whole.visits.stream().skip(length).findFirst());
    }
  }

  @Test
  void theTimeLeftFallsToZero() {
    Study study = study("rounds: 4");
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    SimulatedRun run = new SimulatedRun(study, RoundsTest::near);
    Duration before = planner.left(run.journal);
    SampleSlices.add(run.journal, SampleSlices.opened("a", 1));
    assertThat(before)
        .as("18 blocks of four slices of 330 ms, the start and the warm-up")
        .isEqualTo(Duration.ofMillis(18 * 4 * 330 + 5_000));
    run.run(planner);
    assertThat(planner.left(run.journal)).isZero();
  }

  @Test
  void cellsThatFailedAreLeftOutUntilTheyAreOpenedAgain() {
    Study study = study("rounds: 2");
    SimulatedRun run = new SimulatedRun(study, RoundsTest::near);
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    run.hold(planner.next(run.journal).orElseThrow());
    SampleSlices.add(run.journal, new Entry.Failed("b", 1, "lab_failed", "gone"));
    assertThat(planner.next(run.journal)).isEmpty();
    assertThat(planner.left(run.journal)).isZero();

    SampleSlices.add(run.journal, SampleSlices.opened("a", 1));
    assertThat(planner.next(run.journal).map(visit -> visit.turn().block()))
        .as("the block that was broken off is measured again")
        .contains(2);
  }
}
