package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
  private final AtomicLong explainedNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final PauseDetector detector =
      new PauseDetector(nanos::get, explainedNanos::get, cpuNanos::get, 2);

  @Test
  void aGapThatNothingExplainsIsAPause() {
    pass(50);
    pass(2_000);
    pass(50);

    assertThat(detector.seconds()).isEqualTo(2.0);
  }

  @Test
  void garbageCollectionAndLackOfCpuAreNoPause() {
    explain(1_900);
    pass(2_000);

    assertThat(detector.seconds()).isZero();
  }

  @Test
  void aProcessThatUsesCpuIsNotPaused() {
    cpuNanos.addAndGet(Duration.ofMillis(1_900).toNanos());
    pass(2_000);

    assertThat(detector.seconds()).isZero();
  }

  @Test
  void cpuTimeJustBeforeAPauseDoesNotHideIt() {
    cpuNanos.addAndGet(Duration.ofMillis(200).toNanos());
    pass(350);

    assertThat(detector.seconds()).isEqualTo(0.35);
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

  private void explain(long millis) {
    explainedNanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    detector.sample();
  }
}
