package io.poolbench.server.metrics;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderMetersTest {
  private final MeasuredExecutor pool =
      new MeasuredExecutor(
          new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>()),
          System::nanoTime,
          new ThreadTally(),
          new UnansweredCalls());
  private final PoolSampler sampler = new PoolSampler(pool);
  private final Distribution reads = Distribution.ofNanos();
  private final ProviderMeters meters =
      new ProviderMeters(pool, sampler, reads, () -> 7, PauseDetector.start());

  @AfterEach
  void close() {
    pool.shutdownNow();
  }

  @Test
  void theTextHasExactlyTheAgreedNames() {
    assertThat(scrape())
        .containsOnlyKeys(
            ProviderMetrics.CLOCK,
            ProviderMetrics.CPU,
            ProviderMetrics.GC_YOUNG_COUNT,
            ProviderMetrics.GC_YOUNG_PAUSE,
            ProviderMetrics.GC_FULL_COUNT,
            ProviderMetrics.GC_FULL_PAUSE,
            ProviderMetrics.JIT,
            ProviderMetrics.POOL_SIZE,
            ProviderMetrics.PAUSE,
            ProviderMetrics.REDIS_FAILED,
            ProviderMetrics.POOL_ACTIVE,
            ProviderMetrics.POOL_SAMPLES,
            ProviderMetrics.POOL_ACTIVE_SAMPLED,
            ProviderMetrics.QUEUE_SIZE,
            ProviderMetrics.QUEUE_SAMPLED,
            ProviderMetrics.POOL_COMPLETED,
            ProviderMetrics.POOL_REJECTED,
            ProviderMetrics.POOL_FALSELY_REJECTED,
            ProviderMetrics.sum(ProviderMetrics.QUEUE_WAIT),
            ProviderMetrics.count(ProviderMetrics.QUEUE_WAIT),
            ProviderMetrics.sum(ProviderMetrics.SERVICE),
            ProviderMetrics.count(ProviderMetrics.SERVICE),
            ProviderMetrics.sum(ProviderMetrics.REDIS),
            ProviderMetrics.count(ProviderMetrics.REDIS),
            ProviderMetrics.sum(ProviderMetrics.REST),
            ProviderMetrics.count(ProviderMetrics.REST));
  }

  @Test
  void timesAreInSeconds() {
    reads.record(TimeUnit.MILLISECONDS.toNanos(1500));
    reads.record(TimeUnit.MILLISECONDS.toNanos(500));

    assertThat(scrape())
        .containsEntry(ProviderMetrics.sum(ProviderMetrics.REDIS), 2.0)
        .containsEntry(ProviderMetrics.count(ProviderMetrics.REDIS), 2.0);
  }

  @Test
  void figuresSurviveACollection() {
    reads.record(1_000_000_000);
    System.gc();

    assertThat(scrape())
        .containsEntry(ProviderMetrics.sum(ProviderMetrics.REDIS), 1.0)
        .hasEntrySatisfying(ProviderMetrics.CPU, cpu -> assertThat(cpu).isPositive())
        .hasEntrySatisfying(ProviderMetrics.CLOCK, clock -> assertThat(clock).isNotNaN());
  }

  private Map<String, Double> scrape() {
    return meters
        .scrape()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" "))
        .collect(toMap(sample -> sample[0], sample -> Double.valueOf(sample[1])));
  }
}
