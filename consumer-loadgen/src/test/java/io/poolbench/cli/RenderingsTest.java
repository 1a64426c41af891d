package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderingsTest {
  @TempDir Path folder;

  @Test
  void aResultHeldAgainstPublishedTablesAlsoGetsTheFilesThatSaySo() throws IOException {
    assertThat(saved(PublishedStudy.asPublished().result()))
        .isDirectoryContaining("glob:**/tables.md")
        .isDirectoryContaining("glob:**/steps.csv")
        .isDirectoryContaining("glob:**/agreement.csv")
        .isDirectoryContaining("glob:**/findings.csv");
  }

  @Test
  void aResultHeldAgainstNothingDoesNot() throws IOException {
    assertThat(saved(SampleResult.studyResult()))
        .isDirectoryContaining("glob:**/tables.md")
        .isDirectoryNotContaining("glob:**/agreement.csv")
        .isDirectoryNotContaining("glob:**/findings.csv");
  }

  @Test
  void reportWritesThemAgainFromTheResultAlone() throws IOException {
    new ResultsFolder(folder).result().write(PublishedStudy.asPublished().result());

    StringWriter terminal = new StringWriter();
    int exit =
        Poolbench.commandLine()
            .setOut(new PrintWriter(terminal))
            .execute("report", folder.toString());

    assertThat(exit).isEqualTo(ExitCode.DONE.code());
    assertThat(terminal.toString()).contains("75 of 75 published figures");
    assertThat(terminal.toString().lines().filter(line -> line.matches(" +[1-6]  CONFIRMED  .*")))
        .hasSize(6);
    assertThat(folder.resolve("agreement.csv")).content().hasLineCount(1 + 75);
    assertThat(folder.resolve("findings.csv")).content().hasLineCount(1 + 6);
  }

  @Test
  void aFolderThatTakesNoFilesIsTheLastLineAfterTheAnswerAndNoStackTrace() throws IOException {
    new ResultsFolder(folder).result().write(SampleResult.studyResult());
    Files.createDirectories(folder.resolve(".tables.md.part").resolve("in the way"));
    StringWriter terminal = new StringWriter();
    StringWriter errors = new StringWriter();

    int exit =
        Poolbench.commandLine()
            .setOut(new PrintWriter(terminal))
            .setErr(new PrintWriter(errors))
            .execute("report", folder.toString());

    assertThat(exit).isEqualTo(ExitCode.LAB_FAILED.code());
    assertThat(terminal.toString()).contains("Most users within the SLA");
    assertThat(errors.toString())
        .startsWith("poolbench: " + folder + ": tables and page cannot be saved there: ")
        .hasLineCount(1);
  }

  private Path saved(StudyResult result) throws IOException {
    Renderings.save(result, new ResultsFolder(folder));
    return folder;
  }
}
