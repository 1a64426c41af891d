package io.poolbench.judge;

import static io.poolbench.judge.SimulatedSearch.CONFIRMING;
import static io.poolbench.judge.SimulatedSearch.load;
import static io.poolbench.judge.SimulatedSearch.upTo;
import static io.poolbench.judge.SimulatedSearch.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Sla;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepSequenceTest {
  @Test
  void withoutASearchTheStepsAreThoseOfTheSchedule() {
    CellResult cell =
        new SimulatedSearch(Cells.users(List.of(1, 8, 24)), Cells.SLA, of -> Cells.step(of, 'P'))
            .run();
    assertThat(Cells.levels(cell)).containsExactly(1, 8, 24);
    assertThat(new StepSequence(cell.cell()).maxRemaining(List.of()))
        .containsExactly(Cells.MEASURE, Cells.MEASURE, Cells.MEASURE);
    assertThat(new StepSequence(cell.cell()).maxRemaining(cell.steps())).isEmpty();
  }

  @Test
  void noHigherLevelFollowsAStepThatDoesNotMeetTheBoundsToStopAt() {
    Cell measured = Cells.cell("a", 1, Cells.users(List.of(1, 8, 24)), Cells.SLA, List.of()).cell();
    Sla fewerThanAny = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), 1e-6)));
    StepSequence steps = new StepSequence(Changed.with(measured, "load.stopWhen", fewerThanAny));
    List<StepResult> invalid = List.of(Cells.step(1, 'I'));
    List<StepResult> slow = List.of(Cells.step(1, 'I'), Cells.step(8, 'P'));

    assertThat(steps.next(invalid)).hasValueSatisfying(of -> assertThat(of.level()).isEqualTo(8));
    assertThat(steps.next(slow)).isEmpty();
    assertThat(steps.maxRemaining(slow)).isEmpty();
    assertThat(new StepSequence(measured).next(slow)).isPresent();
  }

  /** Batches count the calls over the SLA's 10 ms; the response times are 1 ms. */
  @ParameterizedTest(name = "until TP99 is {0} ms")
  @CsvSource({"100, true", "10, false", "0.5, false"})
  void theBoundsToStopAtAreNotThoseOfTheSla(double limitMillis, boolean goesOn) {
    Sla stopWhen = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), limitMillis)));
    LoadSchedule load = Changed.with(Cells.users(List.of(8, 24)), "stopWhen", stopWhen);
    StepResult fails =
        Changed.with(
            Cells.step(8, 'F'),
            "batches",
            Steps.batches(Collections.nCopies(20, 1), 0.5, 500, Collections.nCopies(20, 25L)));
    CellResult cell = Cells.cell("a", 1, load, Cells.SLA, List.of(fails));

    assertThat(new StepSequence(cell.cell()).next(cell.steps()).isPresent()).isEqualTo(goesOn);
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
    IntFunction<StepResult> provider =
        users -> {
          Calls calls = Steps.ok(10L * tps.applyAsInt(users));
          StepResult step = Steps.step(users, calls, users <= max ? 5 : 20);
          return step.judged(evaluator.evaluate(step, List.of()));
        };
    LoadSchedule load = load(Cells.USERS, List.of(), new Search(upTo(200), CONFIRMING));
    CellResult cell = new SimulatedSearch(load, sla, provider).run();
    assertThat(cell.steps()).hasSizeLessThanOrEqualTo(14);
    return cell;
  }
}
