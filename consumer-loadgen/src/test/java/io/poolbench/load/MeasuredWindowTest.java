package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.load.MeasuredWindow.Part;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasuredWindowTest {
  private static final long MILLI = 1_000_000;
  private static final List<Long> LIMITS = List.of(10 * MILLI, 40 * MILLI);

  @Test
  void theTimeBetweenWindowsCountsNowhere() throws Exception {
    Users users = new Users();
    var first = users.run(50, 1000);
    var second = users.run(700, 500);

    var joined = MeasuredWindow.join(first, second);

    assertThat(joined.nanos()).isEqualTo(1500 * MILLI);
    assertThat(joined.spanNanos()).isEqualTo(2200 * MILLI);
    assertThat(joined.after().nanos() - joined.before().nanos()).isEqualTo(1500 * MILLI);
    assertThat(joined.interval().calls().total())
        .isEqualTo(first.interval().calls().total() + second.interval().calls().total());
    assertThat(joined.parts())
        .extracting(Part::nanos)
        .containsOnly(300 * MILLI)
        .hasSize(StepRunner.PARTS);
  }

  /** As the slice of an overloaded open loop does. */
  @Test
  void aWindowThatEndedEarlyHidesNoCallOfALongerOne() throws Exception {
    Users users = new Users();
    var whole = users.run(0, 1000);
    var early =
        new MeasuredWindow<>(
            whole.openedNanos(),
            whole.openedNanos() + 400 * MILLI,
            whole.parts().subList(0, 2),
            whole.batches().subList(0, 8),
            whole.before(),
            whole.after(),
            Optional.empty(),
            List.of());
    var later = users.run(0, 1000);
    long calls = early.interval().calls().total() + later.interval().calls().total();

    var joined = MeasuredWindow.join(early, later);

    assertThat(joined.interval().calls().total()).isEqualTo(calls);
    assertThat(joined.nanos()).isEqualTo(1400 * MILLI);
    assertThat(MeasuredWindow.join(later, early).interval().calls().total()).isEqualTo(calls);
  }

  @Test
  void joiningIsAssociative() throws Exception {
    Users users = new Users();
    var a = users.run(10, 300);
    var b = users.run(20, 300).numbered(2);
    var c = users.run(30, 300).numbered(3);

    var left = MeasuredWindow.join(MeasuredWindow.join(a, b), c);

    assertThat(left).isEqualTo(MeasuredWindow.join(a, MeasuredWindow.join(b, c)));
    assertThat(left.windows()).isEqualTo(3);
    assertThat(left.batches())
        .extracting(Batch::window)
        .containsExactlyElementsOf(
            IntStream.range(0, 60).map(batch -> 1 + batch / 20).boxed().toList());
  }

  /** A call of 35 ms, 25 of them beyond the limit, and one of 12 ms that had not ended. */
  @Test
  void timeBeyondTheLimitIsOfTheBatchesInWhichItPassed() {
    var recorder = new LatencyRecorder();
    var first = new Part(20 * MILLI, recorder.take(Ledger.EMPTY));
    recorder.record(Outcome.OK, 35 * MILLI);
    var pending = new Ledger(0, 0, 0, PendingCalls.of(LongStream.of(12 * MILLI)), 0);
    var second = new Part(10 * MILLI, recorder.take(pending));

    assertThat(SlicedWindow.batches(List.of(first, second), List.of(10 * MILLI)))
        .extracting(batch -> Math.round(batch.beyondNanos().get(0) / 1e6))
        .containsExactly(15L, 12L);
  }

  /** Refusals and errors may end at once. */
  @Test
  void otherFailuresDoNotShortenTheCallsThatTimedOut() {
    var recorder = new LatencyRecorder();
    recorder.record(Outcome.TIMEOUT, 50 * MILLI);
    for (int call = 0; call < 9; call++) {
      recorder.record(Outcome.REJECTED, 0);
      recorder.record(Outcome.ERROR, 0);
    }
    var part = new Part(100 * MILLI, recorder.take(Ledger.EMPTY));

    assertThat(SlicedWindow.batches(List.of(part), List.of(10 * MILLI)))
        .extracting(batch -> batch.beyondNanos().get(0))
        .containsExactly(40 * MILLI);
  }

  @Test
  void batchesCountCallsByOutcomeAndLatenessAtTheLimit() {
    var recorder = new LatencyRecorder();
    recorder.record(Outcome.OK, 9 * MILLI);
    recorder.record(Outcome.OK, 10 * MILLI);
    recorder.record(Outcome.OK, 50 * MILLI);
    recorder.record(Outcome.TIMEOUT, 5000 * MILLI);
    recorder.record(Outcome.REJECTED, MILLI);
    recorder.record(Outcome.ERROR, MILLI);
    recorder.recordUnsent();
    recorder.recordLate();

    var part = new Part(7, recorder.take(Ledger.EMPTY));

    assertThat(SlicedWindow.batches(List.of(part), LIMITS))
        .containsExactly(
            new Batch(
                1,
                7,
                7,
                3,
                1,
                1,
                1,
                1,
                1,
                List.of(2L, 1L),
                List.of(0L, 0L),
                List.of(14L, 14L), // of the window's 7 ns
                0,
                10_002_431,
                50_003_967,
                50_003_967));
  }

  /** As at a rate of less than a request per batch. */
  @Test
  void aRequestThatIsGivenUpWhileNoneIsDueCameDueBefore() {
    var recorder = new LatencyRecorder();
    var waiting = PendingCalls.of(LongStream.of(0));
    Interval unused = recorder.take(new Ledger(0, 1, 1, waiting, 0));
    recorder.recordUnsent();

    var part = new Part(7, recorder.take(new Ledger(7, 1, 0, PendingCalls.NONE, 0)));

    assertThat(SlicedWindow.batches(List.of(part), LIMITS))
        .extracting(Batch::due)
        .containsExactly(0L);
  }

  /** A bound is met where the percentile is strictly below its limit. */
  @Test
  void aCallIsLateExactlyWhereItBreaksABoundOnThePercentile() {
    for (long nanos : new long[] {9_990_000, 9_997_000, 10_000_000, 10_001_000, 10_020_000}) {
      var recorder = new LatencyRecorder();
      recorder.record(Outcome.OK, nanos);
      var interval = recorder.take(Ledger.EMPTY);

      boolean broken = interval.response().getValueAtPercentile(99) >= 10 * MILLI;
      assertThat(interval.okFrom(10 * MILLI)).as("%s ns", nanos).isEqualTo(broken ? 1 : 0);
    }
  }

  /** Three users of one thread whose calls take 5 to 14 ms by turns. */
  private static final class Users {
    private final SimulatedTime time = new SimulatedTime();
    private final StepRunner runner;
    private int calls;

    Users() throws IOException {
      Target.Factory server =
          SimulatedServer.of(time, 1, 10, () -> (5 + calls++ % 10) * MILLI, () -> 0);
      runner = StepRunners.of(time.closed(server, 3), time, LIMITS);
    }

    MeasuredWindow<SimulatedTime.Elapsed> run(long settleMillis, long measureMillis)
        throws Exception {
      return runner.run(
          3, Duration.ofMillis(settleMillis), Duration.ofMillis(measureMillis), time::elapsed);
    }
  }
}
