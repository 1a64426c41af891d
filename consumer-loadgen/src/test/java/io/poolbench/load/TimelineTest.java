package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Instant STARTED = Instant.parse("2026-11-01T12:30:05Z");

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final Timeline timeline =
      Timeline.from(
          STARTED,
          new NanoClock() {
            @Override
            public long nanoTime() {
              return nanos.get();
            }

            @Override
            public void sleepUntil(long until) {
              throw new UnsupportedOperationException();
            }
          });

  @Test
  void onlyTheMonotonicClockAdvancesTheTimeline() {
    assertThat(timeline.now()).isEqualTo(STARTED);

    nanos.addAndGet(Duration.ofMinutes(3).toNanos());

    assertThat(timeline.now()).isEqualTo(STARTED.plusSeconds(180));
  }
}
