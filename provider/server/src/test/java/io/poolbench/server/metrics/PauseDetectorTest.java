package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseDetectorTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
  private final AtomicLong explainedNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final PauseDetector detector =
      new PauseDetector(nanos::get, explainedNanos::get, cpuNanos::get, 2);

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a gap that nothing explains is a pause,               0,    0,    2000, 2",
    "garbage collection and lack of CPU are no pause,      1900, 0,    2000, 0",
    "a process that uses CPU is not paused,                0,    1900, 2000, 0",
    "CPU time just before a pause does not hide the pause, 0,    200,  350,  0.35"
  })
  void aPauseIsAGapThatNeitherWaitsNorUseOfCpuExplain(
      String rule, long explainedMillis, long cpuMillis, long gapMillis, double pausedSeconds) {
    pass(50);
    explainedNanos.addAndGet(Duration.ofMillis(explainedMillis).toNanos());
    cpuNanos.addAndGet(Duration.ofMillis(cpuMillis).toNanos());
    pass(gapMillis);
    pass(50);

    assertThat(detector.seconds()).as(rule).isEqualTo(pausedSeconds);
  }

  @Test
  void shortDelaysDoNotAddUpToAPause() {
    for (int sample = 0; sample < 100; sample++) {
      pass(240);
    }

    assertThat(detector.seconds()).isZero();
  }

  @Test
  void aPauseIsCountedOnceEvenIfReadBeforeTheNextSample() {
    nanos.addAndGet(Duration.ofMillis(700).toNanos());
    assertThat(detector.seconds()).isEqualTo(0.7);

    pass(50);
    assertThat(detector.seconds()).isEqualTo(0.7);
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    detector.sample();
  }
}
