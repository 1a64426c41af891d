package io.poolbench.server.metrics;

import io.poolbench.api.ProviderHistograms;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The provider's histograms as {@link ProviderHistograms} names them. Thread-safe. */
public final class HistogramLines {
  private final Map<String, Distribution> distributions;

  public HistogramLines(MeasuredExecutor pool, PoolSampler sampler, Distribution redisReads) {
    distributions =
        Map.of(
            ProviderHistograms.QUEUE_WAIT, pool.queueWait(),
            ProviderHistograms.SERVICE, pool.service(),
            ProviderHistograms.REDIS, redisReads,
            ProviderHistograms.REST, pool.rest(),
            ProviderHistograms.POOL_ACTIVE, sampler.running(),
            ProviderHistograms.QUEUE_SIZE, sampler.queued());
  }

  /** All histograms of this moment, a line each. */
  public String text() {
    return distributions.entrySet().stream()
        .map(named -> named.getKey() + " " + encode(named.getValue().snapshot()) + "\n")
        .collect(Collectors.joining());
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }
}
