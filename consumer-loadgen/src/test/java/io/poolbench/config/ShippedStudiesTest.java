package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.judge.LoadSearch;
import io.poolbench.run.VerificationPlan;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Sizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedStudiesTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");
  private static final StudyLoader LOADER =
      new StudyLoader(CellCheck.NONE, FOLDER.resolve("published"));
  private static final StudyCatalog CATALOG = new StudyCatalog(FOLDER, LOADER);

  /** To build a pool anew, to wait until it is idle, and to read counters. */
  private static final Duration AROUND_SLICE = Duration.ofMillis(60);

  /** The default of {@code --retry-budget}. */
  private static final Duration RETRY_BUDGET = Duration.ofSeconds(15);

  static List<StudyCatalog.Entry> all() {
    return CATALOG.entries();
  }

  @ParameterizedTest
  @MethodSource("all")
  void aShippedStudyLoadsAndRefersToTheSchema(StudyCatalog.Entry entry) throws IOException {
    assertThat(entry.problem()).isEmpty();
    assertThat(entry.study().orElseThrow().title()).isNotBlank().isNotEqualTo(entry.name());
    assertThat(Files.readAllLines(entry.file()).get(0))
        .isEqualTo("# yaml-language-server: $schema=schema/study.schema.json");
  }

  @ParameterizedTest
  @MethodSource("all")
  void aShippedStudyIsReadBackFromItsResolvedText(StudyCatalog.Entry entry) {
    Study study = LOADER.load(entry.file(), List.of());

    assertThat(LOADER.parse(study.name(), "again", ResolvedStudy.of(study).yaml(), List.of()))
        .isEqualTo(study);
  }

  @ParameterizedTest
  @CsvSource({
    "quick, 2",
    "sizing, 4",
    "open-loop, 3",
    "driver-cost, 11",
    "jsf, 28",
    "servlets, 20"
  })
  void aShippedStudyEndsInTime(String name, int minutes) {
    assertThat(maxDuration(load(name))).isLessThan(Duration.ofMinutes(minutes));
  }

  /** With all steps that a search may take, and five seconds for a provider to start and stop. */
  private static Duration maxDuration(Study study) {
    if (study.sizing() != null) {
      LoadSchedule load = study.cells().get(0).load();
      int blocks =
          study.sizing().blocks(study.cells().size(), load.levels().size())
              + VerificationPlan.maxBlocks(study.paired());
      // In two providers, each warmed as long as it may take.
      return slices(load, Paired.SLICES * Sizing.LOADS_A_BLOCK * blocks)
          .plus(load.warmup().plusSeconds(5).multipliedBy(2))
          .plus(RETRY_BUDGET);
    }

    Duration cells = Duration.ZERO;
    if (study.paired() != null) {
      LoadSchedule load = study.cells().get(0).load();
      int slices =
          Paired.SLICES * study.cells().size() * study.paired().blocks(load.levels().size());
      return slices(load, slices)
          .plus(load.warmup())
          .plusSeconds(5)
          .plus(RETRY_BUDGET)
          .multipliedBy(study.repetitions().count());
    }
    for (Cell cell : study.cells()) {
      cells = cells.plus(cell.load().warmup()).plusSeconds(5);
      for (Duration measure : LoadSearch.of(cell).maxRemaining(List.of())) {
        cells = cells.plus(cell.load().settle()).plus(measure);
        if (cell.load().drain()) {
          cells = cells.plusMillis(cell.driver().timeoutMillis());
        }
      }
    }
    return cells.multipliedBy(study.repetitions().count());
  }

  private static Duration slices(LoadSchedule load, int slices) {
    return load.settle().plus(load.measure()).plus(AROUND_SLICE).multipliedBy(slices);
  }

  private static Study load(String name) {
    return LOADER.load(CATALOG.find(name), List.of());
  }
}
