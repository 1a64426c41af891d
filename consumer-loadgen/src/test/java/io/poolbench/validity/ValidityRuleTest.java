package io.poolbench.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.CpuState;
import io.poolbench.result.Disturbances;
import io.poolbench.result.DriverUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.Pacing;
import io.poolbench.result.Pending;
import io.poolbench.result.PoolUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.ThreadRole;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A valid step of 40 users and ten seconds, whose 100,000 calls took 4 ms each, but for one value.
 */
class ValidityRuleTest {
  private static final Calls CALLS = new Calls(100_000, 0, 0, 0, 0);

  /** A value that a test replaces. */
  private enum Value {
    PAUSED_SECONDS,
    FAILED_READS,
    SLOWEST_READ_MILLIS,
    DRIVER_CPU_PCT,
    BUSIEST_THREAD_PCT,
    RUN_QUEUE_WAIT_MICROS,
    GC_PAUSE_MILLIS,
    LAG_MILLIS,
    STEAL_PCT,
    FREQUENCY_CHANGE_PCT,
    OTHER_PCT,
    SPEED_PCT,
    JIT_PCT,
    BUSY_USERS,
    DRIVER_CPUS_BUSY_PCT,
    HICCUP_TP99_MILLIS,
    HICCUP_MAX_MILLIS,
    RUN_SPEED_PCT,
    REDIS_HICCUP_MILLIS,
    ACTIVE_THREADS,
    PROVIDER_THROTTLED_PCT,
    DRIVER_THROTTLED_PCT
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSED_SECONDS, 0.05, 0.051, provider_paused_ms, 51, 50", // half of 1 % of 10 s
    "FAILED_READS, 0, 3, redis_failed_reads, 3, 0",
    "SLOWEST_READ_MILLIS, 2999, 3000, redis_stall_ms, 3000, 3000", // as long as the timeout
    "DRIVER_CPU_PCT, 90, 90.1, driver_cpu_pct, 90.1, 90",
    "DRIVER_CPU_PCT, 90, 100.3, driver_cpu_pct, 100, 90",
    "BUSIEST_THREAD_PCT, 90, 100.3, driver_busiest_thread_pct, 100, 90",
    "RUN_QUEUE_WAIT_MICROS, 400, 620, run_queue_wait_pct, 15.5, 10", // 10 % of 4 ms
    "GC_PAUSE_MILLIS, 100, 101, driver_gc_pause, 101, 100", // 1 % of 10 s
    "LAG_MILLIS, 1, 1.01, lag_tp99, 1.01, 1",
    "STEAL_PCT, 5, 5.1, steal_pct, 5.1, 5",
    "FREQUENCY_CHANGE_PCT, 10, 10.1, frequency_change_pct, 10.1, 10",
    "OTHER_PCT, 10, 10.1, others_cpu_pct, 10.1, 10",
    "SPEED_PCT, 80, 79.9, speed_before_pct, 79.9, 80",
    "JIT_PCT, 5, 5.1, provider_cpu_jit_pct, 5.1, 5",
    "BUSY_USERS, 40.8, 40.81, littles_law, 40.81, 40", // 2 % of 40 users
    "BUSY_USERS, 39.2, 39.19, littles_law, 39.19, 40",
    "DRIVER_CPUS_BUSY_PCT, 90, 90.1, driver_cpus_busy_pct, 90.1, 90",
    "HICCUP_TP99_MILLIS, 2.5, 2.51, driver_hiccup_tp99, 2.51, 2.5", // 25 % of 10 ms
    "HICCUP_MAX_MILLIS, 60, 60.1, driver_hiccup_max, 60.1, 60", // 10 ms + 0.5 % of 10 s
    "REDIS_HICCUP_MILLIS, 60, 60.1, redis_hiccup_max, 60.1, 60",
    "RUN_SPEED_PCT, 80, 79.9, host_speed_in_run_pct, 79.9, 80",
    "PROVIDER_THROTTLED_PCT, 0.5, 0.51, provider_throttled_pct, 0.51, 0.5",
    "DRIVER_THROTTLED_PCT, 0.5, 0.51, driver_throttled_pct, 0.51, 0.5",
    "ACTIVE_THREADS, 16, 16.01, pool_littles_law, 16.01, 12", // a quarter of the larger
    "ACTIVE_THREADS, 9, 8.99, pool_littles_law, 8.99, 12"
  })
  void aValueAtItsLimitIsValidAndOneBeyondItIsNot(
      Value value, double at, double beyond, String code, double measured, double limit) {
    assertThat(violations(value, at)).isEmpty();
    assertThat(violations(value, beyond))
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.code()).isEqualTo(code);
              assertThat(violation.measured()).isCloseTo(measured, within(1e-6));
              assertThat(violation.limit()).isCloseTo(limit, within(1e-6));
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = Value.class,
      names = {"PAUSED_SECONDS", "FAILED_READS", "SLOWEST_READ_MILLIS"},
      mode = EnumSource.Mode.EXCLUDE)
  void anUnknownValueViolatesNoRule(Value value) {
    assertThat(violations(value, null)).isEmpty();
  }

  @Test
  void aCallWaitsAsOftenAsThreadsAreSwitchedForIt() {
    double wait = 250; // of 4 ms: 6.25 % once
    assertThat(violations(switches(wait, 0.02, 0.01))).isEmpty();
    assertThat(violations(switches(wait, 0.9, 0.1))).isEmpty();
    assertThat(violations(switches(wait, 1.5, 0.5)))
        .extracting(Violation::measured)
        .containsExactly(12.5);
  }

  @Test
  void withoutAnAnswerThereIsNothingToCompareAWaitWith() {
    StepResult step = Changed.with(switches(5000, 1, 1), "latency", Latency.UNKNOWN);
    assertThat(violations(step)).isEmpty();
  }

  @Test
  void aStallOfRedisIsAtLeastASecondAndNotThatOfAPausedProvider() {
    Cell impatient =
        Changed.with(cell(), "driver", Changed.with(cell().driver(), "timeoutMillis", 100));
    assertThat(codes(impatient, new Disturbances(0, 0, 999))).isEmpty();
    assertThat(codes(impatient, new Disturbances(0, 0, 1000))).containsExactly("redis_stall_ms");
    assertThat(codes(impatient, new Disturbances(1, 0, 1000)))
        .containsExactly("provider_paused_ms");
  }

  /** Of ten seconds, 0.2 % are 20 ms, less than the limit of 50; 2 % are 200 ms. */
  @ParameterizedTest
  @CsvSource({"99.8, 0", "98, 1"})
  void aPauseInWhichTheProviderUsedItsCpusIsNoFreeze(double cpuPct, int violations) {
    StepResult step = step(null, null);
    StepResult busy =
        Changed.with(step, "provider", Changed.with(step.provider(), "cpuPct", cpuPct));
    Measurement measured =
        new Measurement(busy, cell(), before(null, null), new Disturbances(3, 0, 12));
    assertThat(measured.violations().stream().filter(of -> of.code().equals("provider_paused_ms")))
        .hasSize(violations);
  }

  @Test
  void aConnectionThatTheKernelDroppedMadeCallsLate() {
    StepResult step = step(null, null);
    StepResult dropped =
        Changed.with(step, "provider", Changed.with(step.provider(), "acceptOverflows", 1L));
    assertThat(codes(dropped, cell())).containsExactly("accept_overflows");
    assertThat(
            codes(
                Changed.with(
                    step, "provider", Changed.with(step.provider(), "acceptOverflows", 0L)),
                cell()))
        .isEmpty();
  }

  @Test
  void limitsOfAHundredPercentCannotBeExceeded() {
    Cell lax =
        Changed.with(
            cell(),
            "validity",
            new Validity(100, 1e6, 100, 1e6, 100, 100, 100, 100, 100, 100, 1e6, 100.0, 100.0));
    StepResult step =
        Changed.with(
            Changed.with(step(null, null), "driver", driver(101.7, 100.4, 5000.0, 9000.0)),
            "host",
            new HostUse(100.0, 100.0, null));
    assertThat(new Measurement(step, lax, before(100.0, 1.0), Disturbances.NONE).violations())
        .isEmpty();
  }

  @Test
  void hiccupsOnCpusThatTheProviderSharesAreItsLoad() {
    CpuState late = new CpuState(9.0, 90.0, null, null, null, null);
    HostUse shared = new HostUse(null, 0.0, null, null, 0.0, 90.0, null, late);
    assertThat(violations(Changed.with(step(null, null), "host", shared))).isEmpty();
    HostUse own = new HostUse(null, 0.0, null, 40.0, 0.0, 90.0, null, late);
    assertThat(violations(Changed.with(step(null, null), "host", own)))
        .extracting(Violation::code)
        .containsExactly("driver_hiccup_tp99", "driver_hiccup_max", "redis_hiccup_max");
  }

  /** Of ten seconds TP99 leaves 50 ms to one stop, TP50 seconds. */
  @ParameterizedTest
  @CsvSource({"150, 0", "150.1, 1"})
  void aStopIsHeldAgainstEachBoundWithItsOwnShare(double millis, int violations) {
    Cell lax =
        Changed.with(
            cell(), "sla", new Sla(List.of(new Sla.Bound("tp50", 10), new Sla.Bound("tp99", 100))));
    assertThat(codes(step(Value.HICCUP_MAX_MILLIS, millis), lax)).hasSize(violations);
  }

  @Test
  void stealIsLimitedToTheShareThatTheStrictestPercentileLeaves() {
    Cell strict =
        Changed.with(
            cell(), "sla", new Sla(List.of(new Sla.Bound("tp99", 10), new Sla.Bound("tp999", 30))));
    // A tenth of 5 %; the kernel's clock shows 0.3 % of 10 s.
    assertThat(codes(Changed.with(step(null, null), "host", new HostUse(0.5, 0.0, null)), strict))
        .isEmpty();
    assertThat(codes(Changed.with(step(null, null), "host", new HostUse(0.6, 0.0, null)), strict))
        .containsExactly("steal_pct");
    StepResult ofASecond = Changed.with(step(null, null), "seconds", 1.0);
    assertThat(
            new Measurement(
                    Changed.with(ofASecond, "host", new HostUse(3.0, 0.0, null)),
                    strict,
                    before(null, null),
                    Disturbances.NONE)
                .violations())
        .extracting(Violation::code)
        .doesNotContain("steal_pct");
  }

  @Test
  void throttlingIsLimitedToTheShareThatTheStrictestPercentileLeaves() {
    Cell strict = Changed.with(cell(), "sla", new Sla(List.of(new Sla.Bound("tp999", 30))));
    assertThat(codes(step(Value.PROVIDER_THROTTLED_PCT, 0.05), strict)).isEmpty();
    assertThat(codes(step(Value.PROVIDER_THROTTLED_PCT, 0.051), strict))
        .containsExactly("provider_throttled_pct");
  }

  /** A provider is measured under the quota of its production; its driver must have none. */
  @Test
  void aProviderCanBeMeasuredUnderAQuota() {
    Cell limited =
        Changed.with(
            cell(), "validity", Changed.with(cell().validity(), "providerThrottledPct", 999.0));
    assertThat(codes(step(Value.PROVIDER_THROTTLED_PCT, 60.0), limited)).isEmpty();
    assertThat(codes(step(Value.DRIVER_THROTTLED_PCT, 60.0), limited))
        .containsExactly("driver_throttled_pct");
  }

  @Test
  void throughputThatChangesBeyondItsNoiseIsADrift() {
    assertThat(codes(Changed.with(step(null, null), "batches", batches(100, 2)), cell())).isEmpty();
    assertThat(codes(Changed.with(step(null, null), "batches", batches(80, 2)), cell()))
        .containsExactly("tps_drift_pct");
    assertThat(codes(Changed.with(step(null, null), "batches", batches(80, 40)), cell()))
        .as("as noisy within its parts")
        .isEmpty();
  }

  /**
   * It begins and ends without calls, so that neither its TPS nor its users are those of a level.
   */
  @Test
  void aDrainedStepHasNoSteadyThroughputAndNoConstantUsers() {
    StepResult step =
        Changed.with(
            Changed.with(step(null, null), "batches", batches(80, 2)),
            "pending",
            new Pending(0, null, 20.0));
    assertThat(codes(step, cell())).containsExactly("tps_drift_pct", "littles_law");
    LoadSchedule drained = Changed.with(cell().load(), "settle", Duration.ZERO);

    assertThat(codes(step, Changed.with(cell(), "load", Changed.with(drained, "drain", true))))
        .isEmpty();
  }

  @Test
  void phasesAreToChangeThroughputAndMayOverloadTheProviderThatReadsRedis() {
    StepResult step = Changed.with(step(null, null), "batches", batches(80, 2));
    Disturbances slowRead = new Disturbances(0, 0, 60_000);
    Cell held = cell();
    Cell phased =
        held.under(
            Changed.with(
                held.load(), "phases", List.of(new Phase("a", Duration.ofSeconds(5), null, null))));

    assertThat(new Measurement(step, held, before(null, null), slowRead).violations())
        .extracting(Violation::code)
        .containsExactly("redis_stall_ms", "tps_drift_pct");
    assertThat(new Measurement(step, phased, before(null, null), slowRead).violations()).isEmpty();
  }

  /** A window of 20 batches, the last 8 of which have another TPS, with some noise in each. */
  private static Batches batches(long then, long noise) {
    List<Long> ok = new ArrayList<>();
    for (int batch = 0; batch < 20; batch++) {
      ok.add((batch < 12 ? 100 : then) + (batch % 2 == 0 ? noise : -noise));
    }
    List<Long> none = Collections.nCopies(20, 0L);
    return new Batches(
        Collections.nCopies(20, 1),
        Collections.nCopies(20, 0.5),
        ok,
        none,
        none,
        none,
        Map.of(),
        Map.of(),
        none);
  }

  @Test
  void otherLoadBeforeTheCellCountsOnlyWhereTheStepDoesNotKnowIt() {
    CellEnvironment busyBefore = before(35.0, null);
    StepResult known = Changed.with(step(null, null), "host", new HostUse(null, 2.0, null));
    StepResult unknown = Changed.with(step(null, null), "host", HostUse.UNKNOWN);
    assertThat(new Measurement(known, cell(), busyBefore, Disturbances.NONE).violations())
        .isEmpty();
    assertThat(new Measurement(unknown, cell(), busyBefore, Disturbances.NONE).violations())
        .extracting(Violation::code)
        .containsExactly("others_cpu_before_pct");
  }

  @ParameterizedTest
  @EnumSource(Value.class)
  void onlyWhatMayHaveEndedByTheNextStepIsMeasuredAgain(Value value) {
    boolean passing =
        List.of(
                Value.PAUSED_SECONDS,
                Value.STEAL_PCT,
                Value.OTHER_PCT,
                Value.GC_PAUSE_MILLIS,
                Value.FREQUENCY_CHANGE_PCT,
                Value.JIT_PCT,
                Value.HICCUP_TP99_MILLIS,
                Value.HICCUP_MAX_MILLIS,
                Value.REDIS_HICCUP_MILLIS,
                Value.RUN_SPEED_PCT)
            .contains(value);
    boolean isSpeed = value == Value.SPEED_PCT || value == Value.RUN_SPEED_PCT;
    double violating = isSpeed ? 50 : 5_000;
    assertThat(measurement(value, violating).violations()).isNotEmpty();
    assertThat(measurement(value, violating).isDisturbedByHost()).isEqualTo(passing);
  }

  @Test
  void everyViolationIsReported() {
    StepResult step =
        Changed.with(
            Changed.with(step(null, null), "driver", driver(99.0, 99.0, 900.0, 500.0)),
            "host",
            new HostUse(20.0, 30.0, 40.0));
    assertThat(
            new Measurement(step, cell(), before(null, 50.0), new Disturbances(1, 1, 0))
                .violations())
        .hasSize(10);
  }

  @Test
  void withoutACallNothingWasMeasuredAndLittlesLawIsNotChecked() {
    StepResult step = Changed.with(step(null, null), "calls", new Calls(0, 0, 0, 0, 0));
    assertThat(codes(Changed.with(step, "pending", Pending.UNKNOWN), cell()))
        .containsExactly("no_calls");
    StepResult unsent = Changed.with(step(null, null), "calls", new Calls(0, 0, 0, 0, 9));
    assertThat(codes(unsent, openLoop())).isEmpty();
  }

  /** A pool that hangs through the window is FAIL: its users' time is in unfinished cycles. */
  @Test
  void aWindowInWhichNoCallEndedIsValidWhereCallsWerePending() {
    StepResult none = Changed.with(step(null, null), "calls", new Calls(0, 0, 0, 0, 0));
    assertThat(codes(none, cell())).isEmpty();
  }

  @Test
  void everyCodeIsDeclaredOnceAndKnownByItsName() {
    for (ValidityRule rule : ValidityRule.values()) {
      assertThat(ValidityRule.of(rule.code())).contains(rule);
    }
    assertThat(
            Stream.concat(
                    Arrays.stream(ValidityRule.values()).map(ValidityRule::code),
                    Arrays.stream(ViolationCode.values()).map(ViolationCode::id))
                .toList())
        .doesNotHaveDuplicates()
        .allMatch(code -> code.matches("[a-z][a-z0-9_]*"));
  }

  @Test
  void aRuleAboutAMetricHasItsIdAsItsCode() {
    assertThat(ValidityRule.STEAL.code()).isEqualTo(Metric.STEAL.id());
    assertThat(ValidityRule.STEAL.title()).isEqualTo(Metric.STEAL.title());
  }

  private static List<Violation> violations(Value value, Double of) {
    return measurement(value, of).violations();
  }

  private static List<Violation> violations(StepResult step) {
    return new Measurement(step, cell(), before(null, null), Disturbances.NONE).violations();
  }

  private static List<String> codes(StepResult step, Cell cell) {
    return new Measurement(step, cell, before(null, null), Disturbances.NONE)
        .violations().stream().map(Violation::code).toList();
  }

  private static List<String> codes(Cell cell, Disturbances disturbances) {
    return new Measurement(step(null, null), cell, before(null, null), disturbances)
        .violations().stream().map(Violation::code).toList();
  }

  private static Measurement measurement(Value value, Double of) {
    Disturbances disturbances =
        new Disturbances(
            value == Value.PAUSED_SECONDS ? of : 0,
            value == Value.FAILED_READS ? of.longValue() : 0,
            value == Value.SLOWEST_READ_MILLIS ? of : 12);
    Double speed = value == Value.SPEED_PCT ? of : Double.valueOf(99);
    return new Measurement(step(value, of), cell(), before(0.5, speed), disturbances);
  }

  private static StepResult step(Value value, Double of) {
    StepResult plain = SampleResult.step(1, 40, 10_000, CALLS, 4, 4, Verdict.pass());
    DriverUse driver =
        driver(
            pick(value, Value.DRIVER_CPU_PCT, of, 20),
            pick(value, Value.BUSIEST_THREAD_PCT, of, 15),
            pick(value, Value.RUN_QUEUE_WAIT_MICROS, of, 5),
            pick(value, Value.GC_PAUSE_MILLIS, of, 2));
    HostUse host =
        new HostUse(
            pick(value, Value.STEAL_PCT, of, 0.1),
            pick(value, Value.OTHER_PCT, of, 0.5),
            pick(value, Value.FREQUENCY_CHANGE_PCT, of, 1),
            pick(value, Value.DRIVER_CPUS_BUSY_PCT, of, 30),
            0.0,
            pick(value, Value.REDIS_HICCUP_MILLIS, of, 2),
            new CpuState(
                null,
                null,
                null,
                null,
                pick(value, Value.RUN_SPEED_PCT, of, 99),
                pick(value, Value.PROVIDER_THROTTLED_PCT, of, 0)),
            new CpuState(
                pick(value, Value.HICCUP_TP99_MILLIS, of, 0.2),
                pick(value, Value.HICCUP_MAX_MILLIS, of, 3),
                null,
                null,
                null,
                pick(value, Value.DRIVER_THROTTLED_PCT, of, 0)));
    Pacing pacing = new Pacing(null, null, pick(value, Value.LAG_MILLIS, of, 0.1), 0, "", "");
    Double jit = pick(value, Value.JIT_PCT, of, 1);
    PoolUse pool =
        Changed.with(
            Changed.with(plain.provider().pool(), "activeSampled", 12.0),
            "activeMean",
            pick(value, Value.ACTIVE_THREADS, of, 12));
    ProviderUse provider =
        Changed.with(
            Changed.with(plain.provider(), "pool", pool),
            "cpuPctByRole",
            jit == null ? Map.of() : Map.of(ThreadRole.JIT, jit));
    StepResult step =
        Changed.with(
            Changed.with(Changed.with(plain, "driver", driver), "host", host),
            "provider",
            provider);
    return Changed.with(
        Changed.with(step, "pacing", pacing),
        "pending",
        new Pending(40, 1.5, pick(value, Value.BUSY_USERS, of, 40)));
  }

  private static Double pick(Value asked, Value own, Double of, double valid) {
    return asked == own ? of : Double.valueOf(valid);
  }

  private static StepResult switches(double waitMicros, double voluntary, double involuntary) {
    DriverUse driver =
        Changed.with(
            driver(20.0, 15.0, waitMicros, 0.0),
            "switches",
            new ContextSwitches(voluntary, involuntary));
    return Changed.with(step(null, null), "driver", driver);
  }

  private static DriverUse driver(
      Double cpuPct, Double busiestPct, Double waitMicros, Double gcPauseMillis) {
    return new DriverUse(
        cpuPct,
        busiestPct,
        1.0,
        3.0,
        10.0,
        ContextSwitches.UNKNOWN,
        waitMicros,
        1L,
        gcPauseMillis,
        null,
        List.of());
  }

  private static Cell cell() {
    return SampleResult.studyResult().cells().get(0).cell();
  }

  private static Cell openLoop() {
    Cell open = SampleResult.studyResult().cells().get(3).cell();
    assertThat(open.load().workload()).isInstanceOf(Workload.Open.class);
    return open;
  }

  private static CellEnvironment before(Double otherPct, Double speedPct) {
    return new CellEnvironment(
        "0", "1", true, List.of(), "", "", null, otherPct, speedPct, List.of(), null);
  }
}
