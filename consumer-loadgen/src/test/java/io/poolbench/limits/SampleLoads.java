package io.poolbench.limits;

import io.poolbench.Changed;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.journal.SampledPools;
import io.poolbench.limits.LoadSeries.Tried;
import io.poolbench.limits.SampledLoad.CpuUse;
import io.poolbench.limits.SampledLoad.Pauses;
import io.poolbench.limits.SampledLoad.Throughput;
import io.poolbench.study.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Loads of providers with one bottleneck, by its asymptotes: up to as many users as it takes at
 * once each is served at its own pace, further ones wait.
 */
final class SampleLoads {
  static final String VIA = "com.zaxxer.hikari.pool.HikariPool.getConnection";

  private static final Workload CLOSED = Workload.Closed.WITHOUT_PAUSES;
  private static final int SAMPLES = 10_000;

  /** The network and the driver. */
  private static final double OUTSIDE_MILLIS = 0.2;

  private SampleLoads() {}

  static LoadSeries series(IntFunction<SampledLoad> load) {
    return series(load, 1, 2, 4, 8, 16, 32, 64, 128);
  }

  static LoadSeries series(IntFunction<SampledLoad> load, int... levels) {
    return new LoadSeries(
        IntStream.of(levels).mapToObj(load).toList(),
        CLOSED,
        /* limitMillis= */ 50,
        List.of(),
        Optional.empty(),
        /* driverLacks= */ false,
        /* sameArguments= */ false);
  }

  static LoadSeries beside(LoadSeries loads, Tried... others) {
    return Changed.with(loads, "others", List.of(others));
  }

  /**
   * A load at which a call holds a thread for a time, waits for it before, and spends the rest of
   * its user's time outside.
   */
  static SampledLoad load(
      int users, double tps, int threads, double holdMillis, double queueMillis, Site... sites) {
    double outside = Math.max(OUTSIDE_MILLIS, 1000 * users / tps - holdMillis - queueMillis);
    double busy = tps * holdMillis / 1000;
    return new SampledLoad(
        users,
        new Throughput(tps, Collections.emptySortedMap()),
        new PoolUse(threads, busy, holdMillis, queueMillis, outside, 1),
        new CpuUse(20, 0, 0, 0, 0.1, 40),
        Pauses.NONE,
        Map.of(),
        SampledPools.of(sites));
  }

  /** Threads that are held for a time, whatever the load. */
  static SampledLoad ofThreads(int users, int threads, double holdMillis) {
    double tps = 1000 * Math.min(users, threads) / holdMillis;
    return load(
        users,
        tps,
        threads,
        holdMillis,
        Math.max(0, 1000 * users / tps - holdMillis),
        site(State.SLEEP, "com.example.Greeter.greet", "", "", SAMPLES));
  }

  /**
   * Calls that hold one of some places for a time, in threads in which others wait for a place.
   *
   * @param waiting the site of the wait
   */
  static SampledLoad ofPlaces(int users, int places, double heldMillis, int threads, Site waiting) {
    int inside = Math.min(users, threads);
    int holding = Math.min(inside, places);
    double tps = 1000 * holding / heldMillis;
    double hold = 1000 * inside / tps;
    int held = SAMPLES * holding / inside;
    return load(
        users,
        tps,
        threads,
        hold,
        1000 * users / tps - hold,
        site(State.SLEEP, "com.example.Store.read", "", "", held),
        Changed.with(waiting, "count", (long) SAMPLES - held));
  }

  /** Users beyond the connections of a pool wait for one. */
  static SampledLoad ofConnections(int users, int size, double cpuPct) {
    SampledLoad load =
        ofPlaces(users, size, 3, 200, site(State.WAIT, "com.example.Store.read", VIA, "", 1));
    int used = Math.min(users, size);
    Connections pool = new Connections("HikariCP", VIA, "db", size, used, users - used, 0);
    return Changed.with(load, "samples.connections", List.of(pool), "cpu.providerPct", cpuPct);
  }

  static Site site(State state, String at, String via, String blocker, long count) {
    return new Site(state, at, via, blocker, count);
  }
}
