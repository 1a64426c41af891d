package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.Latency;
import io.poolbench.result.Pacing;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps of ten seconds whose 10,000 calls took 4 ms each. */
class ValidityChecksTest {
  private static final Validity BOUNDS = new Validity(90, 10, 1, 1, 5, 12.5, 10, 20);

  /** Where a figure of a blameless step can be replaced. */
  private enum Figure {
    DRIVER_CPU_PCT,
    BUSIEST_THREAD_PCT,
    RUN_QUEUE_WAIT_MICROS,
    GC_PAUSE_MILLIS,
    LAG_MILLIS,
    STEAL_PCT,
    FREQUENCY_CHANGE_PCT,
    OTHER_PCT,
    SPEED_PCT
  }

  @ParameterizedTest
  @CsvSource({
    "DRIVER_CPU_PCT, 89.9, 90, 90.1",
    "BUSIEST_THREAD_PCT, 89.9, 90, 100.3",
    "RUN_QUEUE_WAIT_MICROS, 399, 400, 401", // 10 % of 4 ms
    "GC_PAUSE_MILLIS, 99, 100, 101", // 1 % of 10 s
    "LAG_MILLIS, 0.99, 1, 1.01",
    "STEAL_PCT, 4.9, 5, 5.1",
    "FREQUENCY_CHANGE_PCT, 12.4, 12.5, 12.6",
    "OTHER_PCT, 9.9, 10, 10.1",
    "SPEED_PCT, 80.1, 80, 79.9"
  })
  void aFigureIsADoubtBeyondItsBoundOnly(Figure figure, double inside, double at, double beyond) {
    assertThat(doubts(figure, inside)).isEmpty();
    assertThat(doubts(figure, at)).isEmpty();
    assertThat(doubts(figure, beyond)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DRIVER_CPU_PCT | 96.3 | the driver used 96.3 % of its CPUs (valid: at most 90 %)",
        "DRIVER_CPU_PCT | 90.04 | the driver used 90.04 % of its CPUs (valid: at most 90 %)",
        "BUSIEST_THREAD_PCT | 97 | a thread of the driver used 97.0 % of a CPU (valid: at most"
            + " 90 %)",
        "RUN_QUEUE_WAIT_MICROS | 620 | a call waited 0.62 ms for the driver to get a CPU, 15.5 % of"
            + " the mean response (valid: at most 10 %)",
        "GC_PAUSE_MILLIS | 230 | the driver's own garbage collections stopped it for 2.3 % of the"
            + " window (valid: at most 1 %)",
        "LAG_MILLIS | 1.6 | the driver sent 1.60 ms late (TP99; valid: at most 1 ms)",
        "STEAL_PCT | 7.12 | the hypervisor gave 7.1 % of the CPUs' time to other machines (valid:"
            + " at most 5 %)",
        "FREQUENCY_CHANGE_PCT | 33.3 | the CPUs' frequency changed by 33.3 % (valid: at most"
            + " 12.5 %)",
        "OTHER_PCT | 41 | other processes used 41.0 % of the CPUs (valid: at most 10 %)",
        "SPEED_PCT | 52.5 | just before the cell a CPU ran at 52.5 % of the best speed seen in this"
            + " run (valid: at least 80 %)"
      })
  void aDoubtSaysInOneLineWhatWasMeasuredAndWhatWouldBeValid(
      Figure figure, double measured, String doubt) {
    assertThat(doubts(figure, measured)).containsExactly(doubt);
  }

  @ParameterizedTest
  @EnumSource(Figure.class)
  void whatIsUnknownIsNoDoubt(Figure figure) {
    assertThat(doubts(figure, null)).isEmpty();
  }

  @Test
  void aCallWaitsAsOftenAsThreadsAreSwitchedForIt() {
    var wait = 250.0; // of 4 ms: 6.25 % once
    assertThat(doubtsOfSwitches(wait, new ContextSwitches(0.02, 0.01))).isEmpty();
    assertThat(doubtsOfSwitches(wait, new ContextSwitches(0.9, 0.1))).isEmpty();
    assertThat(doubtsOfSwitches(wait, new ContextSwitches(1.5, 0.5)))
        .containsExactly(
            "a call waited 0.50 ms for the driver to get a CPU, 12.5 % of the mean response"
                + " (valid: at most 10 %)");
  }

  @Test
  void withoutAnAnswerThereIsNothingToCompareAWaitWith() {
    var step = step(Latency.UNKNOWN, null, driver(10.0, 5000.0, 0.0), HostUse.UNKNOWN);

    assertThat(new ValidityChecks(BOUNDS).doubts(step, before(null, null))).isEmpty();
  }

  @Test
  void aBoundOfAllCannotBeBroken() {
    var all = new Validity(100, 1e6, 100, 1e6, 100, 100, 100, 100);
    var step = step(latency(), null, driver(101.7, 5000.0, 0.0), new HostUse(100.0, 100.0, null));

    assertThat(new ValidityChecks(all).doubts(step, before(100.0, 1.0))).isEmpty();
  }

