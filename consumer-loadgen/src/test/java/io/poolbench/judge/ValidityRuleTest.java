package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.result.Calls;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.HostUse.CpuState;
import io.poolbench.result.HostUse.Disturbances;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.ProviderUse.PoolUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
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
import java.util.Arrays;
import java.util.List;
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
    BUSY_USERS,
    DRIVER_CPUS_BUSY_PCT,
    HICCUP_TP99_MILLIS,
    HICCUP_MAX_MILLIS,
    REDIS_HICCUP_MILLIS,
    ACTIVE_THREADS
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
    "BUSY_USERS, 40.8, 40.81, littles_law, 40.81, 40", // 2 % of 40 users
    "BUSY_USERS, 39.2, 39.19, littles_law, 39.19, 40",
    "DRIVER_CPUS_BUSY_PCT, 90, 90.1, driver_cpus_busy_pct, 90.1, 90",
    "HICCUP_TP99_MILLIS, 2.5, 2.51, driver_hiccup_tp99, 2.51, 2.5", // 25 % of 10 ms
    "HICCUP_MAX_MILLIS, 60, 60.1, driver_hiccup_max, 60.1, 60", // 10 ms + 0.5 % of 10 s
    "REDIS_HICCUP_MILLIS, 60, 60.1, redis_hiccup_max, 60.1, 60",
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
    Measurement measured = new Measurement(busy, cell(), new Disturbances(3, 0, 12));
    assertThat(measured.violations().stream().filter(of -> of.code().equals("provider_paused_ms")))
        .hasSize(violations);
  }

  @Test
  void limitsOfAHundredPercentCannotBeExceeded() {
    Cell lax = Changed.with(cell(), "validity", new Validity(100, 1e6, 100, 1e6, 1e6));
    StepResult step =
        Changed.with(
            Changed.with(step(null, null), "driver", driver(101.7, 100.4, 5000.0, 9000.0)),
            "host",
            new HostUse(100.0, 100.0, null));
    assertThat(new Measurement(step, lax, Disturbances.NONE).violations()).isEmpty();
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

  /** It begins and ends without calls, so that its users are not those of a level. */
  @Test
  void aDrainedStepHasNoConstantUsers() {
    StepResult step = Changed.with(step(null, null), "pending", new Pending(0, null, 20.0));
    assertThat(codes(step, cell())).containsExactly("littles_law");
    LoadSchedule drained = Changed.with(cell().load(), "settle", Duration.ZERO);

    assertThat(codes(step, Changed.with(cell(), "load", Changed.with(drained, "drain", true))))
        .isEmpty();
  }

  @Test
  void phasesMayOverloadTheProviderThatReadsRedis() {
    StepResult step = step(null, null);
    Disturbances slowRead = new Disturbances(0, 0, 60_000);
    Cell held = cell();
    Cell phased =
        held.under(
            Changed.with(
                held.load(), "phases", List.of(new Phase("a", Duration.ofSeconds(5), null, null))));

    assertThat(new Measurement(step, held, slowRead).violations())
        .extracting(Violation::code)
        .containsExactly("redis_stall_ms");
    assertThat(new Measurement(step, phased, slowRead).violations()).isEmpty();
  }

  @Test
  void everyViolationIsReported() {
    StepResult step =
        Changed.with(
            Changed.with(step(null, null), "driver", driver(99.0, 99.0, 900.0, 500.0)),
            "host",
            new HostUse(20.0, 30.0, 40.0));
    assertThat(new Measurement(step, cell(), new Disturbances(1, 1, 0)).violations()).hasSize(6);
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
    assertThat(ValidityRule.DRIVER_CPU.code()).isEqualTo(Metric.DRIVER_CPU.id());
    assertThat(ValidityRule.DRIVER_CPU.title()).isEqualTo(Metric.DRIVER_CPU.title());
  }

  private static List<Violation> violations(Value value, Double of) {
    return measurement(value, of).violations();
  }

  private static List<Violation> violations(StepResult step) {
    return new Measurement(step, cell(), Disturbances.NONE).violations();
  }

  private static List<String> codes(StepResult step, Cell cell) {
    return new Measurement(step, cell, Disturbances.NONE)
        .violations().stream().map(Violation::code).toList();
  }

  private static List<String> codes(Cell cell, Disturbances disturbances) {
    return new Measurement(step(null, null), cell, disturbances)
        .violations().stream().map(Violation::code).toList();
  }

  private static Measurement measurement(Value value, Double of) {
    Disturbances disturbances =
        new Disturbances(
            value == Value.PAUSED_SECONDS ? of : 0,
            value == Value.FAILED_READS ? of.longValue() : 0,
            value == Value.SLOWEST_READ_MILLIS ? of : 12);
    return new Measurement(step(value, of), cell(), disturbances);
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
            0.1,
            0.5,
            1.0,
            pick(value, Value.DRIVER_CPUS_BUSY_PCT, of, 30),
            0.0,
            pick(value, Value.REDIS_HICCUP_MILLIS, of, 2),
            CpuState.UNKNOWN,
            new CpuState(
                pick(value, Value.HICCUP_TP99_MILLIS, of, 0.2),
                pick(value, Value.HICCUP_MAX_MILLIS, of, 3),
                null,
                null,
                null,
                0.0));
    Pacing pacing = new Pacing(null, null, pick(value, Value.LAG_MILLIS, of, 0.1), 0, "", "");
    PoolUse pool =
        Changed.with(
            Changed.with(plain.provider().pool(), "activeSampled", 12.0),
            "activeMean",
            pick(value, Value.ACTIVE_THREADS, of, 12));
    ProviderUse provider = Changed.with(plain.provider(), "pool", pool);
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

  /**
   * Of ten seconds: a stop of 200 ms (limit 60), of 210 ms of Redis and a TP99 of 9 ms are the
   * driver's own as far as others took less; they may have taken three ticks more than are counted.
   */
  @ParameterizedTest
  @CsvSource({
    "0, driver_hiccup_tp99 driver_hiccup_max redis_hiccup_max",
    "99, driver_hiccup_tp99 driver_hiccup_max redis_hiccup_max", // less than 1 % of the time
    "100, driver_hiccup_max redis_hiccup_max",
    "115, redis_hiccup_max",
    "150, ''"
  })
  void whatOthersTookExplainsAsMuchOfAStop(double takenMillis, String codes) {
    HostUse host =
        new HostUse(
            20.0,
            20.0,
            null,
            60.0,
            0.0,
            210.0,
            CpuState.UNKNOWN,
            new CpuState(9.0, 200.0, null, null, null, takenMillis));
    assertThat(violations(Changed.with(step(null, null), "host", host)))
        .extracting(Violation::code)
        .containsExactlyElementsOf(
            codes.isEmpty() ? List.of() : Arrays.asList(codes.split(" ", -1)));
  }

  /** Interruptions of a tenth of the time, of at most 10 ms each, explain 0.5 ms of each wait. */
  @ParameterizedTest
  @CsvSource({"0, 1", "1000, 0"})
  void interruptionsExplainWaitsForACpu(double takenMillis, int violations) {
    StepResult step = step(Value.RUN_QUEUE_WAIT_MICROS, 800.0);
    CpuState driver = new CpuState(0.2, 10.0, null, null, null, takenMillis);
    StepResult disturbed = Changed.with(step, "host", Changed.with(step.host(), "driver", driver));
    assertThat(violations(disturbed)).hasSize(violations);
  }

  @Test
  void aPauseInWhichTheHostWasTakenAwayIsNoFreeze() {
    StepResult step = step(null, null);
    CpuState taken = Changed.with(CpuState.UNKNOWN, "takenMillis", 160.0);
    StepResult stolen = Changed.with(step, "host", Changed.with(step.host(), "provider", taken));
    Disturbances paused = new Disturbances(0.2, 0, 12);
    assertThat(new Measurement(step, cell(), paused).violations()).hasSize(1);
    assertThat(new Measurement(stolen, cell(), paused).violations()).isEmpty();
  }

  /** In a slice a collection of some milliseconds says nothing; one beyond the bound does. */
  @ParameterizedTest
  @CsvSource({"9, 0", "11, 1"})
  void aSliceMayHaveAShortCollection(double millis, int violations) {
    StepResult slice = Changed.with(step(Value.GC_PAUSE_MILLIS, millis), "seconds", 0.25);
    assertThat(violations(slice)).hasSize(violations);
  }

  /** Disturbances of the host alone make no step INVALID. */
  @Test
  void aDisturbedHostIsNoFaultOfTheDriver() {
    HostUse host = new HostUse(60.0, 80.0, 50.0);
    assertThat(violations(Changed.with(step(null, null), "host", host))).isEmpty();
  }
}
