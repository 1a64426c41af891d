package io.poolbench.report;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.poolbench.Changed;
import io.poolbench.judge.SimulatedResult;
import io.poolbench.report.CalibrationLedger.Entry;
import io.poolbench.report.CalibrationLedger.Kind;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationLedgerTest {
  private static final String HEADER =
      "started,study,cpu_model,taken_pct,kind,subject,unit,value,lower,upper,samples,found,p\n";

  @TempDir private Path folder;

  /** A row of a run of its own. */
  private static Entry entry(
      Double takenPct,
      Kind kind,
      Double value,
      Double lower,
      Double upper,
      int samples,
      Double found,
      Double p) {
    return new Entry(
        Arrays.asList(takenPct, value, lower, samples, found, p).toString(),
        "s, \"quoted\"",
        "",
        takenPct,
        kind,
        "fixed 4",
        "users",
        value,
        lower,
        upper,
        samples,
        found,
        p);
  }

  @Test
  void eachRunAppendsItsRowsOnceAlsoAfterAnEditor() throws Exception {
    Path file = folder.resolve("ledger.csv");
    CalibrationLedger ledger = new CalibrationLedger(file);
    assertThat(ledger.entries()).isEmpty();
    StudyResult first = Changed.with(SampleResult.paired(), "host.cpuModel", "");
    StudyResult second = Changed.with(first, "study", "s, \"quoted\"");
    ledger.append(new EvaluatedResult(Changed.with(first, "cells", List.of())));
    assertThat(ledger.entries()).as("of a run without a cell").isEmpty();
    ledger.append(new EvaluatedResult(first));
    assertThat(Files.readAllLines(file).get(0) + "\n").isEqualTo(HEADER);

    Files.writeString(file, Files.readString(file).strip());
    ledger.append(new EvaluatedResult(first));
    ledger.append(new EvaluatedResult(second));

    List<Entry> expected = new ArrayList<>(CalibrationLedger.of(new EvaluatedResult(first)));
    assertThat(expected).isNotEmpty();
    expected.addAll(CalibrationLedger.of(new EvaluatedResult(second)));
    assertThat(ledger.entries()).isEqualTo(expected);
  }

  /** The second lacks what its kind needs. */
  @ParameterizedTest
  @ValueSource(
      strings = {"a,b\n1,2\n", HEADER + "2026-11-24T00:00:00Z,s,,,ESTIMATE,a,users,10,8,12,,,\n"})
  void aFileThatIsNoLedgerIsRefused(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("other.csv"), text);

    assertThatThrownBy(() -> new CalibrationLedger(file).entries())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no ledger");
  }

  /** The control is the cell that {@link Paired#measured} adds. */
  @Test
  void theControlOfAPairedStudyIsComparedWithItsPool() {
    StudyResult plain = SimulatedResult.paired(8, 15, 15, 6);
    List<Cell> cells = plain.cells().stream().map(CellResult::cell).toList();
    List<Cell> measured =
        new Paired(8, 8, true, null).measured(List.of(cells.get(0), cells.get(2)));
    StudyResult result = plain;
    for (int cell = 0; cell < measured.size(); cell++) {
      result = Changed.with(result, "cells." + cell + ".cell", measured.get(cell));
    }
    assertThat(CalibrationLedger.of(new EvaluatedResult(result)))
        .filteredOn(entry -> entry.kind() == Kind.CONTROL)
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.subject()).isEqualTo("a");
              assertThat(entry.samples()).isEqualTo(8);
              assertThat(entry.p()).isGreaterThan(0.05);
            });
  }

  /** The same cell with another SLA has another capacity: the subject has the SLA. */
  @Test
  void aCellOfRoundsHasItsCapacityOnTheUndisturbedHostToo() {
    StudyResult result = SimulatedResult.paired(8, 15);
    String subject = "a: " + FigureText.sla(result.cells().get(0).cell().sla());
    assertThat(CalibrationLedger.of(new EvaluatedResult(result)))
        .extracting(Entry::kind, Entry::subject)
        .containsExactly(tuple(Kind.ESTIMATE, subject), tuple(Kind.UNDISTURBED, subject));
  }

  @Test
  void cellsMeasuredAloneHaveWhatOthersTookInTheirSteps() {
    StudyResult alone = SampleResult.studyResult();
    CellResult cell =
        Changed.with(
            alone.cells().get(0),
            "allSteps.1.figures.STEAL",
            null,
            "allSteps.2.figures.OTHERS_CPU",
            null);
    StudyResult one = Changed.with(alone, "cells", List.of(cell));
    // 1.5 + 0.25, then 1.5, then unknown.
    assertThat(CalibrationLedger.of(new EvaluatedResult(one)))
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.takenPct()).isCloseTo(1.625, within(1e-9)));
  }

  @Test
  void theLongestRunOfACellIsWhatItsOtherEstimatesAreHeldAgainst() {
    assertThat(
            CalibrationLedger.summary(
                List.of(
                    entry(0.0, Kind.ESTIMATE, 10.0, 8.0, 12.0, 6, null, null),
                    entry(0.0, Kind.ESTIMATE, 9.0, 8.0, 9.5, 6, null, null),
                    entry(0.0, Kind.ESTIMATE, null, 8.0, null, 90, null, null),
                    entry(0.0, Kind.ESTIMATE, 11.0, 10.0, 12.0, 24, null, null),
                    entry(0.0, Kind.PREDICTION, 9.0, null, 11.0, 6, 10.0, null),
                    entry(0.0, Kind.PREDICTION, 9.0, 8.0, null, 6, 7.0, null),
                    entry(0.0, Kind.PREDICTION, 9.0, 8.0, 9.0, 0, null, null),
                    entry(0.0, Kind.CONTROL, null, null, null, 6, null, 0.051),
                    entry(0.0, Kind.CONTROL, null, null, null, 6, null, 0.049))))
        .singleElement(as(STRING))
        .contains("1 of 2 estimates")
        .contains("1 of 2 predictions")
        .endsWith("differ: 1 of 2");
  }

  @Test
  void aResumedRunIsNotComparedWithItsFirstPart() {
    Entry whole = entry(0.0, Kind.ESTIMATE, 11.0, 10.0, 12.0, 24, null, null);
    Entry part = Changed.with(whole, "samples", 6, "value", 9.0, "upper", 9.5, "lower", 8.0);
    assertThat(CalibrationLedger.summary(List.of(part, whole)))
        .singleElement(as(STRING))
        .contains("0 of 0 estimates");
  }

  @Test
  void capacitiesAreComparedWhereNothingDisturbedThemAndHostsCountedApartAndTogether() {
    List<String> lines =
        CalibrationLedger.summary(
            List.of(
                entry(90.0, Kind.ESTIMATE, 3.0, 2.0, 4.0, 48, null, null),
                entry(30.0, Kind.ESTIMATE, 5.0, 4.0, 6.0, 6, null, null),
                entry(null, Kind.ESTIMATE, 5.0, 4.0, 6.0, 6, null, null),
                entry(5.0, Kind.ESTIMATE, 10.0, 8.0, 12.0, 6, null, null),
                entry(1.0, Kind.ESTIMATE, 11.0, 10.0, 12.0, 24, null, null),
                entry(90.0, Kind.UNDISTURBED, 11.0, 10.0, 12.0, 24, null, null),
                entry(30.0, Kind.UNDISTURBED, 9.0, 8.0, 9.5, 6, null, null),
                entry(5.0, Kind.CONTROL, null, null, null, 6, null, 0.2),
                entry(5.1, Kind.CONTROL, null, null, null, 6, null, 0.01),
                entry(30.0, Kind.CONTROL, null, null, null, 6, null, 0.3)));

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .contains("1 of 1 estimates", "0 of 1 of the undisturbed host")
        .endsWith("differ: 1 of 3");
    assertThat(lines.get(1))
        .startsWith("calm")
        .contains("1 of 1 est", "0 of 0 of the undist")
        .endsWith("differ: 0 of 1");
    assertThat(lines.get(2))
        .startsWith("disturbed")
        .contains("0 of 0 est", "0 of 1 of the undist")
        .endsWith("differ: 1 of 2");
  }
}