  @Test
  void onlyWhatAHostDoesMeanwhileMayPassByTheNextStep() {
    ValidityChecks innocence = new ValidityChecks(BOUNDS);
    for (HostUse host :
        List.of(
            new HostUse(5.1, null, null),
            new HostUse(null, 10.1, null),
            new HostUse(null, null, 12.6))) {
      StepResult step = step(latency(), null, DriverUse.UNKNOWN, host);
      assertThat(innocence.isDisturbedByHost(step)).as("%s", host).isTrue();
    }
    StepResult busyDriver =
        step(latency(), null, driver(99.0, 5000.0, 900.0), new HostUse(5.0, 10.0, 12.5));
    assertThat(innocence.doubts(busyDriver, before(99.0, 1.0))).isNotEmpty();
    assertThat(innocence.isDisturbedByHost(busyDriver)).isFalse();
  }

  @Test
  void otherLoadBeforeTheCellCountsOnlyWhereTheStepDoesNotTell() {
    var told = step(latency(), null, DriverUse.UNKNOWN, new HostUse(null, 2.0, null));
    var untold = step(latency(), null, DriverUse.UNKNOWN, HostUse.UNKNOWN);
    var busyBefore = before(35.0, null);

    assertThat(new ValidityChecks(BOUNDS).doubts(told, busyBefore)).isEmpty();
    assertThat(new ValidityChecks(BOUNDS).doubts(untold, busyBefore))
        .containsExactly(
            "other processes used 35.0 % of the CPUs just before the cell (valid: at most 10 %)");
  }

  @Test
  void allDoubtsAreSaid() {
    var step =
        step(latency(), pacing(3.0), driver(99.0, 900.0, 500.0), new HostUse(20.0, 30.0, 40.0));

    assertThat(new ValidityChecks(BOUNDS).doubts(step, before(null, 50.0)))
        .hasSize(8)
        .doesNotHaveDuplicates();
  }

  @Test
  void aStepWithADoubtIsInvalidAndNeverFails() {
    // TP99 4 ms breaks the SLA by far, but a driver at its limit cannot tell.
    var evaluator =
        new SlaEvaluator(
            new Sla(List.of(new Sla.Bound(SlaFigure.TP99, 1))),
            new Workload.Closed(ThinkTime.NONE));
    var step = step(latency(), null, driver(96.3, null, null), HostUse.UNKNOWN);

    Verdict verdict =
        evaluator.evaluate(step, new ValidityChecks(BOUNDS).doubts(step, before(null, null)));

    assertThat(verdict)
        .isEqualTo(Verdict.invalid("the driver used 96.3 % of its CPUs (valid: at most 90 %)"));
  }

  private static List<String> doubts(Figure figure, Double value) {
    var driver =
        new DriverUse(
            pick(figure, Figure.DRIVER_CPU_PCT, value, 20.0),
            pick(figure, Figure.BUSIEST_THREAD_PCT, value, 15.0),
            1.0,
            3.0,
            10.0,
            new ContextSwitches(0.1, 0.1),
            pick(figure, Figure.RUN_QUEUE_WAIT_MICROS, value, 5.0),
            1L,
            pick(figure, Figure.GC_PAUSE_MILLIS, value, 2.0));
    var host =
        new HostUse(
            pick(figure, Figure.STEAL_PCT, value, 0.1),
            pick(figure, Figure.OTHER_PCT, value, 0.5),
            pick(figure, Figure.FREQUENCY_CHANGE_PCT, value, 1.0));
    var step = step(latency(), pacing(pick(figure, Figure.LAG_MILLIS, value, 0.1)), driver, host);
    return new ValidityChecks(BOUNDS)
        .doubts(step, before(0.5, pick(figure, Figure.SPEED_PCT, value, 99.0)));
  }

  private static Double pick(Figure asked, Figure own, Double value, double blameless) {
    return asked == own ? value : Double.valueOf(blameless);
  }

  private static List<String> doubtsOfSwitches(double waitMicros, ContextSwitches switches) {
    var driver = new DriverUse(20.0, 15.0, 1.0, 3.0, 10.0, switches, waitMicros, 0L, 0.0);
    return new ValidityChecks(BOUNDS)
        .doubts(step(latency(), null, driver, HostUse.UNKNOWN), before(null, null));
  }

  private static DriverUse driver(Double cpuPct, Double waitMicros, Double gcPauseMillis) {
    return new DriverUse(
        cpuPct, null, null, null, null, ContextSwitches.UNKNOWN, waitMicros, null, gcPauseMillis);
  }

  private static Latency latency() {
    return new Latency(4.0, 4.0, 4.0, 4.0, 4.0, 4.0);
  }

  private static Pacing pacing(Double lagMillis) {
    return new Pacing(null, null, lagMillis, 0, "", "");
  }

  private static CellEnvironment before(Double otherPct, Double speedPct) {
    return new CellEnvironment("0", "1", true, List.of(), "", null, otherPct, speedPct);
  }

  private static StepResult step(Latency latency, Pacing pacing, DriverUse driver, HostUse host) {
    StepResult plain = Steps.step(4, Steps.ok(10_000), latency);
    StepResult paced = Changed.with(plain, "pacing", pacing);
    return Changed.with(Changed.with(paced, "driver", driver), "host", host);
  }
}
