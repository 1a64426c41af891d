package io.poolbench.judge;

import static io.poolbench.judge.SimulatedSearch.CONFIRMING;
import static io.poolbench.judge.SimulatedSearch.load;
import static io.poolbench.judge.SimulatedSearch.scripted;
import static io.poolbench.judge.SimulatedSearch.upTo;
import static io.poolbench.judge.SimulatedSearch.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadSearchTest {
  private static final Search.Method BISECT = Search.Method.BISECT;
  private static final Search.Method SWEEP = Search.Method.SWEEP;

  @Test
  void withoutASearchTheStepsAreThoseOfTheSchedule() {
    CellResult cell =
        new SimulatedSearch(
                load(Cells.USERS, List.of(1, 8, 24), null),
                Cells.SLA,
                level -> Cells.step(level, 'P'))
            .run();
    assertThat(Cells.levels(cell)).containsExactly(1, 8, 24);
    assertThat(LoadSearch.of(cell.cell()).maxRemaining(List.of()))
        .containsExactly(Cells.MEASURE, Cells.MEASURE, Cells.MEASURE);
    assertThat(LoadSearch.of(cell.cell()).maxRemaining(cell.steps())).isEmpty();
  }

  @Test
  void noHigherLevelFollowsAStepThatDoesNotMeetTheBoundsToStopAt() {
    Cell measured =
        users(List.of(), SWEEP, upTo(2), 3, level -> 'P')
            .run()
            .cell()
            .under(load(Cells.USERS, List.of(1, 8, 24), null));
    Sla fewerThanAny = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), 1e-6)));
    LoadSearch search =
        LoadSearch.of(measured.under(Changed.with(measured.load(), "stopWhen", fewerThanAny)));
    List<StepResult> invalid = List.of(Cells.step(1, 'I'));
    List<StepResult> slow = List.of(Cells.step(1, 'I'), Cells.step(8, 'P'));

    assertThat(search.next(invalid)).hasValueSatisfying(of -> assertThat(of.level()).isEqualTo(8));
    assertThat(search.next(slow)).isEmpty();
    assertThat(search.maxRemaining(slow)).isEmpty();
    assertThat(LoadSearch.of(measured).next(slow)).isPresent();
  }

  @Test
  void theStepsOfAScheduleHaveItsOrder() {
    CellResult rising = users(List.of(2, 4, 9), SWEEP, upTo(6), 3, level -> 'P').run();
    Cell upAndDown = Changed.with(rising.cell(), "load.order", LoadSchedule.Order.UP_AND_DOWN);
    LoadSearch search = LoadSearch.of(upAndDown, 1, 1);
    List<StepResult> steps = new ArrayList<>();
    for (var next = search.next(steps); next.isPresent(); next = search.next(steps)) {
      assertThat(search.maxRemaining(steps)).as("and 4 confirmations").hasSize(14 - steps.size());
      steps.add(Cells.step(next.get().level(), 'P'));
    }
    assertThat(steps).extracting(StepResult::level).containsExactly(2, 4, 9, 9, 4, 2, 1, 3, 5, 6);
  }

  @Test
  void aSweepMeasuresEveryCandidateOnceExceptThoseOfTheCurve() {
    CellResult cell = users(List.of(2, 4, 9), SWEEP, upTo(6), 3, level -> 'P').run();
    assertThat(Cells.levels(cell)).containsExactly(2, 4, 9, 1, 3, 5, 6);
    LoadSearch search = LoadSearch.of(cell.cell());
    for (int step = 0; step <= 7; step++) {
      assertThat(search.maxRemaining(cell.steps().subList(0, step)))
          .as("and confirmations, if a candidate fails")
          .hasSize(7 - step + (step < 7 ? 4 : 0));
    }
  }

  @Test
  void aSweepContinuesAfterACandidateThatIsInvalidThreeTimes() {
    CellResult cell =
        users(List.of(), SWEEP, upTo(4), 3, level -> level == 2 ? 'I' : level < 4 ? 'P' : 'F')
            .run();
    assertThat(Cells.levels(cell)).containsExactly(1, 2, 2, 2, 3, 4, 3, 4, 3, 4);
    assertThat(Capacity.of(cell).answer()).isEqualTo("3");
    assertThat(Capacity.of(cell).invalid()).extracting(StepResult::level).containsExactly(2);
    assertThat(Cells.end(Capacity.of(cell))).isEqualTo("4 F 3/3");
  }

  @Test
  void aSweepRepeatsInvalidLevelsOfTheCurve() {
    CellResult cell =
        users(List.of(8), SWEEP, List.of(4, 8), 3, scripted(level -> 'P', 8, "I")).run();
    assertThat(Cells.levels(cell)).containsExactly(8, 4, 8, 8, 8);
    assertThat(Capacity.of(cell).invalid()).isEmpty();
  }

  /** One step at each level decides by luck: as an oracle a sweep is confirmed like a search. */
  @Test
  void aSweepConfirmsBothSidesAndMovesABoundaryThatTheMajorityContradicts() {
    CellResult cell =
        users(List.of(), SWEEP, upTo(6), 3, scripted(level -> level <= 4 ? 'P' : 'F', 4, "F"))
            .run();

    assertThat(Cells.levels(cell)).startsWith(1, 2, 3, 4, 5, 6).contains(4, 4, 5, 5);
    assertThat(Capacity.of(cell).level()).isEqualTo(4);
    assertThat(Cells.end(Capacity.of(cell))).isEqualTo("5 F 3/3");
  }

  @Test
  void bisectAndSweepAgreeWithoutNoise() {
    for (int boundary = 0; boundary <= 60; boundary++) {
      int answer = boundary;
      for (Search.Method method : Search.Method.values()) {
        CellResult cell =
            users(List.of(), method, upTo(60), 3, level -> level <= answer ? 'P' : 'F').run();
        assertThat(Capacity.of(cell).level()).as(method.id()).isEqualTo(answer);
        assertThat(Capacity.of(cell).maybeMore()).as(method.id()).isEqualTo(answer == 60);
      }
    }
  }

  @Test
  void ratesAreSearchedLikeUsers() {
    List<Integer> rates = IntStream.rangeClosed(10, 80).mapToObj(rate -> 100 * rate).toList();
    CellResult cell =
        new SimulatedSearch(
                load(
                    new Workload.Open(ArrivalProcess.CONSTANT, 100),
                    List.of(),
                    new Search(BISECT, rates, 3, CONFIRMING)),
                Cells.SLA,
                level -> Cells.step(level, level < 4_350 ? 'P' : 'F'))
            .run();
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(12);
    assertThat(Capacity.of(cell).passing()).map(Cells::side).contains("4300 P 3/3");
    assertThat(Cells.end(Capacity.of(cell))).isEqualTo("4400 F 3/3");
  }

  /** TP99 is 5 ms up to so many users and 20 ms beyond; each user makes 100 calls a second. */
  @Test
  void lowLoadBelowATpsBoundDoesNotEndTheSearch() {
    for (int max = 0; max <= 200; max += 7) {
      for (int floor = 1; floor <= 200; floor += 11) {
        Capacity found = Capacity.of(run(100 * floor, max, users -> 100 * users));
        assertThat(found.answer()).isEqualTo(floor <= max ? Integer.toString(max) : "none");
      }
    }
  }

  @Test
  void withoutALoadThatReachesTheTpsBoundTheCapacityIsUnknown() {
    Capacity found = Capacity.of(run(99_999, 200, users -> 100 * users));
    assertThat(found.answer()).isEqualTo("unknown");
    assertThat(found.tooLittle()).containsExactly(15, 30, 60, 120, 200);
    assertThat(found.end()).isEqualTo(Capacity.End.SCHEDULE_COMPLETE);
  }

  /** 100 calls/s a user up to 80 users, 10 fewer with each user more. */
  @ParameterizedTest
  @CsvSource({"1500, 200", "7000, 180", "7500, 130"})
  void tpsThatDropsBelowItsBoundAgainIsTooMuchLoad(int floor, int answer) {
    Capacity found =
        Capacity.of(run(floor, 200, users -> users <= 80 ? 100 * users : 8_800 - 10 * users));
    assertThat(found.level()).isEqualTo(answer);
  }

  private static CellResult run(int floor, int max, IntUnaryOperator tps) {
    Sla sla = new Sla(List.of(new Sla.Bound("tp99", 10), new Sla.Bound("tps", floor)));
    SlaEvaluator evaluator = new SlaEvaluator(sla);
    CellResult cell =
        new SimulatedSearch(
                load(Cells.USERS, List.of(), new Search(BISECT, upTo(200), 3, CONFIRMING)),
                sla,
                users -> {
                  StepResult step =
                      Steps.step(
                          users, Steps.ok(10L * tps.applyAsInt(users)), users <= max ? 5 : 20);
                  return step.judged(evaluator.evaluate(step, List.of()));
                })
            .run();
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(14);
    return cell;
  }
}
