package io.poolbench.judge;

import static io.poolbench.judge.SampleCalls.cell;
import static io.poolbench.judge.SampleCalls.failing;
import static io.poolbench.judge.SampleCalls.key;
import static io.poolbench.judge.SampleCalls.level;
import static io.poolbench.judge.SampleCalls.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.poolbench.Changed;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Batch;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Pending;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.Cell;
import io.poolbench.study.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlaEvaluatorTest {
  private static final Sla.Bound TP99 = new Sla.Bound("tp99", 10);
  private static final Sla.Bound AVAILABILITY = new Sla.Bound("availability_pct", 99.9);
  private static final Sla.Bound CPU = new Sla.Bound("provider_cpu_pct", 60);

  private static Slice calls(long ok, long late) {
    return slice(key(1, 1, 8), ok, late, Calls.NONE);
  }

  private static Verdict judge(Slice slice, Sla.Bound... bounds) {
    return new SlaEvaluator(new Sla(List.of(bounds))).judge(level(cell(bounds), slice));
  }

  /** Of 20 batches: late calls of 1,000, then calls that time out, or fail. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "clearly within,             5,  0, 0,  PASS,      ''",
    "TP99 in doubt,              9,  0, 0,  UNDECIDED, tp99_late",
    "TP99 in doubt beyond,       11, 0, 0,  UNDECIDED, tp99_late",
    "clearly beyond,             20, 0, 0,  FAIL,      tp99",
    "timed-out calls are late,   0,  20, 0, FAIL,      tp99_late availability_pct",
    "availability in doubt,      0,  0, 1,  UNDECIDED, availability_pct",
    "availability broken,        0,  0, 5,  FAIL,      availability_pct",
    "a broken bound comes first, 9,  0, 5,  FAIL,      availability_pct"
  })
  void aBoundOnAShareIsDecidedByItsInterval(
      String rule, long late, long timeout, long error, Verdict.Kind kind, String codes) {
    Slice measured =
        slice(key(1, 1, 8), 1_000 - timeout - error, late, failing(0, timeout, error, 0));

    Verdict verdict = judge(measured, TP99, AVAILABILITY);

    assertThat(verdict.kind()).isEqualTo(kind);
    assertThat(String.join(" ", verdict.codes())).isEqualTo(codes);
  }

  /** The upper limit of no late call of 874 is 0.42 %, of 300 it is 1.2 %. */
  @ParameterizedTest
  @CsvSource({"tp99, 44, PASS", "tp99, 15, UNDECIDED", "tp999, 220, PASS", "tp999, 180, UNDECIDED"})
  void asManyCallsAreEnoughAsTheIntervalNeeds(String metric, long callsABatch, Verdict.Kind kind) {
    assertThat(judge(calls(callsABatch, 0), new Sla.Bound(metric, 10)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({"MEAN, 4", "TP50, 4", "MAX, 4", "CALLS, 20000"})
  void aValueAtTheBoundOfItsMetricIsAViolationAndOneBelowItPasses(Metric metric, double about) {
    Slice measured = calls(1_000, 0);
    double value = metric.of(level(cell(), measured).get(0));
    assertThat(value).isBetween(0.999 * about, 1.001 * about);
    if (metric.percentile().isEmpty()) {
      assertThat(judge(measured, new Sla.Bound(metric.id(), value)))
          .isEqualTo(Verdict.fail(Violation.of(metric, value, value)));
    }
    assertThat(judge(measured, new Sla.Bound(metric.id(), 1.01 * value))).isEqualTo(Verdict.pass());
  }

  @Test
  void anyMetricCanBeBounded() {
    Slice measured = calls(1_000, 0);
    for (Metric metric : Metric.values()) {
      Sla.Bound bound = new Sla.Bound(metric.id(), 1e-9);
      Verdict verdict = judge(measured, bound);
      boolean unknown = metric.of(level(cell(bound), measured).get(0)) == null;
      assertThat(verdict.kind() == Verdict.Kind.INVALID).as(metric.id()).isEqualTo(unknown);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> judge(measured, new Sla.Bound("tp98", 10)));
  }

  @Test
  void aMetricWhereMoreIsBetterPassesAtItsBound() {
    assertThat(judge(calls(500, 0), new Sla.Bound("tps", 1_000))).isEqualTo(Verdict.pass());
    assertThat(judge(calls(500, 0), new Sla.Bound("tps", 1_001)))
        .isEqualTo(Verdict.fail(Violation.of(Metric.TPS, 1_000, 1_001)));
  }

  @Test
  void everyBrokenBoundIsAViolation() {
    Verdict verdict = judge(slice(key(1, 1, 8), 980, 30, failing(5, 5, 5, 5)), TP99, AVAILABILITY);
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.FAIL);
    assertThat(verdict.codes()).containsExactly("tp99", "availability_pct");
    assertThat(verdict.violations().get(1).measured()).isEqualTo(98);
  }

  @Test
  void anUnknownBoundedMetricIsInvalidUnlessAnotherBoundIsBroken() {
    assertThat(judge(calls(1_000, 0), CPU))
        .isEqualTo(Verdict.invalid(Violation.unknown(Metric.PROVIDER_CPU, 60.0)));
    assertThat(judge(calls(1_000, 0), CPU, new Sla.Bound("tp99", 1)).kind())
        .isEqualTo(Verdict.Kind.FAIL);
  }

  /** As few calls as do not show 99.9 % for themselves. */
  @Test
  void availabilityIsNotInDoubtWhereEveryCallWasAnswered() {
    assertThat(judge(calls(50, 0), AVAILABILITY)).isEqualTo(Verdict.pass());
  }

  /** Users whose calls were refused, who sent nothing, or whose pool hung before the slice. */
  @ParameterizedTest
  @CsvSource({"12, 6, 7, 0, 0, 500", "0, 0, 0, 9, 0, 180", "0, 0, 0, 0, 8, 8"})
  void aLevelWithoutAnOkCallFails(
      long rejected, long timeout, long error, long unsent, int pending, double due) {
    Slice none =
        Changed.with(
            slice(key(1, 1, 8), 0, 0, failing(rejected, timeout, error, unsent)),
            "pending",
            new Pending(
                Durations.of(LongStream.generate(() -> 4_000_000_000L).limit(pending).toArray()),
                0));
    assertThat(judge(none, TP99))
        .isEqualTo(Verdict.fail(ViolationCode.NOTHING_ANSWERED.violation(due, null)));
  }

  /** As in a slice of an open loop at a low rate. */
  @Test
  void aLevelAtWhichNoCallWasDueDecidesNothing() {
    Cell open = Studies.steps("rate: '1'").cells().get(0);
    assertThat(new SlaEvaluator(new Sla(List.of(TP99))).judge(level(open, calls(0, 0))))
        .isEqualTo(Verdict.invalid(Violation.unknown(Metric.TP99, 10.0)));
  }

  /** A hang at 1.5 s of 10 s, of an open loop: what ended was fast, and OK. */
  @Test
  void aGrowthOfPendingRequestsBeyondTheirFluctuationFails() {
    Cell open = Studies.steps("rate: '1000'").cells().get(0);
    Slice hung = SampleSlices.growing(slice(key(1, 1, 1_000), 500, 0, Calls.NONE), 3, 175);
    Sla sla = new Sla(List.of(AVAILABILITY));

    Verdict verdict = new SlaEvaluator(sla).judge(level(open, hung));

    assertThat(verdict.codes()).containsExactly("not_sustained");
    assertThat(verdict.violations().get(0).measured()).isEqualTo(17 * 175);
    assertThat(new SlaEvaluator(sla).judge(level(cell(), hung)))
        .as("pending calls of a closed loop are bounded by its users")
        .isEqualTo(Verdict.pass());
    assertThat(new SlaEvaluator(sla, false).judge(level(open, hung)))
        .as("a phase may be an overload")
        .isEqualTo(Verdict.pass());
  }

  @Test
  void repetitionsAreJudgedByTheirCallsTogetherEachAsOneSample() {
    Slice lucky = calls(1_000, 6);
    assertThat(judge(lucky, TP99)).isEqualTo(Verdict.pass());
    assertThat(judge(calls(1_000, 16), TP99).kind()).isEqualTo(Verdict.Kind.FAIL);
    assertThat(kinds(6, 6, 6)).as("providers that agree").isEqualTo(Verdict.Kind.PASS);
    assertThat(kinds(6, 16, 6)).as("providers that do not").isEqualTo(Verdict.Kind.UNDECIDED);
    assertThat(
            new SlaEvaluator(new Sla(List.of(TP99)))
                .judge(
                    level(
                        cell(),
                        lucky,
                        slice(key(1, 2, 8), 1_000, 16, Calls.NONE),
                        slice(key(1, 3, 8), 1_000, 6, Calls.NONE)))
                .kind())
        .as("windows of one provider")
        .isEqualTo(Verdict.Kind.UNDECIDED);
  }

  private static Verdict.Kind kinds(long... late) {
    List<Level> repetitions = new ArrayList<>();
    for (long each : late) {
      int number = repetitions.size() + 1;
      repetitions.addAll(level(cell(), slice(key(number, 1, 8), 1_000, each, Calls.NONE)));
    }
    return new SlaEvaluator(new Sla(List.of(TP99))).judge(repetitions).kind();
  }

  /** 60 of 100 CPU-seconds, then 90 of 100: 75 % of them together. */
  @Test
  void aBoundOnAValueIsDecidedByTheValueOfAllSlicesTogether() {
    Level both = new Level(cell(), List.of(ofCpu(1, 60), ofCpu(2, 90)));
    SlaEvaluator evaluator =
        new SlaEvaluator(new Sla(List.of(new Sla.Bound("provider_cpu_pct", 75))));
    assertThat(evaluator.judge(List.of(both)))
        .isEqualTo(Verdict.fail(Violation.of(Metric.PROVIDER_CPU, 75, 75)));
    assertThat(
            new SlaEvaluator(new Sla(List.of(new Sla.Bound("provider_cpu_pct", 76))))
                .judge(List.of(both)))
        .isEqualTo(Verdict.pass());
  }

  private static Slice ofCpu(int round, double seconds) {
    return Changed.with(
        slice(key(1, round, 8), 1_000, 0, Calls.NONE),
        "counters",
        Counters.ofGained(
            Map.of(ProviderMetrics.CPU, seconds, Side.PROVIDER.cpuAvailable(), 100.0)));
  }

  /**
   * A burst makes 40 % of the calls late in one of the batches of a lower level, which no call at
   * the higher level met.
   */
  @ParameterizedTest
  @CsvSource({"0, PASS", "5, PASS", "400, UNDECIDED"})
  void aLevelPassesOnlyIfAllUpToItPassTogether(long burst, Verdict.Kind kind) {
    Slice high = slice(key(1, 2, 16), 1_000, 0, Calls.NONE);
    Slice low = slice(key(1, 1, 8), 1_000, 0, Calls.NONE);
    List<Batch> batches = new ArrayList<>(low.batches());
    Slice hit = slice(key(1, 1, 8), 1_000, burst, Calls.NONE);
    batches.set(3, hit.batches().get(3));
    Slice lower = low.with(batches);
    SlaEvaluator evaluator = new SlaEvaluator(new Sla(List.of(TP99)));

    assertThat(evaluator.judge(level(cell(), high))).isEqualTo(Verdict.pass());
    List<List<Level>> levels = List.of(level(cell(), lower), level(cell(), high));
    assertThat(evaluator.judgeHighest(levels, levels).kind()).isEqualTo(kind);
  }
}
