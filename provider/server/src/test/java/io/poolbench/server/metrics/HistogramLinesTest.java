package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.ProviderHistograms;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HistogramLinesTest {
  private final MeasuredExecutor pool =
      new MeasuredExecutor(
          new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>()),
          System::nanoTime,
          new ThreadTally(),
          new UnansweredCalls());
  private final Distribution reads = Distribution.ofNanos();
  private final HistogramLines lines = new HistogramLines(pool, new PoolSampler(pool), reads);

  @AfterEach
  void close() {
    pool.shutdownNow();
  }

  @Test
  void theTextHasExactlyTheAgreedNames() {
    assertThat(texts())
        .containsOnlyKeys(
            ProviderHistograms.QUEUE_WAIT,
            ProviderHistograms.SERVICE,
            ProviderHistograms.REDIS,
            ProviderHistograms.REST,
            ProviderHistograms.POOL_ACTIVE,
            ProviderHistograms.QUEUE_SIZE);
  }

  @Test
  void aHistogramIsReadBackAsItWasHoweverOftenItIsTold() throws Exception {
    for (int micros = 1; micros <= 1000; micros++) {
      reads.record(micros * 1000L);
    }
    lines.text();

    String text = texts().get(ProviderHistograms.REDIS);

    Histogram told =
        Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    assertThat(told).isEqualTo(reads.snapshot());
    assertThat(told.getTotalCount()).isEqualTo(1000);
  }

  private Map<String, String> texts() {
    return lines
        .text()
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(named -> named[0], named -> named[1]));
  }
}
