package io.poolbench.judge;

import static io.poolbench.judge.SimulatedSearch.scripted;
import static io.poolbench.judge.SimulatedSearch.upTo;
import static io.poolbench.judge.SimulatedSearch.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.LoadSchedule.Search;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BisectionTest {
  private static final List<Integer> UP_TO_200 = upTo(200);

  /** 97 stays undecided: 96 is the highest known to pass, 98 the lowest to fail. */
  @Test
  void anUndecidedCandidateIsPassedOver() {
    CellResult cell = search(level -> level < 97 ? 'P' : level == 97 ? 'U' : 'F').run();
    Capacity capacity = Capacity.of(cell);
    assertThat(capacity.answer()).isEqualTo("at least 96");
    assertThat(capacity.failing()).map(LevelResult::level).contains(98);
    assertThat(capacity.unmeasured()).isEmpty();
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(14);
    assertThat(Cells.levels(cell)).containsOnlyOnce(97);
  }

  @Property(tries = 300)
  void theAnswerIsExactWithinTheMaxStepsForAnyCandidates(
      @ForAll @IntRange(min = 2, max = 3_000) int candidates,
      @ForAll @IntRange(min = 1, max = 33) int apart,
      @ForAll Random random) {
    int answer = apart * random.nextInt(candidates + 1);
    List<Integer> within = upTo(candidates).stream().map(number -> apart * number).toList();
    CellResult cell = users(List.of(), within, truth(answer)).run();
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(maxSteps(candidates));
    assertExact(cell, answer, apart * candidates);
  }

  @ParameterizedTest
  @CsvSource({"2,5", "50,11", "200,14", "71,12"})
  void theMaxStepsFollowFromCandidates(int candidates, int max) {
    assertThat(maxSteps(candidates)).isEqualTo(max);
  }

  @Property(tries = 300)
  void locatingDoesNotRepeatLevelsOfTheCurve(
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 200) Integer> levels,
      @ForAll @IntRange(min = 0, max = 200) int answer) {
    List<Integer> curve = List.copyOf(new TreeSet<>(levels));
    CellResult cell = users(curve, UP_TO_200, truth(answer)).run();
    assertExact(cell, answer, 200);
    List<StepResult> searched = cell.steps().subList(curve.size(), cell.steps().size());
    assertThat(searched).hasSizeLessThanOrEqualTo(14);
    assertThat(searched)
        .extracting(StepResult::level)
        .filteredOn(curve::contains)
        .allMatch(level -> level == answer || level == answer + 1);
  }

  @Test
  void itDoublesThenHalvesThenConfirmsBothSidesAlternatelyWithLongerSteps() {
    CellResult cell = search(truth(24)).run();
    assertThat(Cells.levels(cell)).containsExactly(15, 30, 22, 26, 24, 25, 24, 25, 24, 25);
    StepSequence steps = new StepSequence(cell.cell());
    for (int step = 0; step < cell.steps().size(); step++) {
      assertThat(steps.next(cell.steps().subList(0, step)).orElseThrow().measure())
          .isEqualTo(step < 6 ? Cells.MEASURE : SimulatedSearch.CONFIRMING);
    }
  }

  @Test
  void aSideWhoseMajorityContradictsItsFirstStepMovesTheBoundary() {
    // 22 fails once by noise; the capacity is 24.
    CellResult unlucky = search(scripted(truth(24), 22, "F")).run();
    assertThat(Capacity.of(unlucky).answer()).isEqualTo("24");
    assertThat(Cells.levels(unlucky)).startsWith(15, 30, 22, 18, 20, 21, 21, 22, 21, 22, 23);
    // 24 passes once by noise; the capacity is 23.
    CellResult lucky = search(scripted(truth(23), 24, "P")).run();
    assertThat(Capacity.of(lucky).passing()).map(Cells::side).contains("23 P 3/3");
    assertThat(Cells.end(Capacity.of(lucky))).isEqualTo("24 F 2/3");
  }

  @Test
  void aLevelOfTheCurveThatFailsBelowAPassingOneIsMeasuredAgainFirst() {
    CellResult cell = users(List.of(8, 16, 24, 32), UP_TO_200, scripted(truth(24), 16, "F")).run();
    assertThat(Cells.levels(cell)).startsWith(8, 16, 24, 32, 16, 16, 28);
    assertThat(Capacity.of(cell).answer()).isEqualTo("24");
  }

  @Property(tries = 200)
  void itEndsForAnyVerdicts(
      @ForAll @IntRange(min = 2, max = 300) int candidates, @ForAll Random adversary) {
    IntFunction<Character> any = level -> "PFI".charAt(adversary.nextInt(3));
    CellResult cell = users(List.of(), upTo(candidates), any).run();
    assertThat(validSteps(cell)).isLessThanOrEqualTo(maxSteps(candidates));
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(Bisection.MAX_INVALID * maxSteps(candidates));
  }

  @Test
  void aLevelThatIsInvalidThreeTimesEndsTheSearchUndecided() {
    CellResult cell = search(level -> level == 60 ? 'I' : 'P').run();
    assertThat(Cells.levels(cell)).containsExactly(15, 30, 60, 60, 60);
    assertThat(Capacity.of(cell).answer()).isEqualTo("at least 30");
    assertThat(Capacity.of(cell).invalid()).extracting(StepResult::level).containsExactly(60);
    assertThat(Cells.end(Capacity.of(cell))).isEqualTo("SEARCH_ENDED");
  }

  @Test
  void anInvalidStepIsRepeatedAndDoesNotCount() {
    CellResult cell = search(scripted(truth(200), 200, "IIPIIP")).run();
    assertThat(validSteps(cell)).isEqualTo(7);
    assertThat(cell.steps()).hasSize(11);
    assertThat(Capacity.of(cell).answer()).isEqualTo("at least 200");
    assertThat(Capacity.of(cell).passing()).map(Cells::side).contains("200 P 3/3");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 24, 119, 120, 199, 200})
  void theMaxRemainingStepsAreAnUpperBound(int answer) {
    CellResult cell = users(List.of(4, 8), UP_TO_200, truth(answer)).run();
    StepSequence steps = new StepSequence(cell.cell());
    int took = cell.steps().size();
    for (int step = 0; step <= took; step++) {
      assertThat(steps.maxRemaining(cell.steps().subList(0, step)).size())
          .isGreaterThanOrEqualTo(took - step)
          .isLessThanOrEqualTo(2 + 14 - step);
    }
    assertThat(steps.maxRemaining(cell.steps())).isEmpty();
  }

  /**
   * The probability of passing falls linearly from 1 to 0 over some users, and is 1/2 midway
   * between the boundary and the next user. Seeds are fixed; the shares are the measured ones,
   * rounded down.
   */
  @ParameterizedTest
  @CsvSource({"1, 1.00", "2, 0.97", "3, 0.96", "4, 0.88", "6, 0.72"})
  void withNoiseTheAnswerIsWithinOneUserInMostSearches(int widthInUsers, double share) {
    int near = 0;
    int runs = 0;
    for (int boundary = 5; boundary <= 195; boundary++) {
      for (int seed = 0; seed < 5; seed++) {
        Random random = new Random(1_000L * boundary + seed);
        double middle = boundary + 0.5;
        CellResult cell =
            search(level -> random.nextDouble() < 0.5 + (middle - level) / widthInUsers ? 'P' : 'F')
                .run();
        assertThat(cell.steps()).hasSizeLessThanOrEqualTo(14);
        near += Math.abs(Capacity.of(cell).level() - boundary) <= 1 ? 1 : 0;
        runs++;
      }
    }
    assertThat((double) near / runs).isGreaterThanOrEqualTo(share);
  }

  private static SimulatedSearch search(IntFunction<Character> verdict) {
    return users(List.of(), UP_TO_200, verdict);
  }

  private static void assertExact(CellResult cell, int answer, int highest) {
    Capacity capacity = Capacity.of(cell);
    assertThat(capacity.level()).isEqualTo(answer);
    assertThat(capacity.known()).isTrue();
    assertThat(capacity.maybeMore()).isEqualTo(answer == highest);
  }

  private static int maxSteps(int candidates) {
    Search search = new Search(upTo(candidates), Cells.MEASURE);
    return new Bisection(search, Cells.MEASURE, Cells.SLA).maxSteps();
  }

  private static IntFunction<Character> truth(int answer) {
    return level -> level <= answer ? 'P' : 'F';
  }

  private static long validSteps(CellResult cell) {
    return cell.steps().stream().filter(StepResult::isValid).count();
  }
}
