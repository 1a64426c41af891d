package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.load.Draws;
import io.poolbench.load.FreezingServer;
import io.poolbench.load.Load;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.SliceRunners;
import io.poolbench.load.Target;
import io.poolbench.stats.ShareInterval.Count;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.SampleCells;
import io.poolbench.study.Sla;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.time.Duration;
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
  private static final Cell CLOSED = Changed.with(SampleCells.FIXED, "sla", SLA);
  private static final Cell OPEN =
      CLOSED.under(
          new LoadSchedule(
              new Workload.Open(ArrivalProcess.POISSON, ""),
              List.of(1),
              Duration.ZERO,
              Duration.ZERO,
              Duration.ofSeconds(30)));
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
      Level closed = closed(users, stalls, seed);
      Level open = open((int) Math.round(closed.tps()), stalls, seed);
      Verdict.Kind waiting = kind(closed);
      Verdict.Kind truth = kind(open);
      assertThat(waiting == Verdict.Kind.PASS && truth == Verdict.Kind.FAIL)
          .as(
              "seed %d: %d users %s (%s), open loop %s",
              seed, users, waiting, new SlaEvaluator(SLA).judge(List.of(closed)), truth)
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
    Level step = closed(24, stalls, 1);

    assertThat(share(step, false)).isLessThan(0.006);
    assertThat(share(step, true)).isBetween(0.027, 0.029);
    assertThat(kind(step)).isNotEqualTo(Verdict.Kind.PASS);
  }

  private static double share(Level step, boolean ofTime) {
    return ShareBound.of(SLA.bounds().get(0)).stream()
        .filter(bound -> bound.ofTime() == ofTime)
        .map(bound -> Count.sum(bound.counts(step)))
        .map(count -> count.hits() / count.calls())
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

  private static Level closed(int users, NavigableMap<Long, Long> stalls, long seed)
      throws Exception {
    SimulatedTime time = new SimulatedTime();
    try (Load load = time.closed(server(time, stalls, seed), users)) {
      return step(CLOSED, users, load, time);
    }
  }

  private static Level open(int perSecond, NavigableMap<Long, Long> stalls, long seed)
      throws Exception {
    SimulatedTime time = new SimulatedTime();
    Target.Factory server = server(time, stalls, seed);
    try (Load load = time.open(server, 40_000, Duration.ofHours(1), Draws.poisson(seed))) {
      return step(OPEN, perSecond, load, time);
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

  private static Level step(Cell cell, int level, Load load, SimulatedTime time) throws Exception {
    Slice slice = SliceRunners.step(SliceRunners.of(load, time), level, SETTLE, MEASURE);
    return new Level(cell, level, List.of(slice));
  }

  private static Verdict.Kind kind(Level step) {
    return new SlaEvaluator(SLA).judge(List.of(step)).kind();
  }
}
