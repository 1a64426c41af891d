package io.poolbench.judge;

import static io.poolbench.judge.Steps.ok;
import static io.poolbench.judge.Steps.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlaEvaluatorTest {
  private static final Sla.Bound TP99_BELOW_10 = new Sla.Bound("tp99", 10);
  private static final Sla.Bound AVAILABILITY_999 = new Sla.Bound("availability_pct", 99.9);

  @ParameterizedTest
  @CsvSource({"MEAN,1", "TP50,2", "TP90,3", "TP99,4", "TP999,5", "MAX,6", "PROVIDER_CPU,50"})
  void aValueAtTheBoundOfItsMetricIsAViolationAndOneBelowItPasses(Metric metric, double value) {
    StepResult step =
        step(8, ok(10_000), new Latency(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, null, null, null));
    assertThat(evaluate(step, new Sla.Bound(metric.id(), value)))
        .isEqualTo(Verdict.fail(Violation.of(metric, value, value)));
    assertThat(evaluate(step, new Sla.Bound(metric.id(), value + 1e-6))).isEqualTo(Verdict.pass());
  }

  @Test
  void anyMetricCanBeBounded() {
    StepResult step = step(8, ok(10_000), 1);
    for (Metric metric : Metric.values()) {
      Verdict verdict = evaluate(step, new Sla.Bound(metric.id(), 1e-9));
      boolean unknown = metric.of(step) == null;
      assertThat(verdict.kind() == Verdict.Kind.INVALID).as(metric.id()).isEqualTo(unknown);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluate(step, new Sla.Bound("tp98", 10)));
  }

  /** A hang at 0.5 s of 3.5 s, of an open loop: what ended was fast, and OK. */
  @Test
  void aGrowthOfPendingRequestsBeyondTheirFluctuationFails() {
    List<Long> growth = IntStream.range(0, 20).mapToObj(batch -> batch < 3 ? 0L : 175L).toList();
    StepResult hung =
        Changed.with(
            step(1_000, ok(500), 1),
            "pending",
            new Pending(2_975, 3e3, null),
            "batches",
            Changed.with(batches(0, 0, 0, 0), "growth", growth));
    Latency known = new Latency(1.0, 1.0, 1.0, null, null, 1.0, null, null, null);
    StepResult open = Changed.with(hung, "pacing", new Pacing(known, known, 0.0, 0, "", ""));

    Verdict verdict = evaluate(open, AVAILABILITY_999);

    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.FAIL);
    assertThat(verdict.codes()).containsExactly("not_sustained");
    assertThat(verdict.violations().get(0).measured()).isEqualTo(2_975);
    assertThat(evaluate(hung, AVAILABILITY_999))
        .as("pending calls of a closed loop are bounded by its users")
        .isEqualTo(Verdict.pass());
    assertThat(of(AVAILABILITY_999).ofPhase(open, List.of()))
        .as("a phase may be an overload")
        .isEqualTo(Verdict.pass());
  }

  /** Users whose calls were refused, who sent nothing, or whose pool hung before the window. */
  @ParameterizedTest
  @CsvSource({"12345, 6, 7, 0, 0", "0, 0, 0, 9000, 0", "0, 0, 0, 0, 8"})
  void aStepWithoutAnOkCallFails(
      long rejected, long timeout, long error, long unsent, long pending) {
    StepResult step =
        Changed.with(
            step(8, new Calls(0, rejected, timeout, error, unsent), Latency.UNKNOWN),
            "pending",
            new Pending(pending, 4e3, 8.0));
    double due = rejected + timeout + error + unsent + pending;
    assertThat(evaluate(step, TP99_BELOW_10))
        .isEqualTo(Verdict.fail(ViolationCode.NOTHING_ANSWERED.violation(due, null)));
  }

  /** As in a slice of an open loop at a low rate. */
  @Test
  void aStepInWhichNoCallWasDueDecidesNothing() {
    assertThat(evaluate(step(1, new Calls(0, 0, 0, 0, 0), Latency.UNKNOWN), TP99_BELOW_10))
        .isEqualTo(Verdict.invalid(Violation.unknown(Metric.TP99, 10.0)));
  }

  /** Of 10,000 calls 50 are rejected, time out, fail or are not sent. */
  @Test
  void everyBrokenBoundIsAViolation() {
    assertThat(
            evaluate(step(8, new Calls(9_950, 5, 10, 15, 20), 15), TP99_BELOW_10, AVAILABILITY_999))
        .isEqualTo(
            Verdict.fail(
                Violation.of(Metric.TP99, 15, 10), Violation.of(Metric.AVAILABILITY, 99.5, 99.9)));
  }

  @Test
  void aMetricWhereMoreIsBetterPassesAtItsBound() {
    StepResult step = step(8, new Calls(9_990, 10, 0, 0, 0), 1);
    assertThat(evaluate(step, AVAILABILITY_999, new Sla.Bound("tps", 999)))
        .isEqualTo(Verdict.pass());
    assertThat(evaluate(step, new Sla.Bound("tps", 1_998)))
        .isEqualTo(Verdict.fail(Violation.of(Metric.TPS, 999, 1_998)));
  }

  /** The upper limit of no late call of 874 is 0.42 %, of 300 it is 1.2 %. */
  @ParameterizedTest
  @CsvSource({
    "tp99, 874, PASS",
    "tp99, 300, UNDECIDED",
    "tp999, 4000, PASS",
    "tp999, 3600, UNDECIDED"
  })
  void asManyCallsAreEnoughAsItsIntervalNeeds(String metric, long calls, Verdict.Kind kind) {
    List<Long> none = List.of(0L);
    Batches batches = Steps.batches(List.of(1), 5, calls, none);
    StepResult step =
        Changed.with(
            step(8, ok(calls), new Latency(1.0, 1.0, 1.0, null, null, 2.0, null, null, null)),
            "batches",
            Changed.with(batches, "late", Map.of(metric, none), "overdue", Map.of()));

    assertThat(evaluate(step, new Sla.Bound(metric, 10)).kind()).isEqualTo(kind);
  }

  @Test
  void anUnknownBoundedMetricIsInvalidUnlessAnotherBoundIsBroken() {
    StepResult step = Changed.with(step(8, ok(10_000), 1), "figures", Figures.UNKNOWN);
    Sla.Bound cpu = new Sla.Bound("provider_cpu_pct", 60);
    assertThat(evaluate(step, cpu))
        .isEqualTo(Verdict.invalid(Violation.unknown(Metric.PROVIDER_CPU, 60.0)));
    assertThat(evaluate(step, cpu, new Sla.Bound("tp99", 1)).kind()).isEqualTo(Verdict.Kind.FAIL);
  }

  @Test
  void violationsOfValidityRulesComeBeforeAnyBound() {
    Violation busy = Violation.of(Metric.DRIVER_CPU, 95, 90);
    assertThat(of(TP99_BELOW_10).evaluate(step(8, ok(10_000), 99), List.of(busy)))
        .isEqualTo(Verdict.invalid(busy));
  }

  /** Of 20 batches with 1,000 calls each: late calls, timed-out calls, failed calls. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "clearly within,             5,  0, 0,  PASS,      ''",
    "TP99 in doubt,              9,  0, 0,  UNDECIDED, tp99",
    "TP99 in doubt beyond,       11, 0, 0,  UNDECIDED, tp99",
    "clearly beyond,             20, 0, 0,  FAIL,      tp99",
    "timed-out calls are late,   0,  20, 0, FAIL,      tp99_late availability_pct",
    "availability in doubt,      0,  0, 1,  UNDECIDED, availability_pct",
    "availability broken,        0,  0, 5,  FAIL,      availability_pct",
    "a broken bound comes first, 9,  0, 5,  FAIL,      availability_pct"
  })
  void aBoundOnAShareIsDecidedByItsInterval(
      String rule, long late, long timeout, long failed, Verdict.Kind kind, String codes) {
    Calls calls = new Calls(20_000 - 20 * (timeout + failed), 20 * failed, 20 * timeout, 0, 0);
    StepResult step =
        Changed.with(
            step(8, calls, late > 10 ? 12 : 9),
            "batches",
            batches(1_000 - timeout - failed, timeout, failed, late));

    Verdict verdict = evaluate(step, TP99_BELOW_10, AVAILABILITY_999);

    assertThat(verdict.kind()).isEqualTo(kind);
    assertThat(String.join(" ", verdict.codes())).isEqualTo(codes);
  }

  /** As few calls as do not show 99.9 % for themselves. */
  @Test
  void availabilityIsNotInDoubtWhereEveryCallWasAnswered() {
    StepResult step = Changed.with(step(8, ok(1_000), 1), "batches", batches(50, 0, 0, 0));

    assertThat(evaluate(step, AVAILABILITY_999)).isEqualTo(Verdict.pass());
  }

  @Test
  void severalStepsAreJudgedByTheirCallsTogether() {
    StepResult lucky = Changed.with(step(8, ok(20_000), 9), "batches", batches(1_000, 0, 0, 6));
    StepResult unlucky = Changed.with(step(8, ok(20_000), 12), "batches", batches(1_000, 0, 0, 16));
    SlaEvaluator evaluator = of(TP99_BELOW_10);

    assertThat(evaluator.evaluate(lucky, List.of())).isEqualTo(Verdict.pass());
    assertThat(evaluator.evaluate(unlucky, List.of()).kind()).isEqualTo(Verdict.Kind.FAIL);
    assertThat(pooled(evaluator, List.of(List.of(lucky, unlucky, lucky))))
        .as("windows of one provider")
        .isEqualTo(Verdict.Kind.UNDECIDED);
    assertThat(pooled(evaluator, List.of(List.of(lucky), List.of(lucky), List.of(lucky))))
        .as("providers that agree")
        .isEqualTo(Verdict.Kind.PASS);
    assertThat(pooled(evaluator, List.of(List.of(lucky), List.of(unlucky), List.of(lucky))))
        .as("providers that do not")
        .isEqualTo(Verdict.Kind.UNDECIDED);
    assertThat(evaluator.pooled(List.of(List.of(lucky, step(8, ok(20_000), 9)))))
        .as("batches not known")
        .isEmpty();
  }

  /** Both steps break TP99, by shares so different that together they decide nothing. */
  @Test
  void aMetricUnknownInAllStepsIsInvalidOfThemTogether() {
    SlaEvaluator evaluator = of(TP99_BELOW_10, new Sla.Bound("provider_cpu_pct", 60));

    Verdict verdict =
        evaluator.pooled(List.of(List.of(ofCpu(null, 16)), List.of(ofCpu(null, 60)))).orElseThrow();

    assertThat(verdict).isEqualTo(Verdict.invalid(Violation.unknown(Metric.PROVIDER_CPU, 60.0)));
  }

  /** Of a bound of 80 %; empty where it is kept. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "more than half keep it,                70 75 81, ",
    "more than half of the known keep it,   70 ? ?,   ",
    "more than half break it,               70 81 85, 81",
    "half break it,                         70 85,    85",
  })
  void aBoundOnAValueIsDecidedByTheMajorityOfTheSteps(String rule, String cpus, Double measured) {
    List<StepResult> steps =
        Arrays.stream(cpus.split(" "))
            .map(cpu -> ofCpu(cpu.equals("?") ? null : Double.valueOf(cpu), 0))
            .toList();

    SlaEvaluator evaluator = of(new Sla.Bound("provider_cpu_pct", 80));
    Verdict verdict = evaluator.pooled(List.of(steps)).orElseThrow();

    assertThat(verdict.violations())
        .extracting(Violation::measured)
        .isEqualTo(measured == null ? List.of() : List.of(measured));
  }

  /** They have no percentile, so that those of the others would decide alone. */
  @ParameterizedTest
  @CsvSource({"1, FAIL", "2, PASS"})
  void stepsThatAnswerNothingCount(int others, Verdict.Kind kind) {
    StepResult none =
        Changed.with(
            step(8, new Calls(0, 20_000, 0, 0, 0), Latency.UNKNOWN),
            "batches",
            batches(0, 0, 1_000, 0));
    List<StepResult> steps = new ArrayList<>(List.of(none));
    steps.addAll(Collections.nCopies(others, ofCpu(50.0, 0)));

    assertThat(pooled(of(TP99_BELOW_10), List.of(steps))).isEqualTo(kind);
  }

  private static StepResult ofCpu(Double pct, long late) {
    StepResult step = Changed.with(step(8, ok(20_000), 12), "batches", batches(1_000, 0, 0, late));
    return Changed.with(step, "figures.PROVIDER_CPU", pct);
  }

  private static Verdict.Kind pooled(SlaEvaluator evaluator, List<List<StepResult>> repetitions) {
    return evaluator.pooled(repetitions).orElseThrow().kind();
  }

  private static Batches batches(long ok, long timeout, long failed, long late) {
    return Changed.with(
        Steps.batches(Collections.nCopies(20, 1), 0.5, ok, Collections.nCopies(20, late)),
        "overdue",
        Map.of(),
        "timeout",
        Collections.nCopies(20, timeout),
        "failed",
        Collections.nCopies(20, failed));
  }

  private static Verdict evaluate(StepResult step, Sla.Bound... bounds) {
    return of(bounds).evaluate(step, List.of());
  }

  private static SlaEvaluator of(Sla.Bound... bounds) {
    return new SlaEvaluator(new Sla(List.of(bounds)));
  }
}
