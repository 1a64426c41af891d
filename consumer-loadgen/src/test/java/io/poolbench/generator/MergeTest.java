package io.poolbench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Ledger;
import io.poolbench.measure.Outcome;
import io.poolbench.remote.PeerJson;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the coordinator does for each batch of a step. */
class MergeTest {
  private static final int GENERATORS = 1000;
  private static final int CALLS = 1000;

  /** A batch of 1,000 generators, from their messages to one interval. */
  @Test
  void theBatchesOfAThousandGeneratorsAreMergedWithinASecond() throws Exception {
    List<byte[]> messages = messages(GENERATORS);
    // As from the second of a run's batches on.
    Interval unused = merged(messages.subList(0, GENERATORS / 10));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long began = threads.getCurrentThreadCpuTime();
    Interval all = merged(messages);
    long merged = threads.getCurrentThreadCpuTime();

    assertThat(all.ok()).isEqualTo((long) GENERATORS * CALLS);
    assertThat(all.response().getMean() / 4e6).isBetween(0.995, 1.005);
    assertThat(merged - began).isLessThan(1_000_000_000L);
  }

  /** Of {@value #CALLS} calls each, with exponential response times of 4 ms in the mean. */
  static List<byte[]> messages(int generators) {
    SplittableRandom random = new SplittableRandom(20260101);
    List<byte[]> messages = new ArrayList<>();
    LatencyRecorder recorder = new LatencyRecorder();
    for (int generator = 0; generator < generators; generator++) {
      for (int call = 0; call < CALLS; call++) {
        recorder.record(Outcome.OK, (long) (-4e6 * Math.log(random.nextDouble())));
      }
      messages.add(PeerJson.bytes(recorder.take(Ledger.EMPTY)));
    }
    return messages;
  }

  static Interval merged(List<byte[]> messages) throws IOException {
    List<Interval> intervals = new ArrayList<>();
    for (byte[] message : messages) {
      intervals.add(PeerJson.read(message, Interval.class));
    }
    return Interval.across(intervals, 0);
  }
}
