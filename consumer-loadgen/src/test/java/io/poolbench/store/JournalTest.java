package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Mutated;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();
  private static final List<StepResult> STEPS =
      SampleResult.studyResult().cells().get(0).allSteps();

  @TempDir private Path folder;

  @Test
  void entriesAreReadBackInTheirOrderByTheNextRunWhichAddsToThem() throws IOException {
    for (int run = 1; run <= 2; run++) {
      Journal<StepResult> journal = open();
      assertThat(journal.entries())
          .isEqualTo(STEPS.subList(0, Math.min(STEPS.size(), 2 * (run - 1))));
      for (StepResult step : STEPS.subList(2 * (run - 1), Math.min(STEPS.size(), 2 * run))) {
        journal.append(step);
      }
    }
  }

  /** A kill leaves any part of the last line; the next entry replaces it. */
  @Test
  void aLineThatIsBrokenOffAnywhereLosesOnlyItsOwnEntry() throws IOException {
    Journal<StepResult> journal = open();
    journal.append(STEPS.get(0));
    int first = (int) Files.size(file());
    journal.append(STEPS.get(1));
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length += 53) {
      Files.write(file(), Arrays.copyOf(whole, length));

      Journal<StepResult> after = open();
      assertThat(after.entries()).as("%d bytes", length).hasSize(length < first ? 0 : 1);
      after.append(STEPS.get(1));

      assertThat(open().entries())
          .isEqualTo(length < first ? List.of(STEPS.get(1)) : STEPS.subList(0, 2));
    }
  }

  @Test
  void aJournalOfOtherCellsIsRefusedInOneLineAndKept() throws IOException {
    open().append(STEPS.get(0));

    assertThatThrownBy(() -> Journal.open(file(), CELL.named("other"), StepResult.class))
        .isInstanceOf(ResultFileException.class)
        .message()
        .startsWith(file() + ": ")
        .hasLineCount(1);
    assertThat(open().entries()).containsExactly(STEPS.get(0));
  }

  @Test
  void theFolderHasNoJournalBeforeTheFirstEntryAndNoneAfterTheyAreDeleted() throws IOException {
    ResultsFolder run = new ResultsFolder(folder);
    Journal<StepResult> journal = run.journal("a cell/b", 2, CELL, StepResult.class);
    assertThat(folder).isEmptyDirectory();
    journal.append(STEPS.get(0));
    assertThat(run.journal("a cell/b", 2, CELL, StepResult.class).entries()).hasSize(1);
    assertThat(run.journal("a cell/b", 1, CELL, StepResult.class).entries()).isEmpty();

    run.deleteJournals();
    assertThat(folder).isEmptyDirectory();
  }

  /** The seed is drawn anew in each run. */
  @Test
  void aMutatedJournalHasTheEntriesBeforeItsFirstMalformedLine() throws IOException {
    Journal<StepResult> journal = open();
    for (StepResult step : STEPS) {
      journal.append(step);
    }
    String whole = Files.readString(file());
    long seed = new SplittableRandom().nextLong();
    for (int mutation = 0; mutation < 1_000; mutation++) {
      Files.write(file(), Mutated.of(whole, seed + mutation).getBytes(UTF_8));
      try {
        assertThat(open().entries())
            .hasSizeLessThanOrEqualTo(2 * STEPS.size())
            .doesNotContainNull();
      } catch (ResultFileException ofSomethingElse) {
        assertThat(ofSomethingElse.getMessage()).hasLineCount(1);
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + (seed + mutation), e);
      }
    }
  }

  private Path file() {
    return folder.resolve("journal.jsonl");
  }

  private Journal<StepResult> open() throws IOException {
    return Journal.open(file(), CELL, StepResult.class);
  }
}
