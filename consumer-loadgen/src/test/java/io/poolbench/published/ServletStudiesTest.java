package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication.PublishedTable;
import io.poolbench.spec.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The three servlet studies in one. */
class ServletStudiesTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");
  private static final Study STUDY =
      new StudyLoader(CellCheck.NONE, FOLDER.resolve("published"))
          .load(FOLDER.resolve("servlets.yaml"), List.of());

  static Stream<PublishedRow> rows() {
    return PublishedRow.of(STUDY.published().get(0));
  }

  @Test
  void itHasTheTablesOfAllThreeAndTheirFindingsAreValid() {
    assertThat(STUDY.published()).hasSize(1);
    assertThat(STUDY.published().get(0).tables())
        .extracting(PublishedTable::name)
        .containsExactly("servlet-jetty", "servlet-tomcat-callable", "servlet-tomcat-two-threads");
    assertThatCode(() -> Expressions.check(STUDY)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyPublishedRowIsMeasuredByOneCellAtItsLoad(PublishedRow row) {
    assertThat(
            STUDY.cells().stream()
                .flatMap(cell -> Stream.concat(Stream.of(cell), cell.groups().stream()))
                .filter(row::isAbout))
        .as(row.name())
        .singleElement()
        .extracting(Cell::load)
        .satisfies(load -> assertThat(load.levels()).contains(row.level().orElseThrow()));
  }
}
