package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.poolbench.journal.Metric;
import io.poolbench.study.Cell;
import io.poolbench.study.Publication.PublishedTable;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped studies, some of which reproduce published tables. */
class ShippedStudiesTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");
  private static final StudyLoader LOADER =
      new StudyLoader(Metric.ALL, CellCheck.NONE, FOLDER.resolve("published"));
  private static final StudyCatalog CATALOG = new StudyCatalog(FOLDER, LOADER);

  static List<StudyCatalog.Entry> all() {
    return CATALOG.entries();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aShippedStudyRefersToTheSchemaAndIsReadBackFromItsResolvedText(StudyCatalog.Entry entry)
      throws IOException {
    assertThat(entry.problem()).isEmpty();
    Study study = entry.study().orElseThrow();
    assertThat(study.title()).isNotBlank().isNotEqualTo(entry.name());
    assertThat(LOADER.parse(study.name(), "again", ResolvedStudy.of(study).yaml(), List.of()))
        .isEqualTo(study);
    assertThat(Files.readAllLines(CATALOG.find(entry.name())).get(0))
        .isEqualTo("# yaml-language-server: $schema=schema/study.schema.json");
  }

  private static Study study(String name) {
    return LOADER.load(CATALOG.find(name), List.of());
  }

  static Stream<Arguments> rows() {
    return Stream.of("published-pools", "servlets", "grpc-executors")
        .map(ShippedStudiesTest::study)
        .flatMap(
            study ->
                PublishedRow.of(study.published().get(0))
                    // Of a range only a trend is published.
                    .filter(row -> row.level().isPresent())
                    .map(row -> Arguments.of(study, row)));
  }

  @ParameterizedTest
  @CsvSource({
    "published-pools, 'jsf-cached, jsf-fixed, jsf-fixed-queue'",
    "servlets, 'servlet-jetty, servlet-tomcat-callable, servlet-tomcat-two-threads'",
    "grpc-executors, grpc-executors"
  })
  void aReproductionHasItsTablesAndItsFindingsAreValid(String name, String tables) {
    Study study = study(name);
    assertThat(study.published()).hasSize(1);
    assertThat(study.published().get(0).tables())
        .extracting(PublishedTable::name)
        .containsExactly(tables.split(", "));
    assertThatCode(() -> Expressions.check(study)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyPublishedRowHasAComparedValueAndIsMeasuredByOneCellAtItsLoad(
      Study study, PublishedRow row) {
    assertThat(row.columns()).as(study.name()).anyMatch(column -> row.value(column).isPresent());
    assertThat(
            study.cells().stream()
                .flatMap(cell -> Stream.concat(Stream.of(cell), cell.groups().stream()))
                .filter(row::isAbout))
        .as(row.values().toString())
        .singleElement()
        .extracting(Cell::load)
        .satisfies(load -> assertThat(load.levels()).contains(row.level().orElseThrow()));
  }
}
