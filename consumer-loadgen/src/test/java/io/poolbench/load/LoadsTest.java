package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SimulatedTime time = new SimulatedTime();

  /** From 200 to 400 a second within 1 s of settling: 300 requests, then 400 a second. */
  @Test
  void aRampRisesFromTheLastLevelDuringSettling() throws Exception {
    try (Load load = open(new Workload.Open(ArrivalProcess.RAMP, 50))) {
      load.level(200);
      assertThat(calls(load, 1_000)).as("from nothing").isEqualTo(100);
      assertThat(calls(load, 1_000)).isEqualTo(200);
      load.level(400);
      assertThat(calls(load, 500)).as("200 and 50 more").isEqualTo(125);
      assertThat(calls(load, 500)).isEqualTo(175);
      assertThat(calls(load, 1_000)).isEqualTo(400);
    }
  }

  @Test
  void poissonArrivalsDependOnSeedAndChangeOfRate() throws Exception {
    int inAMinute;
    try (Load load = open(new Workload.Open(ArrivalProcess.POISSON, 50))) {
      load.level(400);
      inAMinute = calls(load, 60_000);
      // Of mean and variance 24,000: 4 standard deviations are 620.
      assertThat(inAMinute).isCloseTo(24_000, within(620));
      load.level(200);
      load.level(400);
      assertThat(calls(load, 60_000)).isNotEqualTo(inAMinute);
    }
    try (Load again = open(new Workload.Open(ArrivalProcess.POISSON, 50))) {
      again.level(400);
      assertThat(calls(again, 60_000)).isEqualTo(inAMinute);
    }
  }

  private int calls(Load load, long millis) {
    // Not the request that is due at the very end.
    time.sleepUntil(time.nanoTime() + millis * MILLI - 1);
    Interval interval = load.take();
    assertThat(interval.unsent() + interval.backlog()).isZero();
    return (int) interval.calls();
  }

  /** Calls take no time: what was sent has ended. */
  private Load open(Workload workload) throws Exception {
    LoadSchedule schedule = new LoadSchedule(workload, List.of(200, 400), SECOND, SECOND, SECOND);
    Target.Factory server = SimulatedServer.of(time, 1_000, 0, () -> 1, () -> 0);
    return Loads.open(schedule, SECOND, 1, group -> server, time, time);
  }
}
