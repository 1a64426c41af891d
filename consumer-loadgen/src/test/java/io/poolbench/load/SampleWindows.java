package io.poolbench.load;

import io.poolbench.load.MeasuredWindow.AtRest;
import io.poolbench.load.MeasuredWindow.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Windows of a closed loop. */
public final class SampleWindows {
  private static final long SECOND = 1_000_000_000;
  private static final List<Long> LIMITS = List.of(SECOND / 100);

  private SampleWindows() {}

  /** A window of a second, in two parts, with one group that makes all of its calls. */
  public static <P> MeasuredWindow<P> of(long openedNanos, P before, P after) {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.recordAfterThinkTime(Outcome.OK, SECOND / 50, SECOND / 4, 1_000);
    recorder.recordAfterBackoff(Outcome.REJECTED, 2_000, SECOND / 8);
    Part first = new Part(SECOND / 2, recorder.take(Ledger.EMPTY));
    recorder.record(Outcome.OK, SECOND / 200);
    recorder.record(Outcome.TIMEOUT, SECOND / 3);
    PendingCalls pending = PendingCalls.of(LongStream.of(SECOND / 20));
    Part second =
        new Part(SECOND / 2, recorder.take(new Ledger(openedNanos + SECOND, 0, 0, pending, 9)));
    MeasuredWindow<P> group = of(openedNanos, List.of(first, second), before, after, List.of());
    return of(openedNanos, List.of(first, second), before, after, List.of(group));
  }

  private static <P> MeasuredWindow<P> of(
      long openedNanos, List<Part> parts, P before, P after, List<MeasuredWindow<P>> groups) {
    return new MeasuredWindow<>(
        openedNanos,
        openedNanos + SECOND,
        parts,
        SlicedWindow.batches(parts, LIMITS),
        before,
        after,
        Optional.of(new AtRest(3, 2 * SECOND)),
        groups);
  }
}
