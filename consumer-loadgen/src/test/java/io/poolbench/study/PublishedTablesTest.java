package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.journal.Metric;
import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.Publication.PublishedTable;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedTablesTest {
  @TempDir Path folder;

  @Test
  void aStudyHasEachTableOfItsCellsOnceWithItsNotesAndRows() throws IOException {
    write("one", "# of the first\nthreads,tps\n\n4,1063\n# in between\n8,<2216\n");
    write("two", "users,trend\n1-23,linear growth\n");
    write("unused", "not,a\ntable\n");

    Study study =
        load(
            """
            published: one
            cells:
              - provider: {threads: 4}
              - {provider: {threads: 8}, published: two}
              - provider: {threads: 9}
            """);

    assertThat(study.published()).extracting(Publication::name).containsExactly("study");
    assertThat(study.published().get(0).tables())
        .containsExactly(
            new PublishedTable(
                "one",
                List.of("of the first", "in between"),
                List.of(
                    Map.of("threads", "4", "tps", "1063"), Map.of("threads", "8", "tps", "<2216"))),
            new PublishedTable(
                "two", List.of(), List.of(Map.of("users", "1-23", "trend", "linear growth"))));
    assertThat(study.published().get(0).tables().get(0).rows().get(0).keySet())
        .containsExactly("threads", "tps");
  }

  @Test
  void anUnknownTableIsReportedWithItsPlaceAndTheNearestName() throws IOException {
    assertThatThrownBy(() -> load("published: jsf-fixed"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("study.yaml:1: published: unknown table 'jsf-fixed' (there is none)");

    write("jsf-fixed", "a\n1\n");
    write("jsf-cached", "a\n1\n");

    assertThatThrownBy(() -> load("cells:\n  - published: jsf-fxied\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "study.yaml:2: cells.0.published: unknown table 'jsf-fxied', did you mean 'jsf-fixed'?"
                + " (valid: jsf-cached, jsf-fixed)");
  }

  @ParameterizedTest
  @CsvSource({
    "'a,b|1', 2",
    "'a,b|1,2|1,2,3', 3",
    "'a,a|1,2', 0",
    "'a,|1,2', 2",
    "'a,b', 0",
    "'# a', 0",
    "'a,b|\"1,2|', 3",
    "'a,b|\"1\"x,2|', 2"
  })
  void anInvalidTableIsReportedInOneLineWithItsPlace(String csv, int line) throws IOException {
    write("t", csv.replace('|', '\n'));

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> load("published: t"))
        .satisfies(
            problem ->
                assertThat(problem.place()).isEqualTo(new Place(file("t").toString(), line, "")))
        .satisfies(problem -> assertThat(problem.getMessage()).hasLineCount(1));
  }

  @Test
  void aTableThatIsNotUtf8IsReported() throws IOException {
    write("t", "");
    Files.write(file("t"), new byte[] {'a', '\n', (byte) 0xff, '\n'});

    assertThatThrownBy(() -> load("published: t"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file("t") + ": not UTF-8 text (valid: a CSV file in UTF-8)");
  }

  private Study load(String yaml) {
    return new StudyLoader(Metric.ALL, CellCheck.NONE, folder)
        .parse("study", "study.yaml", yaml, List.of());
  }

  private Path file(String name) {
    return folder.resolve(Path.of("study", name + ".csv"));
  }

  private void write(String name, String csv) throws IOException {
    Files.createDirectories(folder.resolve("study"));
    Files.writeString(file(name), csv);
  }
}
