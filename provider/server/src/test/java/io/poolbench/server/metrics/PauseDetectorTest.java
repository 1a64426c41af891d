package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
  private final AtomicLong explainedNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final PauseDetector watch =
      new PauseDetector(nanos::get, explainedNanos::get, cpuNanos::get, 2);

  @Test
  void aGapThatNothingExplainsIsAStandstill() {
    pass(50);
    pass(2_000);
    pass(50);

    assertThat(watch.seconds()).isEqualTo(2.0);
  }

  @Test
  void whatCollectionsAndALackOfCpuExplainIsNone() {
    explain(1_900);
    pass(2_000);

    assertThat(watch.seconds()).isZero();
  }

  @Test
  void aProcessThatIsBusyWithItselfDoesNotStandStill() {
    cpuNanos.addAndGet(Duration.ofMillis(1_900).toNanos());
    pass(2_000);

    assertThat(watch.seconds()).isZero();
  }

  @Test
  void whatAllItsCpusUsedRightBeforeItDoesNotHideAStandstill() {
    cpuNanos.addAndGet(Duration.ofMillis(200).toNanos());
    pass(350);

    assertThat(watch.seconds()).isEqualTo(0.35);
  }

  @Test
  void manySmallDelaysDoNotAddUpToOne() {
    for (int look = 0; look < 100; look++) {
      pass(240);
    }

    assertThat(watch.seconds()).isZero();
  }

  @Test
  void whoeverAsksBeforeTheWatchRunsAgainHearsOfTheGapAndOnce() {
    nanos.addAndGet(Duration.ofMillis(700).toNanos());
    assertThat(watch.seconds()).isEqualTo(0.7);

    pass(50);
    assertThat(watch.seconds()).isEqualTo(0.7);
  }

  private void explain(long millis) {
    explainedNanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    watch.look();
  }
}
