package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseDetectorTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
  private final AtomicLong gcNanos = new AtomicLong();
  private final AtomicLong waitNanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final PauseDetector detector =
      new PauseDetector(nanos::get, gcNanos::get, waitNanos::get, cpuNanos::get, 2);

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a gap that nothing explains is a pause,                0,    0,    0,    2000, 2",
    "garbage collection is no pause,                        1970, 0,    0,    2000, 0",
    "lack of CPU is no pause,                               0,    1970, 0,    2000, 0",
    "a process that uses CPU is not paused,                 0,    0,    1900, 2000, 0",
    "CPU time just before a pause does not hide the pause,  0,    0,    20,   80,   0.08",
    "nor does that of others while the reader waits for it, 0,    30,   80,   160,  0.13",
    "a stop of 130 ms is seen wherever it falls,            0,    0,    15,   132,  0.132"
  })
  void aPauseIsAGapThatNeitherWaitsNorUseOfCpuExplain(
      String rule,
      long gcMillis,
      long waitMillis,
      long cpuMillis,
      long gapMillis,
      double pausedSeconds) {
    pass(10);
    gcNanos.addAndGet(Duration.ofMillis(gcMillis).toNanos());
    waitNanos.addAndGet(Duration.ofMillis(waitMillis).toNanos());
    cpuNanos.addAndGet(Duration.ofMillis(cpuMillis).toNanos());
    pass(gapMillis);
    pass(10);

    assertThat(detector.seconds()).as(rule).isEqualTo(pausedSeconds);
  }

  @Test
  void shortDelaysDoNotAddUpToAPause() {
    for (int sample = 0; sample < 100; sample++) {
      pass(59);
    }

    assertThat(detector.seconds()).isZero();
  }

  @Test
  void aPauseIsCountedOnceEvenIfReadBeforeTheNextSample() {
    nanos.addAndGet(Duration.ofMillis(700).toNanos());
    assertThat(detector.seconds()).isEqualTo(0.7);

    pass(10);
    assertThat(detector.seconds()).isEqualTo(0.7);
  }

  @Test
  void aHiccupIsALateWakeUpWithoutTheWaitForACpu() {
    pass(10);
    waitNanos.addAndGet(Duration.ofMillis(4).toNanos());
    pass(14);
    gcNanos.addAndGet(Duration.ofMillis(25).toNanos());
    pass(35);

    assertThat(detector.hiccups().count()).isEqualTo(3);
    assertThat(detector.hiccups().sum()).isEqualTo(Duration.ofMillis(25).toNanos());
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    detector.woken();
  }

  /** A driver attaches to a program many times; only newer JVMs close what nobody refers to. */
  @Test
  @Timeout(60)
  @EnabledOnOs(OS.LINUX)
  void nothingStaysOpenAfterTheEnd() throws IOException {
    PauseDetector detector = PauseDetector.start();
    while (openSchedstats() == 0) {
      Thread.onSpinWait();
    }
    detector.close();
    while (openSchedstats() > 0) {
      Thread.onSpinWait();
    }
  }

  private static long openSchedstats() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(PauseDetectorTest::isSchedstat).count();
    }
  }

  private static boolean isSchedstat(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).endsWith("schedstat");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
