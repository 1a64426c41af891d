package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Closed or open loop, and how often and in which order cells run. */
class LoadModelTest {
  private static final Workload POISSON = new Workload.Open(ArrivalProcess.POISSON, 10_000);
  private static final Workload NO_PAUSE = new Workload.Closed(ThinkTime.NONE);
  private static final ThinkTime EXPONENTIAL =
      new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, 5_000);

  private final StudyLoader loader = new StudyLoader(CellCheck.NONE);

  @Test
  void aRateMakesAnOpenLoopOfPoissonArrivalsUnlessItSaysOtherwise() {
    LoadSchedule load = loadOf("load: {rate: 1000..8000 by 3500}");

    assertThat(load.workload()).isEqualTo(POISSON);
    assertThat(load.levels()).containsExactly(1000, 4500, 8000);
    assertThat(loadOf("load: {rate: 5, arrivals: constant, maxInFlight: 7}").workload())
        .isEqualTo(new Workload.Open(ArrivalProcess.CONSTANT, 7));
    assertThat(loadOf("load: {rate: 5, arrivals: ramp}").workload())
        .isEqualTo(new Workload.Open(ArrivalProcess.RAMP, 10_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1000|1000", "[500, 1000]|500,1000", "1e6|1000000"})
  void aRateIsANumberAListOrATextOfRanges(String rate, String levels) {
    assertThat(loadOf("load: {rate: " + rate + "}").levels()).isEqualTo(Levels.parse(levels));
  }

  @Test
  void aThinkTimeIsFixedUnlessItSaysOtherwise() {
    assertThat(thinkTime("5ms")).isEqualTo(ThinkTime.fixed(5_000));
    assertThat(thinkTime("{mean: 5ms}")).isEqualTo(ThinkTime.fixed(5_000));
    assertThat(thinkTime("{mean: 5ms, distribution: exponential}")).isEqualTo(EXPONENTIAL);
    assertThat(thinkTime("{mean: 0ms, distribution: exponential}")).isEqualTo(ThinkTime.NONE);
  }

  @Test
  void partsOfAThinkTimeOverrideOneByOneAndATextOverridesBoth() {
    String exponential = "load: {thinkTime: {mean: 1ms, distribution: exponential}}";

    assertThat(loadOf("load: {thinkTime: 5ms}", "load.thinkTime.distribution=exponential"))
        .extracting(LoadSchedule::workload)
        .isEqualTo(new Workload.Closed(EXPONENTIAL));
    assertThat(loadOf(exponential, "load.thinkTime.mean=5ms").workload())
        .isEqualTo(new Workload.Closed(EXPONENTIAL));
    assertThat(loadOf(exponential, "load.thinkTime=5ms").workload())
        .isEqualTo(new Workload.Closed(ThinkTime.fixed(5_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load: {users: 1..8, thinkTime: 5ms, settle: 3s}",
        "load: {settle: 3s}",
        "load: {settle: 3s, thinkTime: 5ms}",
        "load: {settle: 3s}\ncells: [{load: {users: 4, thinkTime: 5ms}}]"
      })
  void anOverrideByARateOpensALoopAndLeavesTheRest(String yaml) {
    LoadSchedule load = loadOf(yaml, "load.rate=1000");

    assertThat(load.workload()).isEqualTo(POISSON);
    assertThat(load.levels()).containsExactly(1000);
    assertThat(load.settle()).hasSeconds(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load: {rate: 1000, arrivals: ramp, maxInFlight: 5, settle: 3s}",
        "load: {settle: 3s}\ncells: [{load: {rate: 1000, arrivals: constant}}]"
      })
  void anOverrideByUsersClosesALoopAndLeavesTheRest(String yaml) {
    LoadSchedule load = loadOf(yaml, "load.users=4");

    assertThat(load.workload()).isEqualTo(NO_PAUSE);
    assertThat(load.levels()).containsExactly(4);
    assertThat(load.settle()).hasSeconds(3);
  }

  @Test
  void whatAnOverrideSaysOfTheNewKindHoldsWithIt() {
    assertThat(
            loadOf("load: {users: 4}", "load.maxInFlight=9", "load.rate=5", "load.arrivals=ramp"))
        .extracting(LoadSchedule::workload)
        .isEqualTo(new Workload.Open(ArrivalProcess.RAMP, 9));
    assertThat(loadOf("load: {rate: 4}", "load.thinkTime=5ms", "load.users=5").workload())
        .isEqualTo(new Workload.Closed(ThinkTime.fixed(5_000)));
  }

  @Test
  void ofTwoKindsInDifferentLayersTheHigherHolds() {
    assertThat(loadOf("title: t", "cells.0.load.rate=1000", "load.users=4").workload())
        .isEqualTo(POISSON);
    assertThat(loadOf("title: t", "cells.0.load.users=4", "load.rate=1000").workload())
        .isEqualTo(NO_PAUSE);
  }

  @Test
  void sectionsSayOfBothKindsWhatCellsOfEitherTake() {
    Study study =
        load(
            """
            load: {arrivals: constant, maxInFlight: 50}
            cells:
              - load: {rate: 1000}
              - load: {users: 4, thinkTime: 5ms}
            """);

    assertThat(study.cells())
        .extracting(cell -> cell.load().workload())
        .containsExactly(
            new Workload.Open(ArrivalProcess.CONSTANT, 50),
            new Workload.Closed(ThinkTime.fixed(5_000)));
  }

  @Test
  void cellsAreNamedByTheRateAndArrivalsInWhichTheyDiffer() {
    assertThat(
            names(
                """
                load: {rate: 1000}
                cells: [{}, {load: {arrivals: constant}}, {load: {rate: 2000}}]
                """))
        .containsExactly(
            "rate 1000 · arrivals poisson",
            "rate 1000 · arrivals constant",
            "rate 2000 · arrivals poisson");
    assertThat(names("cells: [{load: {thinkTime: 5ms}}, {load: {thinkTime: 1s}}]"))
        .containsExactly("thinkTime 5ms", "thinkTime 1s");
  }

  @Test
  void aClosedAndAnOpenLoopAreNamedByTheirLevelsOnly() {
    assertThat(names("cells: [{load: {rate: 1000..3000 by 1000}}, {load: {users: 1..8}}]"))
        .containsExactly("rate 1000..3000 by 1000", "users 1..8");
    assertThat(
            names(
                "cells: [{load: {rate: 9}}, {load: {users: 8}}, {load: {users: 8, thinkTime: 1s}}]"))
        .containsExactly("rate 9", "users 8 · thinkTime 0ms", "users 8 · thinkTime 1s");
  }

  @Test
  void cellsAreShuffledWhereTheyAreRepeatedUnlessTheStudySaysOtherwise() {
    assertThat(load("title: t").repetitions()).isEqualTo(Repetitions.ONCE);
    assertThat(load("repetitions: 3").repetitions())
        .isEqualTo(new Repetitions(3, Repetitions.Order.SHUFFLED, 1));
    assertThat(load("{repetitions: 3, order: listed}").repetitions().order())
        .isEqualTo(Repetitions.Order.LISTED);
    assertThat(load("order: shuffled").repetitions())
        .isEqualTo(new Repetitions(1, Repetitions.Order.SHUFFLED, 1));
  }

  @Test
  void anOverrideRepeatsAStudyInAnotherOrder() {
    assertThat(load("repetitions: 3", "repetitions=5", "seed=7").repetitions())
        .isEqualTo(new Repetitions(5, Repetitions.Order.SHUFFLED, 7));
    assertThat(load("title: t", "repetitions=2").repetitions().order())
        .isEqualTo(Repetitions.Order.SHUFFLED);
    assertThat(load("repetitions: 3", "repetitions=1").repetitions().order())
        .isEqualTo(Repetitions.Order.LISTED);
  }

  @Test
  void aCellOverridesTheValidityThatItNames() {
    Study study = load("validity: {steal: 1%, lag: 2ms}\ncells: [{validity: {steal: 7%}}]");

    assertThat(study.cells().get(0).validity())
        .matches(validity -> validity.stealPct() == 7 && validity.lagMillis() == 2)
        .matches(validity -> validity.driverCpuPct() == 90);
    assertThat(load("title: t", "validity.lag=3ms").cells().get(0).validity().lagMillis())
        .isEqualTo(3);
  }

  private ThinkTime thinkTime(String thinkTime) {
    Workload workload = loadOf("load: {thinkTime: " + thinkTime + "}").workload();
    return ((Workload.Closed) workload).thinkTime();
  }

  private LoadSchedule loadOf(String yaml, String... overrides) {
    List<Cell> cells = load(yaml, overrides).cells();
    assertThat(cells).hasSize(1);
    return cells.get(0).load();
  }

  private List<String> names(String yaml) {
    return load(yaml).cells().stream().map(Cell::name).toList();
  }

  private Study load(String yaml, String... overrides) {
    return loader.parse("study", "study.yaml", yaml, List.of(overrides));
  }
}
