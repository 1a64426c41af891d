package io.poolbench.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Changed;
import io.poolbench.api.EffectivePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
  private static final Slice SLICE =
      Changed.with(
          SampleSlices.pending(SampleSlices.slice(1, 8, 100, new long[] {1, 2}, new long[] {}), 30),
          "counters",
          new Counters(Map.of("cpu", 1.25), Map.of(), Map.of(), Map.of("q", Durations.of(7))));
  private static final List<Entry> ROWS =
      List.of(
          new Entry.Began(
              SampleSlices.START,
              "abc",
              "0.1.0",
              SampleSlices.HOST,
              Map.of("order.jar", "5d41402abc4b")),
          new Entry.Opened(
              "fixed 4",
              1,
              new EffectivePool("ThreadPoolExecutor", 4, 4, 0L, "LinkedBlockingQueue", 1000),
              new CellEnvironment("0", "1", true, List.of("java"), "embedded", "quiet", null),
              new Entry.WarmUp(8, 12.5, true, "steady")),
          SLICE,
          new Entry.Failed("fixed 4", 1, "lab_failed", "line\nbreak"),
          new Entry.Ended(SampleSlices.START, true));

  @TempDir private Path folder;

  private Path written() throws IOException {
    Path file = folder.resolve(Journal.NAME);
    Journal journal = Journal.open(file);
    for (Entry row : ROWS) {
      journal.add(row);
    }
    return file;
  }

  @Test
  void readsBackWhatWasAdded() throws IOException {
    assertThat(Journal.open(written()).entries()).isEqualTo(ROWS);
  }

  @Test
  void readsUpToTheLastCompleteRowWhereverItWasCutOff() throws IOException {
    byte[] whole = Files.readAllBytes(written());
    Path cut = folder.resolve("cut.jsonl");
    for (int length = 0; length <= whole.length; length += 7) {
      Files.write(cut, java.util.Arrays.copyOf(whole, length));
      List<Entry> read = Journal.open(cut).entries();
      long breaks =
          new String(whole, 0, length, java.nio.charset.StandardCharsets.US_ASCII)
              .chars()
              .filter(c -> c == '\n')
              .count();

      assertThat(read).as("%s bytes", length).isEqualTo(ROWS.subList(0, (int) breaks));
    }
  }

  @Test
  void goesOnAfterTheLastCompleteRow() throws IOException {
    Path file = written();
    Files.writeString(file, "{\"slice\":{\"key\":", StandardOpenOption.APPEND);

    Journal resumed = Journal.open(file);
    resumed.add(SLICE);

    assertThat(Journal.open(file).entries()).hasSize(ROWS.size() + 1).endsWith(SLICE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no row", "null"})
  void rejectsAMalformedRowThatOthersFollow(String row) throws IOException {
    Path file = folder.resolve(Journal.NAME);
    Files.writeString(file, row + "\n{}\n");

    assertThatThrownBy(() -> Journal.open(file))
        .isInstanceOf(IOException.class)
        .hasMessage("line 1 is no row of a journal of poolbench");
  }
}
