package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannedCallsTest {
  /** Two steps of up to 10 s behind a warm-up of 10 s, with the time to open and settle. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load: {rate: [100, 200], PROLONGED}; repetitions: 2"
            + " | at most some 13,600 calls at a rate",
        "load: {users: [1, 4], PROLONGED}"
            + " | calls of up to 4 users, at most some 13,600 (if each takes 10 ms)",
        "load: {groups: [{name: a, users: 2}, {name: b, users: 3}, {name: c, rate: 100}],"
            + " warmup: 0s, settle: 0s, measure: 1s, measureUpTo: 1s}"
            + " | calls of up to 5 users, at most some 2,500 (if each takes 10 ms),"
            + " and at most some 500 calls at a rate"
      })
  void callsAreThoseOfTheHighestLoadInAllOfTheTime(String study, String text) {
    String yaml =
        study
            .replace("; ", "\n")
            .replace("PROLONGED", "warmup: 10s, settle: 1s, measure: 5s, measureUpTo: 9s");

    assertThat(PlannedCalls.text(PlainStudy.parse(yaml))).isEqualTo(text);
  }

  /** Six rounds of 50 and 200 ms, and one step of 1 and 5 s. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "settle: 50ms, measure: 200ms}; paired: {rounds: 6}; cells: [{name: a}, {name: b}]"
            + " | , which replay up to 1500ms of the recording's 5s at each load",
        "settle: 50ms, measure: 200ms}; paired: {rounds: 6}; repetitions: 2; cells: [{name: a}, {name: b}]"
            + " | , which replay up to 3s of the recording's 5s at each load",
        "settle: 1s, measure: 3s, measureUpTo: 3s}"
            + " | , which replay up to 4s of the recording's 5s at each load",
        "settle: 1s, measure: 5s, measureUpTo: 5s} | calls at a rate"
      })
  void whatIsReplayedOfARecordingIsNamedUnlessItIsAll(String load, String end, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("arrivals");
    RecordedArrivals.write(file, Collections.nCopies(500, 2));
    String yaml =
        "load: {rate: 200, arrivals: recorded, recording: '%s', warmup: 0s, %s"
            .formatted(file, load.replace("; ", "\n"));

    assertThat(PlannedCalls.text(PlainStudy.parse(yaml))).endsWith(end);
  }

  @Test
  void aPhaseMayBeHigherThanItsLevel() {
    assertThat(
            PlannedCalls.text(
                PlainStudy.parse(
                    "load: {rate: 40, warmup: 0s, settle: 0s,"
                        + " phases: [{name: a, for: 5s}, {name: b, for: 5s, rate: 200%}]}")))
        .isEqualTo("at most some 1,120 calls at a rate");
  }

  @Test
  void callsAtSharesOfACapacityHaveNoNumberBeforeItIsMeasured() {
    Study study =
        PlainStudy.parse("load: {capacity: {users: 64}, phases: [{name: a, for: 5s, rate: 200%}]}");

    assertThat(PlannedCalls.text(study)).doesNotContain("at most").contains("capacities");
  }

  /** Each level of each pool for a second. */
  @Test
  void aTargetIsAlsoCalledWhileItIsSampled() {
    String study =
        """
        paired: {rounds: 3}
        load: {users: [1, 4], warmup: 10s, settle: 1s, measure: 1s}
        cells: [{provider: {threads: 1}}, {provider: {threads: 2}}]
        """;
    Duration sampling = Duration.ofMillis(2 * 2 * (1_000 + 1_000 + 60));

    assertThat(DryRun.time(PlainStudy.parse("target: {jar: a.jar}\n" + study)))
        .isEqualTo(DryRun.time(PlainStudy.parse(study)).plus(sampling));
  }

  @Test
  void whatFailedIsMeasuredAnewByARunThatGoesOn() throws IOException {
    Study study = PlainStudy.parse("load: {users: 1, warmup: 1s, settle: 1s, measure: 5s}");
    Journal journal = Journal.inMemory();
    journal.add(new Entry.Failed(study.cells().get(0).name(), 1, "interrupted", ""));

    assertThat(DryRun.time(study, journal)).isPositive().isEqualTo(DryRun.time(study));
  }
}
