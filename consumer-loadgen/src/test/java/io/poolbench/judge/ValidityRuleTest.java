package io.poolbench.judge;

import static io.poolbench.judge.SampleCalls.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Pending;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Phase;
import io.poolbench.study.Sla;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten seconds of 40 users, whose 100,000 calls took 4 ms each. */
class ValidityRuleTest {
  private static final Map<String, Double> VALID =
      Map.ofEntries(
          Map.entry(CounterNames.LOAD, 10.0),
          Map.entry(CounterNames.CALLS, 100_000.0),
          Map.entry(Side.DRIVER.cpu(), 4.0),
          Map.entry(Side.DRIVER.cpuAvailable(), 20.0),
          Map.entry(CounterNames.DRIVER_BUSIEST_THREAD, 1.5),
          Map.entry(Side.DRIVER.busyTicks(), 600.0),
          Map.entry(Side.DRIVER.ticks(), 2_000.0),
          Map.entry(Side.DRIVER.runQueueWait(), 0.5),
          Map.entry(Side.DRIVER.timeSlices(), 100_000.0),
          Map.entry(ProviderMetrics.PAUSE, 0.0),
          Map.entry(ProviderMetrics.REDIS_FAILED, 0.0),
          Map.entry(ProviderMetrics.POOL_ACTIVE_TIME, 120.0),
          Map.entry(ProviderMetrics.POOL_BUSY_SAMPLED, 120.0));

  private static final String HICCUPS = "driver_hiccup_nanos";

  private static final Cell CELL = Changed.with(SampleCalls.cell(), "driver.timeoutMillis", 3_000L);

  private static Counters counters(Map<String, Double> changed, Map<String, Durations> recorded) {
    Map<String, Double> gained = new HashMap<>(VALID);
    gained.putAll(changed);
    gained.values().removeIf(value -> value < 0);
    return new Counters(gained, Map.of(), Map.of(), recorded);
  }

  private static Slice slice(Counters counters) {
    return slice(5_000, counters);
  }

  private static Slice slice(long calls, Counters counters) {
    return Changed.with(
        SampleCalls.slice(key(1, 1, 40), calls, 0, Calls.NONE), "counters", counters);
  }

  private static List<Violation> violations(Cell cell, Slice slice) {
    return List.copyOf(new Measurement(new Level(cell, List.of(slice))).violations());
  }

  private static List<String> codes(Cell cell, Slice slice) {
    return violations(cell, slice).stream().map(Violation::code).toList();
  }

  private static List<String> codes(Map<String, Double> changed) {
    return codes(CELL, slice(counters(changed, Map.of())));
  }

