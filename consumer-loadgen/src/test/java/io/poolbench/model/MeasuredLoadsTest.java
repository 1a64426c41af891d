package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.api.CallLimit;
import io.poolbench.api.CallLimit.Kind;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.model.MeasuredLoads.RedisRead;
import io.poolbench.result.CellResult;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.store.SampleCurves;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MeasuredLoadsTest {
  @Test
  void ruleThroughputThatNeitherCpusNorThreadsBoundIsNoMatterOfTheModel() {
    // As measured of a provider whose six database connections allow 1,930 calls a second.
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> require(load("a", 8, 200, 1_913, 21), load("a", 16, 200, 1_932, 18)))
        .withMessageContaining("1,913 TPS with 8 users and 1,932 with 16, at 18.0 % CPU");
  }

  @Test
  void ruleEachOtherCauseOfAPlateauIsAllowed() {
    assertThatCode(
            () -> {
              require(load("CPU", 8, 200, 1_900, 95), load("CPU", 16, 200, 1_930, 97));
              require(load("threads", 8, 8, 1_900, 20), load("threads", 16, 8, 1_930, 20));
              require(load("growth", 8, 200, 1_900, 20), load("growth", 16, 200, 3_500, 40));
              require(load("near", 8, 200, 1_900, 20), load("near", 12, 200, 1_930, 20));
              require(load("a", 8, 200, 1_900, 20), load("another", 16, 200, 1_930, 20));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void ruleAWaitForRedisThatGrowsWithLoadIsNamed() {
    Observation fewer = load("a", 8, 200, 1_900, 20);
    Observation more = load("a", 16, 200, 3_000, 40);

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> requireSteadyRedis(fewer, 1, more, 1.6))
        .withMessageContaining("Redis");
    assertThatCode(() -> requireSteadyRedis(fewer, 1, more, 1.4)).doesNotThrowAnyException();
  }

  /** A thread that waits for the CPU sees the answer late. */
  @Test
  void ruleReadsOfABusyProviderOrWithoutAFreeThreadAreNotCompared() {
    assertThatCode(
            () -> {
              requireSteadyRedis(load("a", 8, 200, 1_900, 45), 1, load("a", 16, 200, 3_000, 85), 3);
              requireSteadyRedis(load("a", 8, 8, 1_900, 20), 1, load("a", 16, 8, 3_000, 40), 3);
            })
        .doesNotThrowAnyException();
  }

  private static void requireSteadyRedis(
      Observation fewer, double millis, Observation more, double longer) {
    MeasuredLoads.requireSteadyRedis(
        "results", List.of(new RedisRead(fewer, millis), new RedisRead(more, longer)));
  }

  /** A setting of a second cell, which alone differs from the first one's. */
  static Stream<Arguments> otherCells() {
    Phase slow = new Phase("slow", Duration.ofSeconds(5), null, Duration.ofMillis(50));
    LoadSchedule held = SampleCurves.repetition("fixed 24", 1).cell().load();
    LoadSchedule drained = Changed.with(held, "settle", Duration.ZERO, "drain", true);
    return Stream.of(
        Arguments.of("cell.load.phases", List.of(slow), "phases"),
        Arguments.of("cell.load", drained, "drained"),
        Arguments.of("cell.provider.ioThreads", 8, "provider settings"),
        Arguments.of("cell.provider.dispatcher", Dispatcher.DIRECT, "I/O threads"),
        Arguments.of(
            "cell.provider.limit", new CallLimit(Kind.PERMITS, 16, ""), "a limit of calls"),
        Arguments.of("cell.driver.method", ServiceMethod.FIND_USER_INFO_FUTURE, "their thread"),
        Arguments.of(
            "cell.load.workload", new Workload.Open(ArrivalProcess.POISSON, 500), "open loop"));
  }

  @ParameterizedTest
  @MethodSource("otherCells")
  void ruleACellThatIsNoLoadOfTheModelIsRefusedAlsoBesideOthers(
      String setting, Object value, String problem) {
    CellResult held = held();
    CellResult other = Changed.with(held, setting, value);

    assertThatCode(() -> MeasuredLoads.of("result", List.of(held))).doesNotThrowAnyException();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> MeasuredLoads.of("result", List.of(held, other)))
        .withMessageContaining(problem);
  }

  private static CellResult held() {
    return SampleCurves.repetition(
        "fixed 24",
        1,
        SampleCurves.step(4, 1_900, 4),
        SampleCurves.step(8, 3_800, 4),
        SampleCurves.step(16, 7_000, 5));
  }

  /** An executor in a wrapper hides its threads, and is none with a thread for each task. */
  @Test
  void ruleAPoolAsConfiguredWhoseThreadsAreUnknownIsRefused() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> MeasuredLoads.of("result", asConfigured("ExecutorServiceTtlWrapper")))
        .withMessageContaining("a pool of ExecutorServiceTtlWrapper");
    assertThatCode(() -> MeasuredLoads.of("result", asConfigured("ThreadPerTaskExecutor")))
        .doesNotThrowAnyException();
  }

  private static List<CellResult> asConfigured(String executorClass) {
    return List.of(
        Changed.with(
            held(),
            "cell.provider",
            SimulatedResult.target(null),
            "pool",
            EffectivePool.ofClass(executorClass)));
  }

  /** Twice the users bring 1.1 times the calls, give or take 20 %: that shows no other bound. */
  @Test
  void ruleANoisyPlateauIsNoBound() {
    assertThatCode(() -> require(noisy(8, 1_900, 0.1), noisy(16, 2_090, 0.1)))
        .doesNotThrowAnyException();
  }

  /** The rounds of two loads agree by chance; others show what the host does to such a load. */
  @Test
  void ruleAFewRoundsThatAgreeAreNoBoundWhereOthersAreNoisy() {
    Observation fewer = noisy(8, 1_900, 0.01);
    Observation more = noisy(16, 2_000, 0.01);
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> require(fewer, more));
    assertThatCode(() -> require(fewer, more, noisy(4, 1_000, 0.2), noisy(64, 7_000, 0.2)))
        .doesNotThrowAnyException();
  }

  private static Observation noisy(int users, double tps, double noise) {
    return Changed.with(load("a", users, 200, tps, 20), "noise", new RowNoise(noise, 0, 0));
  }

  private static void require(Observation... loads) {
    MeasuredLoads.requireNoOtherBound("results", List.of(loads));
  }

  private static Observation load(String cell, int users, int threads, double tps, double cpuPct) {
    return new Observation(
        cell, users, threads, 0, 1, tps, cpuPct, 1.0, 1.0, 2.0, 3.0, null, 0, RowNoise.NONE);
  }
}
