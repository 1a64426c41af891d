package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryTest {
  private static final int SLICES = 8;

  /** An overload of slices 2 and 3, of half a second each. */
  private static StepResult step(List<Slice> slices, List<Long> late) {
    StepResult plain =
        SampleResult.step(1, 1_000, 1, new Calls(1, 0, 0, 0, 0), 1, 1, Verdict.pass());
    List<Long> ok = slices.stream().map(Slice::ok).toList();
    Batches batches = SampleBatches.of(Collections.nCopies(SLICES, 1), 0.5, ok, late);
    StepResult second = Changed.with(plain, "seconds", 1.0);
    List<PhaseResult> phases =
        List.of(
            new PhaseResult("before", 0, 500, null, second),
            new PhaseResult("overload", 1, 2_000, null, second),
            new PhaseResult("after", 2, 500, null, Changed.with(plain, "seconds", 2.0)));
    return Changed.with(plain, "batches", batches).withPhases(phases, slices, 2_000.0);
  }

  private static Slice slice(int number, long ok, long rejected, long timeout) {
    return new Slice(
        number * 0.5, 0.5, 1_000, ok, rejected, timeout, 0, 0, null, null, null, null, null);
  }

  @ParameterizedTest(name = "{0} bad, {1} of kind {2}")
  @CsvSource({
    "0, none, 0",
    "4, rejected, 0.5",
    "5, timeout, 1.0",
    "5, late, 1.0",
    "6, silent, 1.5",
    "1, rejected, 0",
    "7, timeout,",
  })
  void recoveryEndsAtTheFirstSliceAfterWhichNoneViolatesTheSla(
      int bad, String kind, Double expected) {
    List<Slice> slices = new ArrayList<>();
    List<Long> late = new ArrayList<>();
    for (int number = 0; number < SLICES; number++) {
      boolean violates = number == bad && !kind.equals("none");
      boolean overloaded = number == 2 || number == 3;
      long ok = violates && kind.equals("silent") ? 0 : 1_000;
      long rejected = overloaded || (violates && kind.equals("rejected")) ? 1 : 0;
      slices.add(slice(number, ok, rejected, violates && kind.equals("timeout") ? 1 : 0));
      late.add(violates && kind.equals("late") ? 11L : 10L);
    }

    assertThat(Metric.RECOVERY.of(step(slices, late))).isEqualTo(expected);
  }

  private static StepResult undisturbed() {
    return step(
        IntStream.range(0, SLICES).mapToObj(number -> slice(number, 1_000, 0, 0)).toList(),
        Collections.nCopies(SLICES, 0L));
  }

  @Test
  void aStepWithoutPhasesHasNoRecovery() {
    StepResult phased = undisturbed();

    assertThat(Metric.RECOVERY.of(Changed.with(phased, "phases", List.of()))).isNull();
    assertThat(Metric.RECOVERY.of(phased.of(phased.phases().get(2)))).isNull();
  }

  @Test
  void thePhaseWithTheMostLatencyOfRedisIsTheWorst() {
    StepResult last = Changed.with(undisturbed(), "phases.2.redisLatencyMillis", 50.0);
    assertThat(Metric.RECOVERY.of(last)).as("nothing follows").isNull();
  }
}
