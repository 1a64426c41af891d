package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimelineTest {
  @Test
  void onlyTheMonotonicClockAdvancesTheTimeline() {
    Instant started = Instant.parse("2026-11-01T12:30:05Z");
    SimulatedTime time = new SimulatedTime();
    time.sleepUntil(77);
    Timeline timeline = Timeline.from(started, time);
    assertThat(timeline.now()).isEqualTo(started);

    time.sleepUntil(77 + Duration.ofMinutes(3).toNanos());

    assertThat(timeline.now()).isEqualTo(started.plusSeconds(180));
  }
}
