package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
  @Test
  void aFailedCallNeverEntersTheHistogramOfTheSuccessfulOnes() {
    var recorder = new LatencyRecorder(1);
    recorder.record(0, Outcome.OK, 1000);
    recorder.record(0, Outcome.REJECTED, 1);
    recorder.record(0, Outcome.TIMEOUT, 5);
    recorder.record(0, Outcome.ERROR, 9);

    Interval interval = recorder.take();

    assertThat(interval.ok().getTotalCount()).isEqualTo(1);
    assertThat(interval.ok().getMinNonZeroValue()).isEqualTo(1000);
    assertThat(interval.rejected()).isEqualTo(1);
    assertThat(interval.timeout()).isEqualTo(1);
    assertThat(interval.error()).isEqualTo(1);
    assertThat(interval.calls()).isEqualTo(4);
    assertThat(interval.cycleMeanNanos()).isEqualTo((1000 + 1 + 5 + 9) / 4.0);
  }

  @Test
  void whatWasTakenIsNotTakenAgain() {
    var recorder = new LatencyRecorder(2);
    recorder.record(0, Outcome.OK, 10);
    recorder.record(1, Outcome.ERROR, 10);
    recorder.take();

    assertThat(recorder.take().calls()).isZero();
  }

  @Test
  void aLatencyBeyondTheHighestIsRecordedAsTheHighest() {
    var recorder = new LatencyRecorder(1);
    recorder.record(0, Outcome.OK, Long.MAX_VALUE);

    assertThat(recorder.take().ok().getMaxValue())
        .isGreaterThanOrEqualTo(LatencyRecorder.HIGHEST_NANOS);
  }

  @Property(tries = 50)
  void stripesTogetherHoldWhatASingleOneWould(
      @ForAll @Size(min = 1, max = 200)
          long @LongRange(min = 1, max = 60_000_000_000L) [] latencies,
      @ForAll @IntRange(min = 1, max = 8) int stripes) {
    var striped = new LatencyRecorder(stripes);
    var single = new LatencyRecorder(1);
    for (int i = 0; i < latencies.length; i++) {
      striped.record(i, Outcome.OK, latencies[i]);
      single.record(0, Outcome.OK, latencies[i]);
    }

    assertThat(striped.take().ok()).isEqualTo(single.take().ok());
  }

  @Test
  void nothingIsLostBetweenWritersAndATaker() throws Exception {
    int writers = 4;
    long each = 50_000;
    var recorder = new LatencyRecorder(2);
    var done = new CountDownLatch(writers);
    for (int writer = 0; writer < writers; writer++) {
      int slot = writer;
      new Thread(
              () -> {
                for (long i = 0; i < each; i++) {
                  recorder.record(slot, i % 10 == 0 ? Outcome.REJECTED : Outcome.OK, 1 + i);
                }
                done.countDown();
              })
          .start();
    }

    long ok = 0;
    long rejected = 0;
    boolean last;
    do {
      last = done.getCount() == 0;
      Interval interval = recorder.take();
      ok += interval.ok().getTotalCount();
      rejected += interval.rejected();
    } while (!last);

    assertThat(ok).isEqualTo(writers * each * 9 / 10);
    assertThat(rejected).isEqualTo(writers * each / 10);
  }

  @Test
  void theCycleOfNoCallIsNotANumber() {
    assertThat(new LatencyRecorder(1).take().cycleMeanNanos()).isNaN();
  }
}
