package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.Search;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {
  private static final Workload USERS = new Workload.Closed(ThinkTime.NONE);
  private static final Workload RATE = new Workload.Open(ArrivalProcess.CONSTANT, 100);
  private static final String HEAD = "Most users within the SLA (TP99 < 10 ms): ";

  /** Verdicts of steps with 1, 8, 16 and 24 users (P, F, I); the schedule ends with 24. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PPPP | at least 24 | at least 24. No more were measured.",
        "PPPF | 16          | 16. 24 users fail: why 24.",
        "PPFP | 8           | 8. 16 users fail: why 16.",
        "PPFF | 8           | 8. 16 users fail: why 16.",
        "FPPP | none        | none. 1 user fails: why 1.",
        "FFFF | none        | none. 1 user fails: why 1.",
        "PPIF | at least 8  | at least 8. 16 users: INVALID. 24 users fail: why 24.",
        "PIPF | 16          | 16. 8 users: INVALID. 24 users fail: why 24.",
        "PPPI | at least 16 | at least 16. 24 users: INVALID. No more were measured.",
        "PPFI | 8           | 8. 16 users fail: why 16.",
        "IPPF | 16          | 16. 1 user: INVALID. 24 users fail: why 24.",
        "IIFF | unknown     | unknown. 1, 8 users: INVALID. 16 users fail: why 16.",
        "IIII | unknown     | unknown. 1, 8, 16, 24 users: INVALID. No more were measured.",
        "PP   | at least 8  | at least 8. The run ended before 24 users.",
        "PF   | 1           | 1. 8 users fail: why 8.",
      })
  void theMostLoadAreThoseOfTheHighestPassingStepBelowAnyFailingOne(
      String verdicts, String answer, String sentence) {
    Capacity most = Capacity.of(cell(verdicts, ""));
    assertThat(most.answer()).isEqualTo(answer);
    assertThat(most.sentence()).isEqualTo(HEAD + sentence);
  }

  @Test
  void theStepsBehindTheAnswerAreToldWhateverTheirOrder() {
    CellResult cell = cell("PPIF", "");
    CellResult shuffled =
        new CellResult(
            cell.cell(),
            1,
            null,
            cell.environment(),
            null,
            List.of(
                cell.steps().get(3), cell.steps().get(1), cell.steps().get(2), cell.steps().get(0)),
            Map.of(),
            "");
    Capacity most = Capacity.of(shuffled);
    assertThat(most.highest()).map(StepResult::level).contains(8);
    assertThat(most.firstFailing()).map(StepResult::level).contains(24);
    assertThat(most.invalid()).extracting(StepResult::level).containsExactly(16);
    assertThat(most.maybeMore()).isTrue();
  }

  @Test
  void aCellThatBrokeOffSaysSo() {
    assertThat(Capacity.of(cell("PP", "provider died")).sentence())
        .isEqualTo(HEAD + "at least 8. The cell broke off before 24 users.");
    assertThat(Capacity.of(cell("", "provider died")).sentence())
        .isEqualTo(HEAD + "unknown. No step was measured.");
  }

  @Test
  void anOpenLoopsMostLoadIsARate() {
    CellResult cell = Cells.cell("cell", 1, RATE, List.of(500, 1_000, 6_000), "PIF", "");
    assertThat(Capacity.of(cell).sentence())
        .isEqualTo(
            "Most requests/s within the SLA (TP99 < 10 ms): at least 500."
                + " 1,000 requests/s: INVALID. 6,000 requests/s fail: why 6000.");
  }

  /** Steps such as {@code 24P}, in the order they ran. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "24P 25F 24P 25F             | 24. 25 users fail: why 25. 24 users passed 2 of 2 steps, 25 failed 2 of 2 steps.",
        "24P 25F 24F 25P 24P 25F     | 24. 25 users fail: why 25. 24 users passed 2 of 3 steps, 25 failed 2 of 3 steps.",
        "8P 24P 25F 24F              | at least 8. 9..23 users: not measured. 24 users fail: why 24. 8 users passed 1 of 1 step, 24 failed 1 of 2 steps.",
        "23P 24P 25F 24F             | 23. 24 users fail: why 24. 23 users passed 1 of 1 step, 24 failed 1 of 2 steps.",
        "22P 25F                     | at least 22. 23, 24 users: not measured. 25 users fail: why 25. 22 users passed 1 of 1 step, 25 failed 1 of 1 step.",
        "23P 25F 24I                 | at least 23. 24 users: INVALID. 25 users fail: why 25. 23 users passed 1 of 1 step, 25 failed 1 of 1 step.",
        "24P 24I 25F 25I             | 24. 25 users fail: why 25. 24 users passed 1 of 1 step, 25 failed 1 of 1 step.",
        "1F 1F                       | none. 1 user fails: why 1. 1 user failed 2 of 2 steps.",
        "8F                          | unknown. 1..7 users: not measured. 8 users fail: why 8. 8 users failed 1 of 1 step.",
        "30P 30P                     | at least 30. No more were measured. 30 users passed 2 of 2 steps.",
        "15P                         | at least 15. The run ended before 30 users. 15 users passed 1 of 1 step.",
      })
  void aSearchSaysHowSureItIsAndWhatItLeftOut(String steps, String sentence) {
    List<StepResult> ran =
        Stream.of(steps.split(" "))
            .map(
                step -> {
                  int level = Integer.parseInt(step.substring(0, step.length() - 1));
                  return Steps.step(level, Steps.ok(10_000), 1)
                      .judged(Cells.verdict(step.charAt(step.length() - 1), level));
                })
            .toList();
    assertThat(
            Capacity.of(
                    SimulatedSearch.users(
                            List.of(),
                            Search.Method.BISECT,
                            SimulatedSearch.upTo(30),
                            3,
                            any -> 'P')
                        .cell(ran))
                .sentence())
        .isEqualTo(HEAD + sentence);
  }

  private static CellResult cell(String verdicts, String failure) {
    return Cells.cell("cell", 1, USERS, List.of(1, 8, 16, 24), verdicts, failure);
  }
}
