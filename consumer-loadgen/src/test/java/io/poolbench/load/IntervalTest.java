package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class IntervalTest {
  private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

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
    assertThat(parts.stream().mapToLong(Interval::calls).sum())
        .as("of the parts, which are not changed")
        .isEqualTo(merged.calls());
  }

  private static Ledger ledger(List<Long> interval) {
    PendingCalls pending = PendingCalls.of(interval.stream().mapToLong(Long::longValue));
    return new Ledger(0, interval.size(), interval.size() / 2, pending, pending.agesNanos().sum());
  }

  private static void record(long drawn, LatencyRecorder recorder) {
    Outcome outcome = OUTCOMES.get((int) (drawn % OUTCOMES.size()));
    long sent = drawn / 3;
    recorder.recordPaced(outcome, 0, sent / 2, sent, drawn);
    if (drawn % 7 == 0) {
      recorder.recordUnsent();
    }
  }
}
