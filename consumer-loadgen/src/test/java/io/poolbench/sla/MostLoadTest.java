package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ClientKind;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MostLoadTest {
  private static final String HEAD = "Most users within the SLA (TP99 < 10 ms): ";

  /** Verdicts of steps with 1, 8, 16 and 24 users (P, F, I); the schedule ends with 24. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PPPP | at least 24 | at least 24. The schedule ends there.",
        "PPPF | 16          | 16. 24 users fail: why 24.",
        "PPFP | 8           | 8. 16 users fail: why 16.",
        "PPFF | 8           | 8. 16 users fail: why 16.",
        "FPPP | none        | none. 1 user fails: why 1.",
        "FFFF | none        | none. 1 user fails: why 1.",
        "PPIF | at least 8  | at least 8. 16 users: INVALID. 24 users fail: why 24.",
        "PIPF | 16          | 16. 8 users: INVALID. 24 users fail: why 24.",
        "PPPI | at least 16 | at least 16. 24 users: INVALID. The schedule ends there.",
        "PPFI | 8           | 8. 16 users fail: why 16.",
        "IPPF | 16          | 16. 1 user: INVALID. 24 users fail: why 24.",
        "IIFF | unknown     | unknown. 1, 8 users: INVALID. 16 users fail: why 16.",
        "IIII | unknown     | unknown. 1, 8, 16, 24 users: INVALID. The schedule ends there.",
        "PP   | at least 8  | at least 8. The run ended before 24 users.",
        "PF   | 1           | 1. 8 users fail: why 8.",
      })
  void theMostLoadAreThoseOfTheHighestPassingStepBelowAnyFailingOne(
      String verdicts, String answer, String sentence) {
    MostLoad most = MostLoad.of(cell(verdicts, ""));
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
    MostLoad most = MostLoad.of(shuffled);
    assertThat(most.highest()).map(StepResult::level).contains(8);
    assertThat(most.firstFailing()).map(StepResult::level).contains(24);
    assertThat(most.invalid()).extracting(StepResult::level).containsExactly(16);
    assertThat(most.maybeMore()).isTrue();
  }

  @Test
  void aCellThatBrokeOffSaysSo() {
    assertThat(MostLoad.of(cell("PP", "provider died")).sentence())
        .isEqualTo(HEAD + "at least 8. The cell broke off before 24 users.");
    assertThat(MostLoad.of(cell("", "provider died")).sentence())
        .isEqualTo(HEAD + "unknown. No step was measured.");
  }

  private static CellResult cell(String verdicts, String failure) {
    List<Integer> users = List.of(1, 8, 16, 24);
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < verdicts.length(); i++) {
      steps.add(
          Steps.step(users.get(i), Steps.ok(10_000), 1)
              .judged(verdict(verdicts.charAt(i), users.get(i))));
    }
    return new CellResult(
        new Cell(
            "cell",
            new ProviderSettings(
                PoolConfig.of(PoolType.FIXED, null, 4, null, null),
                0,
                Dispatcher.MESSAGE,
                ExecutorManagement.ISOLATION,
                ServiceWork.NONE,
                new ProviderSettings.Jvm("", List.of()),
                "127.0.0.1",
                0),
            new RedisSettings(RedisKind.AUTO, "", 1, 64, AddedLatency.NONE),
            new DriverSettings(ClientKind.WIRE, ServiceMethod.EMPTY, 1, 1000, 1),
            CpuSets.AUTO,
            new LoadSchedule(
                new Workload.Closed(ThinkTime.NONE),
                users,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(10)),
            new Validity(90, 10, 1, 1, 5, 10, 10, 20),
            new Sla(List.of(new Sla.Bound(SlaFigure.TP99, 10)))),
        1,
        null,
        new CellEnvironment("", "", false, List.of(), "", null, null, null),
        null,
        steps,
        Map.of(),
        failure);
  }

  private static Verdict verdict(char kind, int users) {
    return switch (kind) {
      case 'P' -> Verdict.pass();
      case 'F' -> Verdict.fail("why " + users);
      default -> Verdict.invalid("why " + users);
    };
  }
}
