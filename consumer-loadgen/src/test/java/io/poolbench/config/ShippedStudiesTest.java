package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PoolConfig;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
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

  @Test
  void theFolderHoldsTheStudiesThatTheDocumentationNames() {
    assertThat(all())
        .extracting(StudyCatalog.Entry::name)
        .contains(
            "quick", "jsf-cached", "jsf-fixed", "jsf-fixed-queue", "driver-cost", "open-loop");
  }

  @ParameterizedTest
  @MethodSource("all")
  void aShippedStudyLoadsAndPointsEditorsToTheSchema(StudyCatalog.Entry entry) throws IOException {
    assertThat(entry.problem()).isEmpty();
    assertThat(entry.title()).isNotBlank().isNotEqualTo(entry.name());
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

  @Test
  void quickLeavesTimeToStartItsProvidersWithinTwoMinutes() {
    Study quick = LOADER.load(CATALOG.find("quick"), List.of());

    assertThat(withStarting(quick)).isLessThan(Duration.ofMinutes(2));
    assertThat(quick.cells())
        .extracting(Cell::name)
        .containsExactly("fixed 4 queue 1000", "fixed 16 queue 1000", "cached 20/200");
  }

  @Test
  void aStudyIsSwitchedToAnotherPoolFromTheCommandLine() {
    Study quick = LOADER.load(CATALOG.find("quick"), List.of("provider.threadpool=fixed"));

    assertThat(quick.cells())
        .extracting(cell -> cell.provider().pool().label())
        .containsExactly("fixed 4 queue 1000", "fixed 16 queue 1000", "fixed 200");
  }

  @Test
  void aFixedPoolWithoutAQueueMeetsNoMoreUsersThanThreads() {
    Study study = LOADER.load(CATALOG.find("jsf-fixed"), List.of());

    assertThat(study.cells())
        .allSatisfy(
            cell -> {
              PoolConfig pool = cell.provider().pool();
              assertThat(pool.queues()).isZero();
              assertThat(cell.load().mostLevel()).isEqualTo(pool.threads());
            });
  }

  @Test
  void openLoopComparesItsPoolsUnderRatesWithinThreeMinutes() {
    Study study = LOADER.load(CATALOG.find("open-loop"), List.of());

    assertThat(withStarting(study)).isLessThan(Duration.ofMinutes(3));
    assertThat(study.cells())
        .extracting(Cell::name)
        .containsExactly("fixed 16 queue 1000", "cached 20/200");
    assertThat(study.cells())
        .allSatisfy(cell -> assertThat(cell.load().workload()).isInstanceOf(Workload.Open.class));
  }

  @Test
  void driverCostMeetsOneProviderWithEachClientSeveralTimesInShuffledOrder() {
    Study study = LOADER.load(CATALOG.find("driver-cost"), List.of());

    assertThat(withStarting(study)).isLessThan(Duration.ofMinutes(8));
    assertThat(study.repetitions().count()).isGreaterThanOrEqualTo(3);
    assertThat(study.repetitions().order()).isEqualTo(Repetitions.Order.SHUFFLED);
    assertThat(study.cells())
        .extracting(Cell::name)
        .containsExactly(
            "wire · empty",
            "proxy · empty",
            "proxy-sync · empty",
            "wire · findUserInfo",
            "proxy · findUserInfo",
            "proxy-sync · findUserInfo");
    assertThat(study.cells())
        .extracting(Cell::provider)
        .containsOnly(study.cells().get(0).provider());
  }

  /** With five seconds for each provider to start and to stop. */
  private static Duration withStarting(Study study) {
    int providers = study.cells().size() * study.repetitions().count();
    return study.total().plus(Duration.ofSeconds(5).multipliedBy(providers));
  }
}
