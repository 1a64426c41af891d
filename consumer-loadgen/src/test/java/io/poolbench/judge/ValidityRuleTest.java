package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
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
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Workload;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityRuleTest {
  private static final Calls NO_CALLS = new Calls(0, 0, 0, 0, 0);

  private static final StepResult SAMPLE =
      SampleResult.step(1, 40, 10_000, new Calls(100_000, 0, 0, 0, 0), 4, 4, Verdict.pass());

  /** A valid step of 40 users and ten seconds, whose 100,000 calls took 4 ms each. */
  private static final StepResult STEP =
      Changed.with(
          SAMPLE,
          "figures",
          SAMPLE
              .figures()
              .with(Metric.DRIVER_CPU, 20)
              .with(Metric.DRIVER_BUSIEST_THREAD, 15)
              .with(Metric.DRIVER_RUN_QUEUE_WAIT, 5)
              .with(Metric.DRIVER_CPUS_BUSY, 30)
              .with(Metric.REDIS_HICCUP_MAX, 2)
              .with(Metric.DRIVER_HICCUP_TP99, 0.2)
              .with(Metric.DRIVER_HICCUP_MAX, 3)
              .with(Metric.POOL_ACTIVE_SAMPLED, 12)
              .with(Metric.POOL_ACTIVE_MEAN, 12),
          "pacing",
          new Pacing(null, null, 0.1, 0, "", ""),
          "pending",
          new Pending(40, 1.5, 40.0));

  private static final Measurement VALID =
      new Measurement(STEP, SampleResult.studyResult().cells().get(0).cell());

  @ParameterizedTest
  @CsvSource({
    "step.figures.PROVIDER_PAUSED, 50, 51, provider_paused_ms, 51, 50", // half of 1 % of 10 s
    "step.figures.REDIS_FAILED_READS, 0, 3, redis_failed_reads, 3, 0",
    "step.figures.REDIS_READ_MAX, 2999, 3000, redis_stall_ms, 3000, 3000", // the timeout
    "step.figures.DRIVER_CPU, 90, 90.1, driver_cpu_pct, 90.1, 90",
    "step.figures.DRIVER_CPU, 90, 100.3, driver_cpu_pct, 100.3, 90",
    "step.figures.DRIVER_BUSIEST_THREAD, 90, 100.3, driver_busiest_thread_pct, 100.3, 90",
    "step.figures.DRIVER_RUN_QUEUE_WAIT, 1000, 1550, run_queue_wait_pct, 15.5, 10", // of 10 ms
    "step.pacing.lagTp99Millis, 1, 1.01, lag_tp99, 1.01, 1",
    "step.pending.busyUsers, 40.8, 40.81, littles_law, 40.81, 40", // 2 % of 40 users
    "step.pending.busyUsers, 39.2, 39.19, littles_law, 39.19, 40",
    "step.figures.DRIVER_CPUS_BUSY, 90, 90.1, driver_cpus_busy_pct, 90.1, 90",
    "step.figures.DRIVER_HICCUP_TP99, 2.5, 2.51, driver_hiccup_tp99, 2.51, 2.5", // 25 % of 10 ms
    "step.figures.DRIVER_HICCUP_MAX, 60, 60.1, driver_hiccup_max, 60.1, 60", // 10 ms, 0.5 %
    "step.figures.REDIS_HICCUP_MAX, 60, 60.1, redis_hiccup_max, 60.1, 60",
    "step.figures.POOL_ACTIVE_MEAN, 16, 16.01, pool_littles_law, 16.01, 12", // 1/4 of the larger
    "step.figures.POOL_ACTIVE_MEAN, 9, 8.99, pool_littles_law, 8.99, 12"
  })
  void aValueAtItsLimitOrUnknownIsValidAndOneBeyondItIsNot(
      String path, double at, double beyond, String code, double measured, double limit) {
    assertThat(codes(path, at)).isEmpty();
    assertThat(codes(path, null)).as("unknown").isEmpty();
    assertThat(Changed.with(VALID, path, beyond).violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.code()).isEqualTo(code);
              assertThat(violation.measured()).isCloseTo(measured, within(1e-6));
              assertThat(violation.limit()).isCloseTo(limit, within(1e-6));
            });
  }

  /** Figures of the valid step with other values, and the codes that it then violates. */
  @ParameterizedTest
  @CsvSource({
    // A wait of 600 us is 6 % of 10 ms once, the limit is 10 %: a call waits at each switch.
    "DRIVER_RUN_QUEUE_WAIT 600 DRIVER_SWITCHES 0.03, ''",
    "DRIVER_RUN_QUEUE_WAIT 600 DRIVER_SWITCHES 1, ''",
    "DRIVER_RUN_QUEUE_WAIT 600 DRIVER_SWITCHES 2," + " run_queue_wait_pct",
    // Interruptions of a tenth of the time, of at most 10 ms each, explain 0.5 ms of each wait.
    "DRIVER_RUN_QUEUE_WAIT 1400 DRIVER_HICCUP_MAX 10 DRIVER_TAKEN 0, run_queue_wait_pct",
    "DRIVER_RUN_QUEUE_WAIT 1400 DRIVER_HICCUP_MAX 10 DRIVER_TAKEN 1000, ''",
    // A pause in which the provider used its CPUs is no freeze: 0.2 % are 20 ms, 2 % are 200 ms.
    "PROVIDER_PAUSED 3000 PROVIDER_CPU 99.8, ''",
    "PROVIDER_PAUSED 3000 PROVIDER_CPU 98, provider_paused_ms",
    // Nor is one in which the host was taken away.
    "PROVIDER_PAUSED 200, provider_paused_ms",
    "PROVIDER_PAUSED 200 PROVIDER_TAKEN 160, ''",
    // A disturbed host is no fault of the driver.
    "STEAL 60 OTHERS_CPU 80, ''"
  })
  void whatExplainsAFigureIsNoFault(String figures, String codes) {
    Figures changed = STEP.figures();
    String[] words = figures.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      changed = changed.with(Metric.valueOf(words[i]), Double.valueOf(words[i + 1]));
    }
    assertThat(codes("step.figures", changed)).hasToString(Arrays.toString(codes.split(" ", -1)));
  }

  /** The mean response time, 4 ms, is that of the pool; the bound, 10 ms, is that of all pools. */
  @Test
  void aWaitIsComparedWithTheBoundAndWithTheMeanOnlyWithoutOne() {
    Sla none = new Sla(List.of(new Sla.Bound("tps", 100)));
    String wait = "step.figures.DRIVER_RUN_QUEUE_WAIT";
    assertThat(codes(wait, 900.0)).isEmpty();
    assertThat(codes(wait, 1100.0, "step.latency", Latency.UNKNOWN)).hasSize(1);
    assertThat(codes(wait, 400.0, "cell.sla", none)).isEmpty();
    assertThat(codes(wait, 410.0, "cell.sla", none)).containsExactly("run_queue_wait_pct");
    assertThat(codes(wait, 5000.0, "cell.sla", none, "step.latency", Latency.UNKNOWN)).isEmpty();
  }

  /** A timeout of 100 ms is less than the second that a provider short of CPU may take to read. */
  @ParameterizedTest
  @CsvSource({"0, 999, ", "0, 1000, redis_stall_ms", "1, 1000, provider_paused_ms"})
  void aStallOfRedisIsAtLeastASecondAndNotThatOfAPausedProvider(
      double pausedSeconds, double readMillis, String code) {
    Figures figures =
        STEP.figures()
            .with(Metric.PROVIDER_PAUSED, 1000 * pausedSeconds)
            .with(Metric.REDIS_READ_MAX, readMillis);
    assertThat(codes("cell.driver.timeoutMillis", 100, "step.figures", figures))
        .isEqualTo(Stream.ofNullable(code).toList());
  }

  @Test
  void hiccupsOnCpusThatTheProviderSharesAreItsLoad() {
    Figures late =
        STEP.figures()
            .with(Metric.DRIVER_HICCUP_TP99, 9)
            .with(Metric.DRIVER_HICCUP_MAX, 90)
            .with(Metric.REDIS_HICCUP_MAX, 90);
    assertThat(codes("step.figures", late))
        .containsExactly("driver_hiccup_tp99", "driver_hiccup_max", "redis_hiccup_max");
    assertThat(codes("step.figures", late.with(Metric.DRIVER_CPUS_BUSY, null))).isEmpty();
  }

  /** Of ten seconds TP99 leaves 50 ms to one stop, TP50 seconds. */
  @Test
  void aStopIsHeldAgainstEachBoundWithItsOwnShare() {
    Sla lax = new Sla(List.of(new Sla.Bound("tp50", 10), new Sla.Bound("tp99", 100)));
    assertThat(codes("cell.sla", lax, "step.figures.DRIVER_HICCUP_MAX", 150.0)).isEmpty();
    assertThat(codes("cell.sla", lax, "step.figures.DRIVER_HICCUP_MAX", 150.1)).hasSize(1);
  }

  /** It begins and ends without calls, so that its users are not those of a level. */
  @Test
  void aDrainedStepHasNoConstantUsers() {
    Pending pending = new Pending(0, null, 20.0);
    assertThat(codes("step.pending", pending)).containsExactly("littles_law");
    LoadSchedule drained =
        Changed.with(VALID.cell().load(), "settle", Duration.ZERO, "drain", true);
    assertThat(codes("step.pending", pending, "cell.load", drained)).isEmpty();
  }

  @Test
  void phasesMayOverloadTheProviderThatReadsRedis() {
    List<Phase> phases = List.of(new Phase("a", Duration.ofSeconds(5), null, null));
    Cell phased = VALID.cell().under(Changed.with(VALID.cell().load(), "phases", phases));
    assertThat(codes("step.figures.REDIS_READ_MAX", 60_000.0)).containsExactly("redis_stall_ms");
    assertThat(codes("step.figures.REDIS_READ_MAX", 60_000.0, "cell", phased)).isEmpty();
  }

  @Test
  void withoutACallNothingWasMeasuredAndLittlesLawIsNotChecked() {
    assertThat(codes("step.calls", NO_CALLS, "step.pending", Pending.UNKNOWN))
        .containsExactly("no_calls");
    Cell open = SampleResult.studyResult().cells().get(3).cell();
    assertThat(open.load().workload()).isInstanceOf(Workload.Open.class);
    assertThat(codes("step.calls", new Calls(0, 0, 0, 0, 9), "cell", open)).isEmpty();
    Measurement none =
        Changed.with(VALID, "step.calls", NO_CALLS, "step.pending", Pending.UNKNOWN, "cell", open);
    assertThat(none.violations()).extracting(Violation::code).containsExactly("no_calls");
    assertThat(Changed.with(none, "step.seconds", 0.2).violations())
        .as("40 calls a second")
        .isEmpty();
  }

  /** A pool that hangs through the window is FAIL: its users' time is in unfinished cycles. */
  @Test
  void aWindowInWhichNoCallEndedIsValidWhereCallsWerePending() {
    assertThat(codes("step.calls", NO_CALLS)).isEmpty();
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
    assertThat(ValidityRule.DRIVER_CPU.code()).isEqualTo(Metric.DRIVER_CPU.id());
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
    Figures stopped =
        STEP.figures()
            .with(Metric.DRIVER_HICCUP_TP99, 9)
            .with(Metric.DRIVER_HICCUP_MAX, 200)
            .with(Metric.REDIS_HICCUP_MAX, 210)
            .with(Metric.DRIVER_TAKEN, takenMillis);
    assertThat(codes("step.figures", stopped)).hasToString(Arrays.toString(codes.split(" ", -1)));
  }

  private static List<String> codes(String path, Object value, Object... more) {
    return Changed.with(VALID, path, value, more).violations().stream()
        .map(Violation::code)
        .toList();
  }
}
