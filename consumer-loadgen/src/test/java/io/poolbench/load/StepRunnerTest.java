package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.measure.LatencyRecorder;
import io.poolbench.spec.ThinkTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the real loop, recorder and runner against queueing theory, in simulated time. */
class StepRunnerTest {
  private static final long MILLI = 1_000_000;

  private final SimulatedTime time = new SimulatedTime();

  /**
   * N users, each outside for an exponential time of mean Z and then at c servers with exponential
   * service of mean S: the machine repairman's model, whose state probabilities are p(n)/p(n-1) =
   * (N-n+1) S / (Z min(n, c)) (Kleinrock, Queueing Systems I, section 3.8).
   */
  @ParameterizedTest
  @CsvSource({"1, 4", "4, 4", "8, 4", "24, 4", "24, 1", "50, 16"})
  void throughputAndResponseTimeAreThoseOfTheMachineRepairmanModel(int users, int threads)
      throws Exception {
    double outsideMillis = 4;
    double serviceMillis = 1;
    var random = new SplittableRandom(20260101);
    var loop =
        closed(
            SimulatedServer.of(
                time,
                threads,
                Integer.MAX_VALUE,
                exponential(random, serviceMillis),
                exponential(random, outsideMillis)),
            users);

    var window =
        new StepRunner(loop, time)
            .run(users, Duration.ofSeconds(5), Duration.ofSeconds(400), () -> 0);

    double busy = meanBusy(users, threads, serviceMillis, outsideMillis);
    double expectedPerMilli = busy / serviceMillis;
    double callsPerMilli = window.interval().calls() / (window.nanos() / (double) MILLI);
    double cycleMillis = window.interval().cycleMeanNanos() / MILLI;
    assertThat(callsPerMilli / expectedPerMilli).isCloseTo(1, within(0.02));
    assertThat(cycleMillis)
        .isCloseTo(users / expectedPerMilli, within(0.02 * users / expectedPerMilli));
  }

  @Test
  void everyCallIsSeenByLittlesLawEvenThoseRefused() throws Exception {
    var random = new SplittableRandom(7);
    var loop =
        closed(SimulatedServer.of(time, 4, 2, exponential(random, 2), exponential(random, 1)), 30);

    var window =
        new StepRunner(loop, time).run(30, Duration.ofSeconds(1), Duration.ofSeconds(60), () -> 0);

    var interval = window.interval();
    assertThat(interval.rejected()).isPositive();
    double users = interval.calls() * interval.cycleMeanNanos() / window.nanos();
    assertThat(users).isCloseTo(30, within(0.3));
  }

  @Test
  void aStepMeasuresItsOwnWindowOnly() throws Exception {
    List<Long> probed = new ArrayList<>();
    var loop = closed(SimulatedServer.of(time, 1, 0, () -> 10 * MILLI, () -> 0), 1);

    var window =
        new StepRunner(loop, time)
            .run(
                1,
                Duration.ofMillis(105),
                Duration.ofSeconds(1),
                () -> {
                  probed.add(time.nanoTime() / MILLI);
                  return probed.size();
                });

    assertThat(window.interval().calls()).isEqualTo(100);
    assertThat(window.nanos()).isEqualTo(1000 * MILLI);
    assertThat(probed).containsExactly(105L, 1105L);
    assertThat(List.of(window.before(), window.after())).containsExactly(1, 2);
  }

  @Test
  void usersRunOnFromStepToStepWithoutARestart() throws Exception {
    var targets = new ArrayList<SimulatedServer>();
    Target.Factory server = SimulatedServer.of(time, 100, 0, () -> 10 * MILLI, () -> 0);
    var loop =
        closed(
            (slots, completion) -> {
              var target = (SimulatedServer) server.open(slots, completion);
              targets.add(target);
              return target;
            },
            20);
    var runner = new StepRunner(loop, time);

    for (int users : new int[] {5, 20, 8}) {
      var window = runner.run(users, Duration.ofMillis(20), Duration.ofSeconds(1), () -> 0);
      assertThat(window.interval().calls()).as("%s users", users).isEqualTo(100L * users);
      assertThat(loop.inFlight()).isEqualTo(users);
    }
    assertThat(targets.get(0).mostInFlight()).isEqualTo(20);
    assertThat(loop.drain(Duration.ofSeconds(1))).isTrue();
    assertThat(loop.inFlight()).isZero();
  }

  @Test
  void aCallThatNeverEndsIsNotWaitedForForever() throws Exception {
    var loop = closed(SimulatedServer.of(time, 1, 0, () -> Long.MAX_VALUE / 2, () -> 0), 1);
    loop.level(1);

    assertThat(loop.drain(Duration.ofSeconds(3))).isFalse();
    assertThat(time.nanoTime()).isEqualTo(3000 * MILLI);
  }

  private Load closed(Target.Factory server, int users) throws IOException {
    return new ClosedLoop(server, users, ThinkTime.NONE, 1, new LatencyRecorder(), time, time);
  }

  private static LongSupplier exponential(SplittableRandom random, double meanMillis) {
    return () -> Math.round(-Math.log1p(-random.nextDouble()) * meanMillis * MILLI);
  }

  private static double meanBusy(int users, int threads, double service, double outside) {
    double weight = 1;
    double weights = 1;
    double busy = 0;
    for (int n = 1; n <= users; n++) {
      weight *= (users - n + 1) * service / (outside * Math.min(n, threads));
      weights += weight;
      busy += weight * Math.min(n, threads);
    }
    return busy / weights;
  }
}
