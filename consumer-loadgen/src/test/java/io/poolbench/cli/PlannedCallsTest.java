package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedCallsTest {
  @Test
  void callsOfARateAreCountedWithWarmUpAndProlongedSteps() {
    assertThat(
            planned(
                "repetitions: 2\n"
                    + "load: {rate: [100, 200], warmup: 10s, settle: 1s, measure: 5s, measureUpTo:"
                    + " 9s}"))
        .isEqualTo(new PlannedCalls(2 * (10 * 200 + 10 * 100 + 10 * 200), 0, 0));
  }

  @Test
  void callsOfUsersAreTheirTime() {
    PlannedCalls planned =
        planned("load: {users: [1, 4], warmup: 10s, settle: 1s, measure: 5s, measureUpTo: 9s}");
    assertThat(planned).isEqualTo(new PlannedCalls(0, 10 * 4 + 10 * 1 + 10 * 4, 4));
    assertThat(planned.text()).contains("4 users", "90 user-seconds", "9,000 calls of 10 ms");
  }

  @Test
  void groupsAndCellsAddUp() {
    assertThat(
            planned(
                """
                load:
                  groups: [{name: a, users: 2}, {name: b, rate: 100}]
                  warmup: 0s
                  settle: 0s
                  measure: 1s
                  measureUpTo: 1s
                cells: [{provider: {threads: 1}}, {provider: {threads: 2}}]
                """))
        .isEqualTo(new PlannedCalls(2 * 100, 2 * 2, 2));
  }

  @Test
  void aGroupOfOneLevelRunsInEachStepBesideTheOthers() {
    assertThat(
            planned(
                """
                load:
                  groups:
                    - {name: a, users: [10, 20]}
                    - {name: b, users: 5}
                    - {name: c, rate: 100}
                  warmup: 0s
                  settle: 0s
                  measure: 1s
                  measureUpTo: 1s
                """))
        .isEqualTo(new PlannedCalls(2 * 100, 10 + 20 + 2 * 5, 20 + 5));
  }

  @Test
  void levelsThatFallAgainAreCountedAsTheyAre() {
    assertThat(
            planned(
                "load: {users: [1, 4], order: up-and-down, warmup: 0s, settle: 0s, measure: 1s,"
                    + " measureUpTo: 1s}"))
        .isEqualTo(new PlannedCalls(0, 2 * (1 + 4), 4));
  }

  @Test
  void aConfirmingStepOfASearchIsCountedWithItsOwnTime() {
    String search = "load: {search: {within: [2, 4], measure: %s}, measure: 1s, measureUpTo: 1s}";

    assertThat(planned(search.formatted("9s")).userSeconds())
        .isGreaterThan(planned(search.formatted("8s")).userSeconds());
  }

  @Test
  void callsAtSharesOfACapacityHaveNoNumberBeforeItIsMeasured() {
    Study study = study("load: {capacity: {users: 64}, phases: [{name: a, for: 5s, rate: 200%}]}");

    assertThat(PlannedCalls.text(study)).doesNotContain("at most").contains("capacities");
  }

  @Test
  void pairedCellsShareAWarmUpAndHaveTheirSlicesOfEachRound() {
    assertThat(
            planned(
                """
                paired: {rounds: 3}
                load: {users: [1, 4], warmup: 10s, settle: 1s, measure: 1s}
                cells: [{provider: {threads: 1}}, {provider: {threads: 2}}]
                """))
        .isEqualTo(new PlannedCalls(0, 10 * 4 + 2 * 2 * 2 * (2 * (1 + 4) + 2 * 4), 4));
  }

  /** Each level for 1 s, and a trial of 12 slices at most at the highest. */
  @Test
  void aTargetIsAlsoCalledWhileItIsSampledAndMoreConnectionsAreTried() {
    String study =
        """
        paired: {rounds: 3}
        load: {users: [1, 4], warmup: 10s, settle: 1s, measure: 1s}
        cells: [{provider: {threads: 1}}, {provider: {threads: 2}}]
        """;
    int sampled = 2 * 2 * (1 + 4);
    int trial = (2 + 12 * 2) * 4;

    assertThat(planned("target: {jar: a.jar}\n" + study).userSeconds())
        .isEqualTo(planned(study).userSeconds() + sampled + trial);
    Duration sampling = Duration.ofMillis(2 * 2 * (1_000 + 1_000 + 60));
    assertThat(new TimeLeft(study("target: {jar: a.jar}\n" + study)).left())
        .isEqualTo(new TimeLeft(study(study)).left().plus(sampling));
  }

  @Test
  void manyRoundsOfAHighRateAreCounted() {
    String load = "load: {rate: 10000000, warmup: 0s, settle: 0s, measure: 1s}\n";
    assertThat(planned(load + "paired: {rounds: 1000}"))
        .isEqualTo(new PlannedCalls(1000L * 2 * 10_000_000, 0, 0));
  }

  private static PlannedCalls planned(String yaml) {
    return PlannedCalls.of(study(yaml));
  }

  private static Study study(String yaml) {
    return new StudyLoader(CellCheck.NONE).parse("study", "study.yaml", yaml, List.of());
  }
}
