package io.poolbench.journal;

import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a slice that took longer than a limit, batch by batch.
 *
 * @param slice a single one, whose batches follow each other without a gap
 * @param window its number among the slices of a level, from 1
 */
record Lateness(Slice slice, int window, long limitNanos) {
  /**
   * The late calls of each batch. Timed-out and unsent calls are late for any limit; a pending call
   * is late in the batch in which its age reached the limit, or in the first one if it did so
   * before. Rejected and failed calls are neither late nor in time.
   */
  List<Count> calls() {
    long[] overdue = overdue();
    List<Count> counts = new ArrayList<>();
    for (Batch batch : slice.batches()) {
      Calls calls = batch.calls();
      long never = calls.timeout() + calls.unsent() + overdue[counts.size()];
      counts.add(
          new Count(
              window, batch.times().response().countFrom(limitNanos) + never, calls.ok() + never));
    }
    return counts;
  }

  private long[] overdue() {
    long[] reached = new long[slice.batches().size()];
    slice
        .pending()
        .ages()
        .forEach(
            (age, calls) -> {
              long ago = age - limitNanos;
              int batch = reached.length - 1;
              while (batch > 0 && ago >= nanos(batch)) {
                ago -= nanos(batch--);
              }
              if (age >= limitNanos) {
                reached[batch] += calls;
              }
            });
    return reached;
  }

  private long nanos(int batch) {
    return slice.batches().get(batch).span().nanos();
  }

  /**
   * The time in each batch for which calls, pending and timed-out ones too, had lasted longer than
   * the limit, summed over calls. A call that ended in a batch counts until the batch's end.
   */
  double[] nanosBeyond() {
    double[] beyond = new double[slice.batches().size()];
    for (int batch = 0; batch < beyond.length; batch++) {
      int last = batch;
      Batch ended = slice.batches().get(batch);
      ended.times().response().forEach((nanos, calls) -> addBeyond(beyond, last, nanos, calls));
      long timeouts = ended.calls().timeout();
      if (timeouts > 0) {
        addBeyond(beyond, last, ended.calls().sum(CallSum.TIMEOUT_NANOS) / timeouts, timeouts);
      }
    }
    slice
        .pending()
        .ages()
        .forEach((age, calls) -> addBeyond(beyond, beyond.length - 1, age, calls));
    return beyond;
  }

  /** Goes back in time from the end of a batch for as long as the calls were beyond the limit. */
  private void addBeyond(double[] beyond, int last, long nanos, long calls) {
    long left = nanos - limitNanos;
    for (int batch = last; batch >= 0 && left > 0; batch--) {
      long here = Math.min(left, nanos(batch));
      beyond[batch] += (double) calls * here;
      left -= here;
    }
  }

  /**
   * The time that users waited beyond the limit in each batch, converted to calls of a mean cycle:
   * as many would have been late if users had not waited for their previous answer (G. Tene, How
   * NOT to measure latency). When something stops all calls, the share is the probability that a
   * call arriving at a random moment is late.
   *
   * @param users of the closed loop
   * @param cycleNanos mean cycle of a user
   */
  List<Count> time(int users, double cycleNanos) {
    double[] beyond = nanosBeyond();
    List<Count> counts = new ArrayList<>();
    for (int batch = 0; batch < beyond.length; batch++) {
      double time = (double) users * nanos(batch);
      counts.add(new Count(window, Math.min(time, beyond[batch]) / cycleNanos, time / cycleNanos));
    }
    return counts;
  }
}
