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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationLedgerTest {
  private static final String HEADER =
      "started,study,cpu_model,taken_pct,kind,subject,unit,value,lower,upper,samples,found,p\n";

  @TempDir private Path folder;

  /** What rows say, each by its run, taken_pct, kind, value, lower, upper, samples, found and p. */
  private List<String> summary(String... rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER.strip()));
    for (String row : rows) {
      lines.add(row.replaceFirst("^(.*?,)(.*?,.*?),", "$1s,,$2,fixed 4,users,"));
    }
    Path file = Files.write(folder.resolve("ledger.csv"), lines);
    return CalibrationLedger.summary(new CalibrationLedger(file).entries());
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
  void theLongestRunOfACellIsWhatItsOtherEstimatesAreHeldAgainst() throws IOException {
    assertThat(
            summary(
                "1,0,ESTIMATE,10,8,12,6,,",
                "2,0,ESTIMATE,9,8,9.5,6,,",
                "3,0,ESTIMATE,,8,,90,,",
                "4,0,ESTIMATE,11,10,12,24,,",
                "5,0,PREDICTION,9,,11,6,10,",
                "6,0,PREDICTION,9,8,,6,7,",
                "7,0,PREDICTION,9,8,9,0,,",
                "8,0,CONTROL,,,,6,,0.051",
                "9,0,CONTROL,,,,6,,0.049"))
        .singleElement(as(STRING))
        .contains("1 of 2 estimates")
        .contains("1 of 2 predictions")
        .endsWith("differ: 1 of 2");
  }

  @Test
  void aResumedRunIsNotComparedWithItsFirstPart() throws IOException {
    assertThat(summary("1,0,ESTIMATE,9,8,9.5,6,,", "1,0,ESTIMATE,11,10,12,24,,"))
        .singleElement(as(STRING))
        .contains("0 of 0 estimates");
  }

  @Test
  void capacitiesAreComparedWhereNothingDisturbedThemAndHostsCountedApartAndTogether()
      throws IOException {
    List<String> lines =
        summary(
            "1,90,ESTIMATE,3,2,4,48,,",
            "2,30,ESTIMATE,5,4,6,6,,",
            "3,,ESTIMATE,5,4,6,6,,",
            "4,5,ESTIMATE,10,8,12,6,,",
            "5,1,ESTIMATE,11,10,12,24,,",
            "6,90,UNDISTURBED,11,10,12,24,,",
            "7,30,UNDISTURBED,9,8,9.5,6,,",
            "8,5,CONTROL,,,,6,,0.2",
            "9,5.1,CONTROL,,,,6,,0.01",
            "10,30,CONTROL,,,,6,,0.3");

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
