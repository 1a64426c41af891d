package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedStudiesTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");
  private static final StudyLoader LOADER =
      new StudyLoader(CellCheck.NONE, FOLDER.resolve("published"));
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
    assertThat(Files.readAllLines(entry.file()).get(0))
        .isEqualTo("# yaml-language-server: $schema=schema/study.schema.json");
  }
}
