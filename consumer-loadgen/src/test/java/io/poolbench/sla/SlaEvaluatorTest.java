package io.poolbench.sla;

import static io.poolbench.sla.Steps.ok;
import static io.poolbench.sla.Steps.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.Calls;
import io.poolbench.result.Latency;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.Sla;
import io.poolbench.spec.SlaFigure;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlaEvaluatorTest {
  private static final Sla.Bound TP99_BELOW_10 = new Sla.Bound(SlaFigure.TP99, 10);
  private static final Sla.Bound AVAILABILITY_999 = new Sla.Bound(SlaFigure.AVAILABILITY, 99.9);

  private static final Workload USERS = new Workload.Closed(ThinkTime.NONE);
  private static final Workload RATE = new Workload.Open(ArrivalProcess.CONSTANT, 100);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12.3     | TP99 12.3 ms, 23 % over 10 ms",
        "10       | TP99 10.0 ms, not below 10 ms",
        "10.0004  | TP99 10.0004 ms, 0.004 % over 10 ms",
        "10.04    | TP99 10.04 ms, 0.4 % over 10 ms",
        "19.99    | TP99 20.0 ms, 100 % over 10 ms",
        "2000     | TP99 2,000 ms, 19,900 % over 10 ms",
      })
  void aBrokenBoundIsNamedWithWhatWasMeasuredAndByHowMuch(double millis, String reason) {
    assertThat(evaluate(step(8, ok(10_000), millis), TP99_BELOW_10))
        .isEqualTo(Verdict.fail(reason));
  }

  @Test
  void aFigureJustInsideItsBoundPasses() {
    assertThat(evaluate(step(8, ok(10_000), 9.999999), TP99_BELOW_10)).isEqualTo(Verdict.pass());
  }

  @Test
  void everyBrokenBoundIsNamed() {
    assertThat(
            evaluate(step(8, new Calls(9_950, 50, 0, 0, 0), 15), TP99_BELOW_10, AVAILABILITY_999))
        .isEqualTo(
            Verdict.fail(
                "TP99 15.0 ms, 50 % over 10 ms; AVAILABILITY 99.5 %, 0.4 points under 99.9 %"));
  }

  @Test
  void whereMoreIsBetterTheBoundItselfPasses() {
    StepResult step = step(8, new Calls(9_990, 10, 0, 0, 0), 1);
    assertThat(evaluate(step, AVAILABILITY_999, new Sla.Bound(SlaFigure.TPS, 999)))
        .isEqualTo(Verdict.pass());
    assertThat(evaluate(step, new Sla.Bound(SlaFigure.TPS, 1_998)))
        .isEqualTo(Verdict.fail("TPS 999 /s, 50 % under 1998 /s"));
  }

  @ParameterizedTest
  @CsvSource({"MEAN,1", "TP50,2", "TP90,3", "TP99,4", "TP999,5"})
  void eachFigureIsHeldAgainstItsOwnMeasurement(SlaFigure figure, double millis) {
    StepResult step = step(8, ok(10_000), new Latency(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
    assertThat(evaluate(step, new Sla.Bound(figure, millis)).kind()).isEqualTo(Verdict.Kind.FAIL);
    assertThat(evaluate(step, new Sla.Bound(figure, millis + 0.01))).isEqualTo(Verdict.pass());
  }

  @Test
  void cpuIsHeldAgainstTheProvidersCpu() {
    StepResult step = step(8, ok(10_000), 1);
    assertThat(evaluate(step, new Sla.Bound(SlaFigure.CPU, 40)))
        .isEqualTo(Verdict.fail("CPU 50.0 %, 10 points over 40 %"));
    assertThat(evaluate(step, new Sla.Bound(SlaFigure.CPU, 60))).isEqualTo(Verdict.pass());
  }

  @ParameterizedTest
  @CsvSource({"TP50,20", "TP90,100", "TP99,1000", "TP999,10000"})
  void aPercentileNeedsTenCallsBeyondIt(SlaFigure figure, long needed) {
    Sla.Bound bound = new Sla.Bound(figure, 10);
    assertThat(evaluate(step(8, ok(needed), 1), bound)).isEqualTo(Verdict.pass());
    String text =
        String.format(Locale.ROOT, "%s needs %,d calls, has %,d", figure, needed, needed - 1);
    assertThat(evaluate(step(8, ok(needed - 1), 1), bound)).isEqualTo(Verdict.invalid(text));
  }

  @Test
  void callsThatFailedDoNotHelpAPercentile() {
    assertThat(evaluate(step(8, new Calls(999, 100_000, 0, 0, 0), 1), TP99_BELOW_10))
        .isEqualTo(Verdict.invalid("TP99 needs 1,000 calls, has 999"));
  }

  @Test
  void aBrokenBoundFailsWhateverIsUnknownBesideIt() {
    assertThat(
            evaluate(step(8, new Calls(500, 500, 0, 0, 0), 1), TP99_BELOW_10, AVAILABILITY_999)
                .kind())
        .isEqualTo(Verdict.Kind.FAIL);
  }

  @Test
  void anUnknownFigureThatIsBoundedLeavesNothingToSay() {
    StepResult step = step(8, ok(10_000), new Latency(1.0, 1.0, 1.0, 1.0, 1.0, 1.0), 8.0, null);
    assertThat(evaluate(step, new Sla.Bound(SlaFigure.CPU, 60)))
        .isEqualTo(Verdict.invalid("CPU is unknown"));
  }

  @Test
  void whereEveryCallWasRefusedTheStepFailsAlthoughNoPercentileExists() {
    StepResult step =
        step(8, new Calls(0, 12_345, 6, 7, 0), new Latency(null, null, null, null, null, null));
    assertThat(evaluate(step, TP99_BELOW_10))
        .isEqualTo(
            Verdict.fail("no call was answered OK: 12,345 rejected, 6 timed out, 7 in error"));
  }

  @Test
  void whereNoCallEndedNothingCanBeSaid() {
    StepResult step = step(8, ok(0), new Latency(null, null, null, null, null, null));
    assertThat(evaluate(step, AVAILABILITY_999))
        .isEqualTo(Verdict.invalid("no call ended in the measured window"));
  }

  @ParameterizedTest
  @CsvSource({"9.8, PASS", "10.2, PASS", "9.79, INVALID", "10.21, INVALID"})
  void littlesLawHoldsWithinTwoPercent(double cycleMillis, Verdict.Kind kind) {
    // 1,000 calls/s of 10 users: 10 ms each.
    Latency latency = new Latency(1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
    StepResult step = step(10, ok(10_000), latency, cycleMillis, null);
    assertThat(evaluate(step, TP99_BELOW_10).kind()).isEqualTo(kind);
  }

  @Test
  void littlesLawCountsTheCallsThatFailedToo() {
    StepResult step = step(10, new Calls(5_000, 5_000, 0, 0, 0), 1);
    assertThat(evaluate(step, TP99_BELOW_10)).isEqualTo(Verdict.pass());
  }

  @Test
  void brokenLittlesLawIsInvalidEvenWhereABoundIsBrokenAndSaysItsFigures() {
    Latency latency = new Latency(9.5, 9.5, 9.5, 99.0, 99.0, 99.0);
    assertThat(evaluate(step(10, ok(10_000), latency, 9.5, null), TP99_BELOW_10))
        .isEqualTo(
            Verdict.invalid(
                "Little's law is broken: 1,000 calls/s x 9.50 ms = 9.50 users, not 10"
                    + " (5 % too few)"));
  }

  @Test
  void inAnOpenLoopLittlesLawSaysNothingOfTheRate() {
    Latency latency = new Latency(1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
    StepResult step = step(1_000, ok(10_000), latency, 1.0, null);
    assertThat(evaluate(USERS, step, TP99_BELOW_10).kind()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(evaluate(RATE, step, TP99_BELOW_10)).isEqualTo(Verdict.pass());
  }

  @Test
  void aRequestThatWasNeverSentWasNotAvailable() {
    StepResult step = step(1_000, new Calls(9_950, 0, 0, 0, 50), 1);
    assertThat(evaluate(RATE, step, AVAILABILITY_999))
        .isEqualTo(Verdict.fail("AVAILABILITY 99.5 %, 0.4 points under 99.9 %"));
  }

  @Test
  void whereRequestsWereDueAndNoneWasSentTheStepFails() {
    StepResult step =
        step(1_000, new Calls(0, 0, 0, 0, 9_000), new Latency(null, null, null, null, null, null));
    assertThat(evaluate(RATE, step, TP99_BELOW_10))
        .isEqualTo(
            Verdict.fail(
                "no call was answered OK: 0 rejected, 0 timed out, 0 in error, 9,000 never sent"));
  }

  @Test
  void doubtsAboutTheMeasurementComeBeforeAnyBound() {
    Verdict verdict =
        new SlaEvaluator(new Sla(List.of(TP99_BELOW_10)), USERS)
            .evaluate(step(8, ok(10_000), 99), List.of("driver CPU 97 %", "steal 5 %"));
    assertThat(verdict).isEqualTo(Verdict.invalid("driver CPU 97 %; steal 5 %"));
  }

  @Test
  void theLocaleDoesNotShowInReasons() {
    Locale usual = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(evaluate(step(8, ok(10_000), 2000), TP99_BELOW_10).reason())
          .isEqualTo("TP99 2,000 ms, 19,900 % over 10 ms");
    } finally {
      Locale.setDefault(usual);
    }
  }

  private static Verdict evaluate(StepResult step, Sla.Bound... bounds) {
    return evaluate(USERS, step, bounds);
  }

  private static Verdict evaluate(Workload workload, StepResult step, Sla.Bound... bounds) {
    return new SlaEvaluator(new Sla(Arrays.asList(bounds)), workload).evaluate(step, List.of());
  }
}
