package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Metric;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedCallsTest {
  private static final StudyLoader LOADER = new StudyLoader(Metric.ALL, CellCheck.NONE);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 2 x (10 x 200 + 10 x 100 + 10 x 200), with the warm-up and prolonged steps
        "load: {rate: [100, 200], PROLONGED}; repetitions: 2 | 10000 | 0 | 0",
        // 10 x 4 + 10 x 1 + 10 x 4
        "load: {users: [1, 4], PROLONGED} | 0 | 90 | 4",
        "load: {groups: [{name: a, users: 2}, {name: b, rate: 100}], ONCE}; CELLS | 200 | 4 | 2",
        // A group of one level runs in each step beside the others: 10 + 20 + 2 x 5
        "load: {groups: [{name: a, users: [10, 20]}, {name: b, users: 5}, {name: c, rate: 100}],"
            + " ONCE} | 200 | 40 | 25",
        // A warm-up, 10 x 4, and two slices of 2 s in two rounds of all levels and one of four
        "load: {users: [1, 4], warmup: 10s, settle: 1s, measure: 1s}; CELLS; paired: {rounds: 3}"
            + " | 0 | 184 | 4",
        "load: {rate: 10000000, warmup: 0s, settle: 0s, measure: 1s}; paired: {rounds: 1000}"
            + " | 20000000000 | 0 | 0"
      })
  void callsOfARateAndTheTimeOfUsersAreCounted(
      String study, long rated, double userSeconds, int users) {
    String yaml =
        study
            .replace("; ", "\n")
            .replace("PROLONGED", "warmup: 10s, settle: 1s, measure: 5s, measureUpTo: 9s")
            .replace("ONCE", "warmup: 0s, settle: 0s, measure: 1s, measureUpTo: 1s")
            .replace("CELLS", "cells: [{provider: {threads: 1}}, {provider: {threads: 2}}]");

    assertThat(planned(yaml)).isEqualTo(new PlannedCalls(rated, userSeconds, users));
  }

  @Test
  void theTimeOfUsersIsPrintedAsCallsToo() {
    assertThat(new PlannedCalls(0, 90, 4).text())
        .isEqualTo("calls of up to 4 users, at most some 9,000 (if each takes 10 ms)");
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
    assertThat(DryRun.time(study("target: {jar: a.jar}\n" + study)))
        .isEqualTo(DryRun.time(study(study)).plus(sampling));
  }

  private static PlannedCalls planned(String yaml) {
    return PlannedCalls.of(study(yaml));
  }

  private static Study study(String yaml) {
    return LOADER.parse("study", "study.yaml", yaml, List.of());
  }
}
