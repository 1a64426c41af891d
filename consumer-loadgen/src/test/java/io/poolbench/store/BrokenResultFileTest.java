package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.Mutated;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no result are refused in one line that names them. */
class BrokenResultFileTest {
  @TempDir Path folder;
  private ResultFile file;

  @BeforeEach
  void inAFolder() {
    file = new ResultFile(folder.resolve(ResultFile.NAME));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void anotherVersionIsNamedAndNotRead(int version) throws IOException {
    Files.writeString(file.path(), "{\"version\": " + version + ", \"cells\": []}");
    assertOneLine();
    assertThatThrownBy(file::read)
        .hasMessageContaining("version " + version + " ")
        .hasMessageContaining("version " + StudyResult.VERSION + ")");
  }

  @Test
  void theSmallestResultIsRefusedWhereverAByteOfItIsMissingOrNotUtf8() throws IOException {
    file.write(SampleResult.studyResult("no cells", List.of()));
    byte[] whole = Files.readString(file.path()).strip().getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file.path(), Arrays.copyOf(whole, length));
      assertOneLine();
      byte[] foreign = whole.clone();
      foreign[length] = (byte) 0xff;
      Files.write(file.path(), foreign);
      assertOneLine();
    }
  }

  /** The seed is drawn anew in each run. */
  @Test
  void aMutatedFileIsAResultOrGivesOneLine() throws IOException {
    file.write(SampleResult.studyResult());
    String whole = Files.readString(file.path());
    long seed = new SplittableRandom().nextLong();
    for (int mutation = 0; mutation < 1_000; mutation++) {
      Files.write(file.path(), Mutated.of(whole, seed + mutation).getBytes(UTF_8));
      try {
        StudyResult read = file.read();
        assertThat(LatencyLog.of(read)).isNotEmpty();
      } catch (ResultFileException e) {
        assertThat(e.getMessage()).as("seed %d", seed + mutation).hasLineCount(1);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + (seed + mutation), e);
      }
    }
  }

  @Test
  void aLinkIsFollowedAndOneThatLeadsNowhereOrToItselfGivesOneLine() throws IOException {
    Path elsewhere = folder.resolve("elsewhere.json");
    Files.createSymbolicLink(file.path(), elsewhere);
    assertOneLine();
    new ResultFile(elsewhere).write(SampleResult.studyResult());
    assertThat(file.read()).isEqualTo(SampleResult.studyResult());
    Files.delete(file.path());
    Files.createSymbolicLink(file.path(), file.path());
    assertOneLine();
  }

  @Test
  void aForeignFileLargerThanTheHeapIsNotReadIntoMemory() throws IOException {
    try (var sparse = FileChannel.open(file.path(), CREATE_NEW, WRITE)) {
      sparse.write(ByteBuffer.wrap(new byte[] {'}'}), 8L << 30);
    }
    assertOneLine();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "7",
        "{}",
        "not json at all",
        "{\"version\": \"1\", \"cells\": []}",
        "{\"version\": 1, \"cells\": []}",
        "{\"version\": 1, \"cells\": [{}]}",
        "{\"version\": 1, \"cells\": [7, {\"cell\": [], \"steps\": {\"provider\": 1}}]}",
        "{\"version\": 1, \"cells\": []} trailing",
        "\u0000\u0001"
      })
  void aForeignFileGivesOneLineThatNamesIt(String content) throws IOException {
    Files.writeString(file.path(), content);
    assertOneLine();
  }

  @Test
  void aMissingFileAFolderInItsPlaceAndNestingWithoutEndGiveOneLine() throws IOException {
    assertOneLine();
    Files.createDirectory(file.path());
    assertOneLine();
    Files.delete(file.path());
    Files.writeString(file.path(), "[".repeat(1 << 20));
    assertOneLine();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/cells/0/cell/provider/pool/threads | 0 | cells.[0].cell.provider.pool",
        "/cells/0/cell/sla | {'bounds': [{'metric': 'tp98', 'limit': 10}]} | 'tp98'",
        "/cells/0/cell/load/stopWhen | {'bounds': [{'metric': 'tp98', 'limit': 10}]} | 'tp98'",
        "/cells/0/steps/0/phases/0/figures/histogram | 'none' | histogram of step 1"
      })
  void anImpossibleValueGivesOneLineThatNamesIt(String path, String value, String named)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode root =
        json.readTree(ResultFile.json(SamplePhases.studyResult(), List.of(), List.of()));
    int parent = path.lastIndexOf('/');
    ((ObjectNode) root.at(path.substring(0, parent)))
        .set(path.substring(parent + 1), json.readTree(value.replace('\'', '"')));
    Files.writeString(file.path(), root.toString());
    assertOneLine();
    assertThatThrownBy(file::read).hasMessageContaining(named);
  }

  private void assertOneLine() {
    assertThatThrownBy(file::read)
        .isInstanceOf(ResultFileException.class)
        .message()
        .startsWith(file.path() + ": ")
        .hasLineCount(1);
  }
}
