package io.poolbench.judge;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.journal.Batch;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The calls of a slice of a closed loop: they take as long as fills the users' time, or a little
 * more than 10 ms.
 *
 * @param calls in the slice
 * @param share of late calls, 0 to 1
 * @param takenPct CPU time stolen, in percent; null = unknown
 * @param gaugeMicros CPU time of a fixed computation; null = unknown
 */
public record SimulatedCalls(
    long calls, double share, Double takenPct, Double gaugeMicros, Set<Violation> violations) {
  static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

  private static final int LATE = Durations.bucket(10_050_000);
  private static final int LONGEST_IN_TIME = Durations.bucket(9_900_000);
  private static final int BATCHES = 4;

  SimulatedCalls(long calls, double share) {
    this(calls, share, 0.0, 50.0, Set.of());
  }

  SimulatedCalls with(Set<Violation> others) {
    return new SimulatedCalls(calls, share, takenPct, gaugeMicros, others);
  }

  SimulatedCalls taken(Double pct) {
    return new SimulatedCalls(calls, share, pct, gaugeMicros, violations);
  }

  SimulatedCalls gauge(Double micros) {
    return new SimulatedCalls(calls, share, takenPct, micros, violations);
  }

  /** A slice with as many late calls as the share says, to the next whole number in each batch. */
  Slice slice(Key key, Instant at, Duration length) {
    return slice(key, at, length, null);
  }

  /** A slice whose calls are late at random; without a source of it, evenly. */
  Slice slice(Key key, Instant at, Duration length, Random random) {
    List<Batch> batches = new ArrayList<>();
    long nanos = length.toNanos() / BATCHES;
    long late = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      long ok = calls * (batch + 1) / BATCHES - calls * batch / BATCHES;
      long here =
          random == null
              ? Math.round(share * calls * (batch + 1) / BATCHES) - late
              : binomial(random, ok, share);
      late += here;
      int inTime =
          Math.min(LONGEST_IN_TIME, Durations.bucket(key.level() * nanos / Math.max(1, ok)));
      Durations times = Durations.ofBuckets(new int[] {inTime, LATE}, new long[] {ok - here, here});
      batches.add(SampleSlices.batch(at.plusNanos(batch * nanos), nanos, times));
    }
    return SampleSlices.slice(key, batches).with(counters(length)).with(violations);
  }

  private Counters counters(Duration length) {
    Map<String, Double> gained =
        takenPct == null
            ? Map.of()
            : Map.of(
                Side.PROVIDER.ticks(), 100.0,
                Side.PROVIDER.stealTicks(), takenPct,
                Side.PROVIDER.otherTicks(), 0.0,
                Side.DRIVER.ticks(), 100.0,
                Side.DRIVER.stealTicks(), 0.0,
                Side.DRIVER.otherTicks(), 0.0);
    Map<String, Durations> recorded =
        gaugeMicros == null
            ? Map.of()
            : Map.of(
                ProviderHistograms.CPU_GAUGE,
                SampleSlices.durations(
                    Math.round(gaugeMicros * 1_000), Math.max(1, length.toMillis() / 20)));
    return new Counters(gained, Map.of(), Map.of(), recorded);
  }

  /** The number of hits; of many by Poisson's or the normal distribution. */
  public static long binomial(Random random, long calls, double share) {
    if (share > 0.5) {
      return calls - binomial(random, calls, 1 - share);
    }
    double mean = calls * share;
    if (calls <= 64) {
      return random.doubles(calls).filter(each -> each < share).count();
    }
    if (mean > 30) {
      double drawn = mean + Math.sqrt(mean * (1 - share)) * random.nextGaussian();
      return Math.max(0, Math.min(calls, Math.round(drawn)));
    }
    // Waiting times between hits are geometric.
    long hits = 0;
    double at = 0;
    double step = Math.log1p(-share);
    while (share > 0) {
      at += Math.floor(Math.log(1 - random.nextDouble()) / step) + 1;
      if (at > calls) {
        break;
      }
      hits++;
    }
    return hits;
  }
}
