package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.CallSum;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Pending;
import io.poolbench.journal.SampleSlices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

  private final LatencyRecorder recorder = new LatencyRecorder();

  @Test
  void aFailedCallNeverEntersTheHistogramOfTheSuccessfulOnes() {
    recorder.record(Outcome.OK, 1000);
    recorder.record(Outcome.REJECTED, 1);
    recorder.record(Outcome.TIMEOUT, 5);
    recorder.record(Outcome.ERROR, 9);

    Interval interval = recorder.take(Ledger.EMPTY);

    assertThat(interval.calls().ok()).isEqualTo(1);
    assertThat(interval.times())
        .as("a closed loop has response times only")
        .isEqualTo(SampleSlices.times(Durations.of(1000)));
    assertThat(interval.calls().rejected()).isEqualTo(1);
    assertThat(interval.calls().timeout()).isEqualTo(1);
    assertThat(interval.calls().error()).isEqualTo(1);
    assertThat(interval.calls().total()).isEqualTo(4);
    assertThat(interval.calls().sum(CallSum.FAILED_NANOS)).isEqualTo(1 + 5 + 9);
    assertThat(UserTimes.cycleMeanNanos(interval)).isEqualTo((1000 + 1 + 5 + 9) / 4.0);
  }

  @Test
  void openLoopCallsCountFromTheirIntendedStart() {
    recorder.recordPaced(Outcome.OK, 1_000, 1_100, 1_130, 1_630);
    recorder.recordPaced(Outcome.REJECTED, 2_000, 2_000, 2_007, 2_050);

    Interval interval = recorder.take(new Ledger(7, 5, new Pending(Durations.NONE, 3), 0));

    assertThat(values(interval.times().response())).containsExactly(630L);
    assertThat(values(interval.times().service())).containsExactly(500L);
    assertThat(values(interval.times().sendDelay())).containsExactly(7L, 130L);
    assertThat(values(interval.times().lag())).containsExactly(7L, 30L);
    assertThat(interval.calls().sum(CallSum.FAILED_NANOS)).isEqualTo(50);
    assertThat(interval.end().pending().backlog()).isEqualTo(3);
  }

  @Test
  void thinkTimeIsPartOfTheCycle() {
    recorder.recordAfterThinkTime(Outcome.OK, 100, 5_000, 30);
    recorder.recordAfterThinkTime(Outcome.ERROR, 200, 3_000, 10);

    Interval interval = recorder.take(Ledger.EMPTY);

    assertThat(interval.calls().sum(CallSum.THINK_NANOS)).isEqualTo(8_000);
    assertThat(UserTimes.cycleMeanNanos(interval)).isEqualTo((100 + 5_000 + 200 + 3_000) / 2.0);
    assertThat(values(interval.times().lag())).containsExactly(10L, 30L);
    assertThat(interval.times().sendDelay().count()).isZero();
  }

  @Test
  void durationsAreCappedAtTheHighest() {
    recorder.record(Outcome.OK, Long.MAX_VALUE);

    assertThat(recorder.take(Ledger.EMPTY).times().response().maxNanos())
        .isBetween(StripedHistogram.HIGHEST_NANOS, StripedHistogram.HIGHEST_NANOS * 1001 / 1000);
  }

  @Test
  void negativeDurationsAreRecordedAsZero() {
    recorder.recordPaced(Outcome.OK, 10, 10, 9, 20);

    assertThat(values(recorder.take(Ledger.EMPTY).times().sendDelay())).containsExactly(0L);
  }

  /** Its own cells are those of an HdrHistogram: the oracle. */
  @Property
  void intervalsEqualAnHdrHistogram(
      @ForAll @Size(max = 300)
          List<@LongRange(min = 0, max = StripedHistogram.HIGHEST_NANOS) Long> latencies) {
    var fresh = new LatencyRecorder();
    var histogram = new Histogram(1, StripedHistogram.HIGHEST_NANOS, 3);
    for (long latency : latencies) {
      fresh.record(Outcome.OK, latency);
      histogram.recordValue(latency);
    }

    assertThat(fresh.take(Ledger.EMPTY).times().response().histogram()).isEqualTo(histogram);
  }

  @Property(tries = 200)
  void mergedIntervalsEqualOneInterval(
      @ForAll @Size(min = 1, max = 6)
          List<@Size(max = 40) List<@LongRange(min = 0, max = 1L << 38) Long>> intervals) {
    var parted = new LatencyRecorder();
    var whole = new LatencyRecorder();
    var parts = new ArrayList<Interval>();
    for (List<Long> interval : intervals) {
      for (long drawn : interval) {
        record(drawn, parted);
        record(drawn, whole);
      }
      parts.add(parted.take(ledger(interval)));
    }

    Interval merged = Interval.merge(parts);

    // Histograms are equal where all of their counts are.
    assertThat(merged).isEqualTo(whole.take(ledger(intervals.get(intervals.size() - 1))));
    assertThat(parts.stream().mapToLong(each -> each.calls().total()).sum())
        .as("of the parts, which are not changed")
        .isEqualTo(merged.calls().total());
  }

  private static Ledger ledger(List<Long> interval) {
    long[] ages = interval.stream().mapToLong(Long::longValue).toArray();
    Pending pending = new Pending(Durations.of(ages), interval.size() / 2);
    return new Ledger(0, interval.size(), pending, LongStream.of(ages).sum());
  }

  private static void record(long drawn, LatencyRecorder recorder) {
    Outcome outcome = OUTCOMES.get((int) (drawn % OUTCOMES.size()));
    long sent = drawn / 3;
    recorder.recordPaced(outcome, 0, sent / 2, sent, drawn);
    if (drawn % 7 == 0) {
      recorder.recordUnsent();
    }
  }

  @Test
  void nothingIsLostBetweenWritersAndTake() throws Exception {
    int writers = 4;
    long each = 50_000;
    var done = new CountDownLatch(writers);
    for (int writer = 0; writer < writers; writer++) {
      new Thread(
              () -> {
                for (long i = 0; i < each; i++) {
                  recorder.record(i % 10 == 0 ? Outcome.REJECTED : Outcome.OK, 1 + i);
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
      Interval interval = recorder.take(Ledger.EMPTY);
      ok += interval.calls().ok();
      rejected += interval.calls().rejected();
    } while (!last);

    assertThat(ok).isEqualTo(writers * each * 9 / 10);
    assertThat(rejected).isEqualTo(writers * each / 10);
  }

  private static long[] values(Durations durations) {
    var values = LongStream.builder();
    durations.histogram().recordedValues().forEach(each -> values.add(each.getValueIteratedTo()));
    return values.build().toArray();
  }
}
