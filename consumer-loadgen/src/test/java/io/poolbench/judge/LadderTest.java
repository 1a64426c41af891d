package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Calls;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Key;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LadderTest {
  private static final Set<Violation> FAULT = Set.of(Violation.of(Metric.DRIVER_CPU, 95, 90));
  private static final Duration HOUR = Duration.ofHours(1);

  /** Calls with a verdict: P, F, U or I. */
  private static SimulatedCalls calls(char verdict) {
    return switch (verdict) {
      case 'P' -> new SimulatedCalls(4_000, 0);
      case 'F' -> new SimulatedCalls(4_000, 0.05);
      case 'U' -> new SimulatedCalls(4_000, 0.01);
      default -> new SimulatedCalls(4_000, 0).with(FAULT);
    };
  }

  private static SimulatedRun run(Study study, Duration retries, IntFunction<Character> verdict) {
    return new SimulatedRun(study, visit -> calls(verdict.apply(visit.level()))).run(retries);
  }

  private static List<Integer> levels(List<Visit> visits) {
    return visits.stream().map(Visit::level).toList();
  }

  private static Study search(String within, String... users) {
    return Studies.steps(
        "search: {within: %s}, measureUpTo: 10s%s".formatted(within, String.join("", users)));
  }

  private static PassedLevel capacity(Study study, SimulatedRun run) {
    return new PassedLevel(JudgedStudy.of(study, run.journal).cells().get(0));
  }

  private static IntFunction<Character> truth(int answer) {
    return level -> level <= answer ? 'P' : 'F';
  }

  @Test
  void withoutASearchTheStepsAreThoseOfTheSchedule() {
    Study study = Studies.steps("users: '1, 8, 24'");
    List<Visit> visits = run(study, HOUR, level -> 'P').visits;

    assertThat(visits)
        .containsExactly(
            visit(study, 1, 1, 1, Hold.STEP),
            visit(study, 8, 1, 2, Hold.STEP),
            visit(study, 24, 1, 3, Hold.STEP));
  }

  private static Visit visit(Study study, int level, int round, int block, Hold hold) {
    return new Visit(
        study.cells().get(0).name(),
        1,
        new Turn(round, block),
        level,
        Duration.ofSeconds(hold == Hold.PROLONGED ? 0 : 1),
        Duration.ofSeconds(10),
        hold);
  }

  @Test
  void anUndecidedStepGoesOnWithTheSameLoadUpToItsLimit() {
    Study study = Studies.steps("users: '8, 16', measureUpTo: 30s");
    List<Visit> visits = run(study, HOUR, level -> level == 8 ? 'U' : 'P').visits;

    assertThat(visits)
        .containsExactly(
            visit(study, 8, 1, 1, Hold.STEP),
            visit(study, 8, 1, 2, Hold.PROLONGED),
            visit(study, 8, 1, 3, Hold.PROLONGED),
            visit(study, 16, 1, 4, Hold.STEP));
  }

  @Test
  void aStepOfAProviderThatWasStartedAgainSettlesAgain() {
    Study study = Studies.steps("users: 8, measureUpTo: 30s");
    SimulatedRun run = new SimulatedRun(study, visit -> calls('U'));
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    run.hold(planner.next(run.journal).orElseThrow());
    SampleSlices.add(run.journal, SampleSlices.opened(study.cells().get(0).name(), 1));

    assertThat(planner.next(run.journal)).contains(visit(study, 8, 1, 2, Hold.STEP));
  }

  @Test
  void aFaultyStepIsMeasuredAgainWhileTheBudgetLasts() {
    Study study = Studies.steps("users: '8, 16'");
    List<Visit> visits = run(study, Duration.ofSeconds(21), level -> 'I').visits;

    assertThat(levels(visits)).as("11 s each, in the whole run").containsExactly(8, 8, 8, 16);
    assertThat(visits).extracting(visit -> visit.turn().round()).containsOnly(1);
    assertThat(visits).extracting(Visit::hold).containsOnly(Hold.STEP);
    assertThat(levels(run(study, Duration.ZERO, level -> 'I').visits)).containsExactly(8, 16);
  }

  @Test
  void noHigherLevelFollowsAStepThatDoesNotMeetTheBoundsToStopAt() {
    Study study = Studies.steps("users: '8, 16, 24, 32', stopWhen: {tp99: 10ms}");
    assertThat(levels(run(study, Duration.ZERO, level -> "PIFP".charAt(level / 8 - 1)).visits))
        .containsExactly(8, 16, 24);
  }

  /** Requests pend ever longer, which no bound to stop at is about. */
  @Test
  void aRateThatIsNotSustainedIsFollowedByAHigherOneWithinTheBoundsToStopAt() {
    Study study = Studies.steps("rate: '1000, 2000', stopWhen: {tp99: 100ms}, measureUpTo: 10s");
    Key key = new Key(study.cells().get(0).name(), 1, new Turn(1, 1), 1_000, "");
    Slice steady = SampleCalls.slice(key, 500, 0, Calls.NONE);
    Journal journal = SampleSlices.journal(List.of(SampleSlices.growing(steady, 0, 175)));

    assertThat(JudgedStudy.of(study, journal).cells().get(0).levels().get(0).verdict().codes())
        .containsExactly("not_sustained");
    assertThat(new StudyPlanner(study, new RetryBudget(HOUR)).next(journal))
        .map(Visit::level)
        .contains(2_000);
  }

  @Test
  void aSearchFollowsTheStepsOfASchedule() {
    Study study = Studies.steps("users: '2, 4, 9', search: {within: 1..9}, measureUpTo: 10s");
    List<Visit> visits = run(study, HOUR, level -> 'P').visits;

    assertThat(levels(visits)).startsWith(2, 4, 9, 9);
    assertThat(visits.stream().limit(4).map(visit -> visit.turn().round()))
        .containsExactly(1, 1, 1, 2);
  }

  @Test
  void repetitionsFollowEachOtherAndEachCellHasAProviderOfItsOwn() {
    Study study = Studies.pools(2, 2, "users: 8");
    SimulatedRun run = run(study, HOUR, level -> 'P');
    assertThat(run.visits.stream().map(visit -> visit.cell() + visit.repetition()))
        .containsExactly("a1", "b1", "b2", "a2");

    Journal failed = SampleSlices.journal(Studies.slices(run.journal).subList(0, 1));
    SampleSlices.add(failed, new Entry.Failed("b", 1, "lab_failed", ""));
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    assertThat(planner.next(failed).map(visit -> visit.cell() + visit.repetition())).contains("b2");
  }

  @Test
  void aMeasuredCapacityIsOneVisitOfUnknownLevel() {
    Study study =
        PlainStudy.parse(
            "provider: {threadpool: fixed, threads: 4}",
            "load:",
            "  capacity: {users: 64}",
            "  warmup: 1s",
            "  settle: 1s",
            "  phases: [{name: over, for: 5s, rate: 200%}]");
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    Journal journal = Journal.inMemory();
    Visit visit = planner.next(journal).orElseThrow();
    assertThat(visit.level()).isZero();
    Slice slice = calls('I').slice(visit.key(931, "over"), SimulatedCalls.START, visit.measure());
    SampleSlices.add(journal, slice);

    Visit again = planner.next(journal).orElseThrow();
    assertThat(again.level()).isZero();
    assertThat(again.turn()).isEqualTo(new Turn(1, 2));
    SampleSlices.add(
        journal,
        calls('P')
            .slice(again.key(931, "over"), SimulatedCalls.START.plusSeconds(9), visit.measure()));
    assertThat(planner.next(journal)).isEmpty();
  }

  @Test
  void itDoublesThenHalvesThenConfirmsBothSidesAlternatelyWithLongerSteps() {
    List<Visit> visits = run(search("1..200"), HOUR, truth(24)).visits;
    assertThat(levels(visits)).containsExactly(15, 30, 22, 26, 24, 25, 24, 25, 24, 25);
    assertThat(visits.stream().map(visit -> visit.measure().toSeconds()))
        .containsExactly(10L, 10L, 10L, 10L, 10L, 10L, 20L, 20L, 20L, 20L);
    assertThat(visits.stream().skip(4).map(visit -> visit.turn().round()))
        .containsExactly(1, 1, 2, 2, 3, 3);
  }

  @Property(tries = 60)
  void theAnswerIsExactWithinTheMaxStepsForAnyCandidates(
      @ForAll @IntRange(min = 2, max = 300) int candidates, @ForAll java.util.Random random) {
    int answer = random.nextInt(candidates + 1);
    Study study = search("1.." + candidates);
    SimulatedRun run = run(study, HOUR, truth(answer));
    PassedLevel capacity = capacity(study, run);
    assertThat(run.visits).hasSizeLessThanOrEqualTo(maxSteps(study));
    assertThat(capacity.level()).isEqualTo(answer);
    assertThat(capacity.isKnown()).isTrue();
    assertThat(capacity.maybeMore()).isEqualTo(answer == candidates);
  }

  @ParameterizedTest
  @CsvSource({"2,5", "50,11", "200,14", "71,12"})
  void theMaxStepsFollowFromCandidates(int candidates, int max) {
    assertThat(maxSteps(search("1.." + candidates))).isEqualTo(max);
  }

  private static int maxSteps(Study study) {
    return new Bisection(study.cells().get(0).load().search(), Duration.ofSeconds(10)).maxSteps();
  }

  @Property(tries = 40)
  void locatingDoesNotRepeatLevelsOfTheCurve(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 200) Integer> levels,
      @ForAll @IntRange(min = 0, max = 200) int answer) {
    List<Integer> curve = List.copyOf(new TreeSet<>(levels));
    String users =
        ", users: '" + String.join(", ", curve.stream().map(String::valueOf).toList()) + "'";
    Study study = search("1..200", users);
    SimulatedRun run = run(study, HOUR, truth(answer));
    assertThat(capacity(study, run).level()).isEqualTo(answer);
    List<Visit> searched = run.visits.subList(curve.size(), run.visits.size());
    assertThat(searched).hasSizeLessThanOrEqualTo(14);
    assertThat(levels(searched).stream().filter(curve::contains))
        .allMatch(level -> level == answer || level == answer + 1);
  }

  /** 97 stays undecided: 96 is the highest known to pass, 98 the lowest to fail. */
  @Test
  void anUndecidedCandidateIsPassedOver() {
    Study study = search("1..200");
    SimulatedRun run = run(study, HOUR, level -> level < 97 ? 'P' : level == 97 ? 'U' : 'F');
    PassedLevel capacity = capacity(study, run);
    assertThat(capacity.answer()).isEqualTo("at least 96");
    assertThat(capacity.failing()).map(JudgedLevel::level).contains(98);
    assertThat(capacity.unmeasured()).isEmpty();
    assertThat(run.visits).hasSizeLessThanOrEqualTo(14);
    assertThat(levels(run.visits)).containsOnlyOnce(97);
  }

  /** 22 fails in its first step, and passes in a longer one with more calls. */
  @Test
  void aSideWhoseStepsTogetherContradictItsFirstStepMovesTheBoundary() {
    Study study = search("1..200");
    List<Integer> visited = new ArrayList<>();
    SimulatedRun run =
        new SimulatedRun(
                study,
                visit -> {
                  boolean unlucky = visit.level() == 22 && !visited.contains(22);
                  visited.add(visit.level());
                  return unlucky
                      ? new SimulatedCalls(400, 0.05)
                      : visit.level() <= 24
                          ? new SimulatedCalls(40_000, 0)
                          : new SimulatedCalls(40_000, 0.05);
                })
            .run(Duration.ZERO);
    assertThat(capacity(study, run).answer()).isEqualTo("24");
    assertThat(levels(run.visits)).startsWith(15, 30, 22, 18, 20, 21, 21, 22, 21, 22, 23);
  }

  @Test
  void aLevelThatIsInvalidThreeTimesEndsTheSearchUndecided() {
    Study study = search("1..200");
    SimulatedRun run = run(study, Duration.ZERO, level -> level == 60 ? 'I' : 'P');
    assertThat(levels(run.visits)).containsExactly(15, 30, 60, 60, 60);
    assertThat(capacity(study, run).answer()).isEqualTo("at least 30");
    assertThat(capacity(study, run).open()).extracting(JudgedLevel::level).containsExactly(60);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 24, 119, 120, 199, 200})
  void theTimeLeftIsAnUpperBound(int answer) {
    Study study = search("1..200", ", users: '4, 8'");
    StudyPlanner planner = new StudyPlanner(study, new RetryBudget(HOUR));
    SimulatedRun run = new SimulatedRun(study, visit -> calls(truth(answer).apply(visit.level())));
    List<Duration> left = new ArrayList<>();
    for (var next = planner.next(run.journal); next.isPresent(); next = planner.next(run.journal)) {
      left.add(planner.left(run.journal));
      run.hold(next.get());
    }
    Duration ahead = Duration.ZERO;
    for (int step = run.visits.size() - 1; step >= 0; step--) {
      ahead = ahead.plus(run.visits.get(step).settle()).plus(run.visits.get(step).measure());
      assertThat(left.get(step)).isGreaterThanOrEqualTo(ahead);
    }
    assertThat(planner.left(run.journal))
        .as("the provider's start, which the journal does not have")
        .isEqualTo(Duration.ofSeconds(5));
  }

  /** Resumed after any number of slices, a run makes the same visits as one that was not. */
  @Property(tries = 30)
  void aResumedRunMakesTheVisitsThatAreLeft(
      @ForAll @IntRange(max = 20) int slices, @ForAll java.util.Random random) {
    Study study = Studies.pools(2, 2, "users: '8, 16'");
    String verdicts =
        IntStream.range(0, 40)
            .mapToObj(any -> "" + "PFUI".charAt(random.nextInt(4)))
            .reduce("", String::concat);
    Function<Visit, SimulatedCalls> calls =
        visit ->
            calls(
                verdicts.charAt(
                    (visit.level() + 7 * visit.turn().block() + visit.repetition()) % 40));
    Duration retries = Duration.ofSeconds(60);
    SimulatedRun whole = new SimulatedRun(study, calls).run(retries);
    int kept = Math.min(slices, whole.visits.size());
    Journal journal = SampleSlices.journal(Studies.slices(whole.journal).subList(0, kept));

    SimulatedRun resumed = new SimulatedRun(study, journal, null, calls);
    resumed.now = SimulatedCalls.START.plusSeconds(1_000_000);
    resumed.run(retries);

    assertThat(resumed.visits).isEqualTo(whole.visits.subList(kept, whole.visits.size()));
  }
}