  /** Wake-ups of 0.1 ms, of which so many took so long. */
  private static Durations wakeUps(int late, double millis) {
    return Durations.of(
        LongStream.range(0, 1_000)
            .map(number -> number < late ? Math.round(millis * 1e6) : 100_000)
            .toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "pause_seconds, 0.05, 0.051, provider_paused_ms, 51, 50", // half of 1 % of 10 s
    "redis_failed, 0, 3, redis_failed_reads, 3, 0",
    "driver_cpu, 18, 18.02, driver_cpu_pct, 90.1, 90",
    "driver_cpu, 18, 20.06, driver_cpu_pct, 100.3, 90",
    "driver_busiest_thread, 9, 10.03, driver_busiest_thread_pct, 100.3, 90",
    "driver_busy_ticks, 1800, 1802, driver_cpus_busy_pct, 90.1, 90",
    "driver_run_queue_wait, 100, 155, run_queue_wait_pct, 15.5, 10", // of 10 ms
    "pool_active_time, 160, 160.1, pool_littles_law, 16.01, 12", // a quarter of the larger
    "pool_active_time, 90, 89.9, pool_littles_law, 8.99, 12"
  })
  void aCounterAtItsLimitOrUnknownIsValidAndOneBeyondItIsNot(
      String counter, double at, double beyond, String code, double measured, double limit) {
    String name =
        switch (counter) {
          case "pause_seconds" -> ProviderMetrics.PAUSE;
          case "redis_failed" -> ProviderMetrics.REDIS_FAILED;
          case "driver_cpu" -> Side.DRIVER.cpu();
          case "driver_busiest_thread" -> CounterNames.DRIVER_BUSIEST_THREAD;
          case "driver_busy_ticks" -> Side.DRIVER.busyTicks();
          case "driver_run_queue_wait" -> Side.DRIVER.runQueueWait();
          default -> ProviderMetrics.POOL_ACTIVE_TIME;
        };
    assertThat(codes(Map.of(name, at))).isEmpty();
    assertThat(codes(Map.of(name, -1.0))).as("unknown").isEmpty();
    assertThat(violations(CELL, slice(counters(Map.of(name, beyond), Map.of()))))
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.code()).isEqualTo(code);
              assertThat(violation.measured()).isCloseTo(measured, within(1e-6));
              assertThat(violation.limit()).isCloseTo(limit, within(1e-6));
            });
  }

  @ParameterizedTest
  @CsvSource({
    "driver_hiccup_nanos, 20, 2.49, 2.52, driver_hiccup_tp99", // 25 % of 10 ms
    "driver_hiccup_nanos, 1, 59.9, 60.2, driver_hiccup_max", // 10 ms, and half of 1 % of 10 s
    "redis_answer_nanos, 1, 59.9, 60.2, redis_hiccup_max",
    "redis, 1, 2990, 3010, redis_stall_ms" // the timeout
  })
  void aStopAtItsLimitIsValidAndALongerOneIsNot(
      String histogram, int late, double at, double beyond, String code) {
    String name = histogram.equals("redis") ? ProviderHistograms.REDIS : histogram;
    assertThat(codes(CELL, slice(counters(Map.of(), Map.of(name, wakeUps(late, at)))))).isEmpty();
    assertThat(codes(CELL, slice(counters(Map.of(), Map.of(name, wakeUps(late, beyond))))))
        .containsExactly(code);
  }

  /** As with a provider that poolbench did not start, whose CPUs and CPU time are unknown. */
  @ParameterizedTest
  @CsvSource({"true, 990, 1010", "false, 990, 1010"})
  void aStoppedDriverIsTheReasonWhateverElseIsUnknown(boolean bounded, double at, double beyond) {
    Map<String, Double> unknown =
        Map.of(
            Side.DRIVER.busyTicks(),
            -1.0,
            Side.DRIVER.ticks(),
            -1.0,
            ProviderMetrics.PAUSE,
            -1.0,
            ProviderMetrics.REDIS_FAILED,
            -1.0,
            ProviderMetrics.POOL_ACTIVE_TIME,
            -1.0,
            ProviderMetrics.POOL_BUSY_SAMPLED,
            -1.0);
    Cell cell =
        bounded
            ? CELL
            : Changed.with(CELL, "sla", new Sla(List.of(new Sla.Bound("availability", 99))));

    assertThat(codes(cell, slice(counters(unknown, Map.of(HICCUPS, wakeUps(1, at)))))).isEmpty();
    assertThat(codes(cell, slice(counters(unknown, Map.of(HICCUPS, wakeUps(1, beyond))))))
        .containsExactly("driver_hiccup_max");
  }

  /** Each wait is 600 us, which is 6 % of 10 ms; the limit is 10 %. */
  @ParameterizedTest
  @CsvSource({"0.02, 0.01, 0", "0.9, 0.1, 0", "1.5, 0.5, 1"})
  void aCallWaitsAtEachContextSwitch(double voluntary, double involuntary, int violations) {
    assertThat(
            codes(
                Map.of(
                    Side.DRIVER.runQueueWait(), 60.0,
                    Side.DRIVER.voluntarySwitches(), 100_000 * voluntary,
                    Side.DRIVER.involuntarySwitches(), 100_000 * involuntary)))
        .hasSize(violations);
  }

  /** A pause in which the provider used its CPUs is no freeze: 0.2 % are 20 ms, 2 % are 200 ms. */
  @ParameterizedTest
  @CsvSource({"9.98, 3, 0, 0", "9.8, 3, 0, 1", "0, 0.2, 0, 1", "0, 0.2, 0.16, 0"})
  void whatExplainsAPauseIsNoFault(double cpuSeconds, double paused, double taken, int violations) {
    assertThat(
            codes(
                Map.of(
                    ProviderMetrics.CPU,
                    cpuSeconds,
                    Side.PROVIDER.cpuAvailable(),
                    10.0,
                    ProviderMetrics.PAUSE,
                    paused,
                    Side.PROVIDER.taken(),
                    taken)))
        .hasSize(violations);
  }

  /**
   * Of ten seconds: a stop of 200 ms (limit 60), of 210 ms of Redis and a TP99 of 9 ms are the
   * driver's own as far as others took less; they may have taken three ticks more than are counted.
   */
  @ParameterizedTest
  @CsvSource({
    "0, driver_hiccup_tp99 driver_hiccup_max redis_hiccup_max",
    "99, driver_hiccup_tp99 driver_hiccup_max redis_hiccup_max", // less than 1 % of the time
    "100.2, driver_hiccup_max redis_hiccup_max",
    "115, redis_hiccup_max",
    "151, ''"
  })
  void whatOthersTookExplainsAsMuchOfAStop(double takenMillis, String codes) {
    Durations hiccups = wakeUps(20, 9).plus(Durations.of(200_000_000));
    assertThat(
            String.join(
                " ",
                codes(
                    CELL,
                    slice(
                        counters(
                            Map.of(Side.DRIVER.taken(), takenMillis / 1_000),
                            Map.of(
                                CounterNames.DRIVER_HICCUPS,
                                hiccups,
                                CounterNames.REDIS_ANSWERS,
                                Durations.of(210_000_000)))))))
        .isEqualTo(codes);
  }

  @Test
  void hiccupsOnCpusThatTheProviderSharesAreItsLoad() {
    Map<String, Durations> late = Map.of(CounterNames.DRIVER_HICCUPS, wakeUps(20, 90));
    assertThat(codes(CELL, slice(counters(Map.of(), late)))).hasSize(2);
    assertThat(codes(CELL, slice(counters(Map.of(Side.DRIVER.busyTicks(), -1.0), late)))).isEmpty();
  }

  @Test
  void aPauseOfTheProviderAndPhasesExplainALateReadOfRedis() {
    Map<String, Durations> stalled = Map.of(ProviderHistograms.REDIS, Durations.of(4_000_000_000L));
    assertThat(codes(CELL, slice(counters(Map.of(), stalled)))).containsExactly("redis_stall_ms");
    assertThat(codes(CELL, slice(counters(Map.of(ProviderMetrics.PAUSE, 0.04), stalled))))
        .isEmpty();
    List<Phase> phases = List.of(new Phase("a", Duration.ofSeconds(5), null, null));
    Cell phased = CELL.under(Changed.with(CELL.load(), "phases", phases));
    assertThat(codes(phased, slice(counters(Map.of(), stalled)))).isEmpty();
  }

  @Test
  void aWaitIsComparedWithTheMeanResponseTimeWithoutABoundOnAPercentile() {
    Cell unbound = SampleCalls.cell(new Sla.Bound("tps", 100));
    Slice waits = slice(counters(Map.of(Side.DRIVER.runQueueWait(), 41.0), Map.of()));
    assertThat(codes(unbound, waits)).containsExactly("run_queue_wait_pct");
    assertThat(codes(CELL, waits)).isEmpty();
  }

  /** 5,000 calls of 4 ms in each batch fill the time of 40 users. */
  @ParameterizedTest
  @CsvSource({"5090, 0", "5110, 1", "4910, 0", "4890, 1"})
  void theTimeOfTheUsersIsThatOfTheirCalls(long calls, int violations) {
    Slice busy = slice(calls, counters(Map.of(), Map.of()));
    assertThat(codes(CELL, busy)).hasSize(violations).allMatch("littles_law"::equals);
    LoadSchedule drained = Changed.with(CELL.load(), "settle", Duration.ZERO, "drain", true);
    assertThat(codes(CELL.under(drained), busy)).isEmpty();
  }

  @Test
  void withoutACallNothingWasMeasured() {
    Slice none = SampleCalls.slice(key(1, 1, 40), 0, 0, Calls.NONE);
    assertThat(codes(CELL, none)).containsExactly("no_calls");
    Slice carried =
        SampleCalls.slice(
            key(1, 1, 40), 0, 0, Calls.NONE.with(CallSum.CARRIED_NANOS, 20_000_000_000L));
    Slice pending =
        Changed.with(
            carried,
            "pending",
            new Pending(
                Durations.of(LongStream.generate(() -> 9_000_000_000L).limit(40).toArray()), 0));
    assertThat(codes(CELL, pending)).as("a pool that hangs is no fault").isEmpty();
    Cell open = Studies.steps("rate: '1'").cells().get(0);
    assertThat(codes(open, SampleCalls.slice(key(1, 1, 40), 0, 0, Calls.NONE)))
        .containsExactly("no_calls");
    assertThat(codes(open, SampleCalls.slice(key(1, 1, 0), 0, 0, Calls.NONE)))
        .as("a rate at which none may be due")
        .isEmpty();
  }

  /** Little's law holds in each group; the counters are those of all calls. */
  @Test
  void aGroupIsCheckedByItsOwnCallsAndUsers() {
    Slice whole = slice(counters(Map.of(Side.DRIVER.cpu(), 19.0), Map.of()));
    Slice half = SampleCalls.slice(key(1, 1, 40), 2_500, 0, Calls.NONE);
    Level all = new Level(CELL, List.of(whole));

    assertThat(new Measurement(all, new Level(CELL, 20, List.of(half))).violations())
        .extracting(Violation::code)
        .containsExactly("driver_cpu_pct");
    assertThat(new Measurement(all, new Level(CELL, 30, List.of(half))).violations())
        .extracting(Violation::code)
        .containsExactly("driver_cpu_pct", "littles_law");
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
}
