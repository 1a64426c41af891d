package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedArrivalsTest {
  private static final long BIN_NANOS = 10_000_000;

  @TempDir private Path folder;

  private static long[] bins(Arrivals arrivals, int count) {
    return IntStream.range(0, count).mapToLong(i -> arrivals.nextNanos() / BIN_NANOS).toArray();
  }

  @Test
  void atTheRecordedRateEachBinHasItsCount() {
    RecordedArrivals recorded = new RecordedArrivals(2, 0, 1, 3);

    assertThat(recorded.perSecond()).isCloseTo(150, within(1e-9));
    assertThat(bins(recorded.replayed(7).apply(150), 8)).containsExactly(0, 0, 2, 3, 3, 3, 4, 4);
  }

  @Test
  void atTwiceTheRateEachBinHasTwiceItsCount() {
    assertThat(bins(new RecordedArrivals(2, 0, 1, 3).replayed(7).apply(300), 13))
        .containsExactly(0, 0, 0, 0, 2, 2, 3, 3, 3, 3, 3, 3, 4);
  }

  @Test
  void atHalfTheRateTheMeanIsHalf() {
    Arrivals half = new RecordedArrivals(4, 0, 2, 5).replayed(7).apply(275 / 2);
    long last = bins(half, 10_000)[9_999];

    assertThat(10_000 / (last * 0.01)).isCloseTo(137.5, within(2.0));
  }

  @Test
  void offsetsNeverDecrease() {
    Arrivals arrivals = new RecordedArrivals(20, 3).replayed(7).apply(1_150);
    long[] due = IntStream.range(0, 500).mapToLong(i -> arrivals.nextNanos()).toArray();

    assertThat(due).isSorted();
  }

  @Test
  void theNextSequenceGoesOnWhereTheLastStopped() {
    IntFunction<Arrivals> replayed = new RecordedArrivals(1, 1, 0, 4).replayed(7);

    assertThat(bins(replayed.apply(150), 2)).containsExactly(0, 1);
    assertThat(bins(replayed.apply(150), 4)).containsExactly(1, 1, 1, 1);
  }

  /** As that of a level whose backlog ends when the next level has begun. */
  @Test
  void aSequenceThatIsUsedUpLaterLeavesNoGapInTheNextOne() {
    IntFunction<Arrivals> replayed = new RecordedArrivals(1, 1, 1).replayed(7);
    Arrivals last = replayed.apply(100);
    assertThat(bins(last, 2)).containsExactly(0, 1);
    Arrivals next = replayed.apply(100);
    assertThat(bins(next, 1)).containsExactly(0);

    assertThat(bins(last, 3)).containsExactly(2, 3, 4);
    assertThat(bins(next, 3)).containsExactly(1, 2, 3);
  }

  @Test
  void aCopyIsTheRestAndMovesNothing() {
    Arrivals arrivals = new RecordedArrivals(3, 1, 2).replayed(7).apply(200);
    long unused = arrivals.nextNanos();
    Arrivals copy = arrivals.copy();
    List<Long> ofCopy = IntStream.range(0, 9).mapToObj(i -> copy.nextNanos()).toList();

    assertThat(IntStream.range(0, 9).mapToObj(i -> arrivals.nextNanos()).toList())
        .isEqualTo(ofCopy);
  }

  @Test
  void aRecordingIsReadAsItWasWritten() throws IOException {
    Path file = folder.resolve("arrivals");
    RecordedArrivals.write(file, List.of(0, 12, 3));
    RecordedArrivals read = RecordedArrivals.read(file);

    assertThat(read.perSecond()).isCloseTo(500, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1\n2\n",
        "# arrivals in each 10 ms\n1\n-2\n",
        "# arrivals in each 10 ms\n1\n4294967294\n",
        "# arrivals in each 10 ms\n1\n1000001\n",
        "# arrivals in each 10 ms\n1\n\n2\n",
        "# arrivals in each 10 ms, of which this is none\n1\n",
        "# arrivals in each 10 ms\n0\n"
      })
  void anythingElseIsRefused(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("arrivals"), text);

    assertThatThrownBy(() -> RecordedArrivals.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void whatIsNoFileIsRefusedWithoutReadingIt() {
    assertThatThrownBy(() -> RecordedArrivals.read(Path.of("/dev/zero")))
        .hasMessage("/dev/zero is no recording (valid: a file of observe --record)");
    assertThatThrownBy(() -> RecordedArrivals.read(folder)).hasMessageContaining("no recording");
  }

  /** A sparse file: its bytes are zeros. */
  @Test
  void aFileOfAnySizeIsRefusedByItsFirstLine() throws IOException {
    Path file = folder.resolve("sparse");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 36);
    }

    assertThatThrownBy(() -> RecordedArrivals.read(file)).hasMessageContaining("no recording");
  }

  @Test
  void aRecordingLastsADayAtMost() throws IOException {
    Path file = folder.resolve("arrivals");
    String day = "# arrivals in each 10 ms\n" + "1\n".repeat(8_640_000);
    Files.writeString(file, day);
    assertThat(RecordedArrivals.read(file).perSecond()).isCloseTo(100, within(1e-9));

    Files.writeString(file, "1\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> RecordedArrivals.read(file))
        .hasMessage(file + " is too long (valid: up to 24h)");
  }

  /** They are made at once: a rate without a limit would need any memory. */
  @Test
  void aRateOfMoreArrivalsInABinThanAreReplayedIsRefused() throws IOException {
    RecordedArrivals recorded = new RecordedArrivals(0, 0, 0, 1);

    recorded.requireReplayable(10_000_000);
    assertThatThrownBy(
            () ->
                new RecordedArrivals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
                    .requireReplayable(10_000_000))
        .hasMessage(
            "10000000 requests/s are more than 1000000 in 10 ms of the recording (valid: up to 8333333 requests/s)");
  }

  /** Slices of a paired study would otherwise replay nothing but its begin. */
  @Test
  void eachRoundBeginsElsewhereAndTheSameOneAtTheSameBin() {
    int[] counts = new int[100];
    counts[0] = 1;
    counts[61] = 2;
    counts[23] = 3;
    RecordedArrivals.Replays pool = new RecordedArrivals(counts).replayed(7);
    RecordedArrivals.Replays other = new RecordedArrivals(counts).replayed(7);
    assertThat(bins(pool.apply(6), 2)).as("a warm-up").containsExactly(0, 23);

    for (RecordedArrivals.Replays replays : List.of(pool, other)) {
      replays.beginRound(1);
      assertThat(bins(replays.apply(6), 2)).containsExactly(0, 23);
      replays.beginRound(2);
      assertThat(bins(replays.apply(6), 3)).containsExactly(0, 0, 39);
      replays.beginRound(3);
      assertThat(bins(replays.apply(6), 4)).containsExactly(0, 0, 0, 38);
    }
  }
}
