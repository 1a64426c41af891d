package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.ShareBound;
import io.poolbench.judge.SlaEvaluator;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.SampleCounters;
import io.poolbench.load.Draws;
import io.poolbench.load.FreezingServer;
import io.poolbench.load.Load;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.StepRunners;
import io.poolbench.load.Target;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.SampleCells;
import io.poolbench.spec.Sla;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A lock that is held for 20 to 900 ms at random moments, and stops all calls: users of a closed
 * loop wait, so that only one call of each is late. The verdict on them must not be PASS where that
 * on as many calls that come at any moment is FAIL. With {@code -DhiddenStalls=100} it is tried a
 * hundred times.
 */
class HiddenStallsTest {
  private static final int RUNS = Integer.getInteger("hiddenStalls", 6);
  private static final double MILLI = 1e6;
  private static final Sla SLA = new Sla(List.of(new Sla.Bound("tp99", 10)));
  private static final Cell CELL = Changed.with(SampleCells.FIXED, "sla", SLA);
  private static final CpuPlan CPUS = new CpuPlan(CpuList.parse("0"), CpuList.parse("0"));
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final Duration MEASURE = Duration.ofSeconds(30);

  @Test
  void aClosedLoopDoesNotPassWhereAnOpenLoopFails() throws Exception {
    int failed = 0;
    int passed = 0;
    long first = new SplittableRandom().nextLong();
    for (int run = 0; run < RUNS; run++) {
      long seed = first + run;
      SplittableRandom random = new SplittableRandom(seed);
      int users = random.nextInt(4, 49);
      NavigableMap<Long, Long> stalls = stalls(random);
      StepResult closed = closed(users, stalls, seed);
      StepResult open = open((int) Math.round(closed.tps()), stalls, seed);
      Verdict.Kind waiting = kind(closed);
      Verdict.Kind truth = kind(open);
      assertThat(waiting == Verdict.Kind.PASS && truth == Verdict.Kind.FAIL)
          .as(
              "seed %d: %d users %s (%s), open loop %s",
              seed, users, waiting, closed.verdict(), truth)
          .isFalse();
      failed += truth == Verdict.Kind.FAIL ? 1 : 0;
      passed += waiting == Verdict.Kind.PASS ? 1 : 0;
    }
    System.out.printf(
        "hidden stalls: %d runs from seed %d: closed loop PASS %d, open loop FAIL %d%n",
        RUNS, first, passed, failed);
  }

  /** 24 users, 150 ms every 5 s: 0.4 % of the calls are late, and 2.8 % of all moments. */
  @Test
  void aLockHeldFor150MillisEveryFiveSecondsDoesNotPass() throws Exception {
    NavigableMap<Long, Long> stalls = new TreeMap<>();
    for (long from = 3_000; from < 60_000; from += 5_000) {
      stalls.put((long) (from * MILLI), (long) ((from + 150) * MILLI));
    }
    StepResult step = closed(24, stalls, 1);

    assertThat(share(step, false)).isLessThan(0.006);
    assertThat(share(step, true)).isBetween(0.027, 0.029);
    assertThat(kind(step)).isNotEqualTo(Verdict.Kind.PASS);
  }

  private static double share(StepResult step, boolean ofTime) {
    return ShareBound.of(SLA.bounds().get(0)).stream()
        .filter(bound -> bound.ofTime() == ofTime)
        .map(bound -> bound.share(step).share())
        .findFirst()
        .orElseThrow();
  }

  private static NavigableMap<Long, Long> stalls(SplittableRandom random) {
    NavigableMap<Long, Long> stalls = new TreeMap<>();
    double lengthMillis = 20 * Math.pow(45, random.nextDouble());
    double periodMillis = lengthMillis * (5 + 300 * random.nextDouble());
    double at = 0;
    while (at < 40_000) {
      at += periodMillis * (0.5 + random.nextDouble());
      double length = Math.max(20, Math.min(900, lengthMillis * (0.5 + random.nextDouble())));
      stalls.put((long) (at * MILLI), (long) ((at + length) * MILLI));
      at += length;
    }
    return stalls;
  }

  private static StepResult closed(int users, NavigableMap<Long, Long> stalls, long seed)
      throws Exception {
    SimulatedTime time = new SimulatedTime();
    try (Load load = time.closed(server(time, stalls, seed), users)) {
      return step(users, load, time);
    }
  }

  private static StepResult open(int perSecond, NavigableMap<Long, Long> stalls, long seed)
      throws Exception {
    SimulatedTime time = new SimulatedTime();
    Target.Factory server = server(time, stalls, seed);
    try (Load load = time.open(server, 40_000, Duration.ofHours(1), Draws.poisson(seed))) {
      return step(perSecond, load, time);
    }
  }

  /** No service time passes while the lock is held. */
  private static Target.Factory server(
      SimulatedTime time, NavigableMap<Long, Long> stalls, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return FreezingServer.of(
        time,
        sent -> {
          long left = (long) ((2 + 3 * random.nextDouble()) * MILLI);
          long at = sent;
          var stall = stalls.floorEntry(sent);
          stall = stall == null || stall.getValue() <= sent ? stalls.higherEntry(sent) : stall;
          while (stall != null && at + left > stall.getKey()) {
            left -= Math.max(0, stall.getKey() - at);
            at = stall.getValue();
            stall = stalls.higherEntry(stall.getKey());
          }
          return at + left;
        });
  }

  private static StepResult step(int level, Load load, SimulatedTime time) throws Exception {
    MeasuredWindow<Counters> window =
        StepRunners.of(load, time, ShareBound.limitsNanos(SLA))
            .run(level, SETTLE, MEASURE, () -> SampleCounters.ofPool(0));
    return StepFigures.of(1, level, Instant.EPOCH, window, CPUS, CELL);
  }

  private static Verdict.Kind kind(StepResult step) {
    return new SlaEvaluator(SLA).evaluate(step, List.of()).kind();
  }
}
