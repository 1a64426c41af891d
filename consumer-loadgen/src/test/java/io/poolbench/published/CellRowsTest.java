package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.poolbench.Changed;
import io.poolbench.judge.Decision;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.Finding;
import io.poolbench.spec.Publication.PublishedTable;
import io.poolbench.spec.Publication.Statement;
import io.poolbench.store.SampleResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A published table whose rows are about cells by their names, of kinds that are not all compared.
 */
class CellRowsTest {
  private static final CellResult SAMPLE = SampleResult.studyResult().cells().get(0);
  private static final int USERS = SAMPLE.steps().get(0).level();
  private static final double TPS = Metric.TPS.of(SAMPLE.steps().get(0));
  private static final StudyResult RESULT = result();
  private static final Agreement AGREEMENT = Agreement.of(RESULT);

  private static StudyResult result() {
    String users = String.valueOf(USERS);
    PublishedTable table =
        new PublishedTable(
            "table",
            List.of(),
            List.of(
                Map.of("mode", "slow", "users", users, "tps", String.valueOf(TPS)),
                Map.of("mode", "fast", "users", users, "tps", String.valueOf(10 * TPS)),
                Map.of("mode", "none", "users", users, "tps", "1")));
    Publication publication =
        new Publication(
            "study",
            Map.of(),
            Map.of("table", "cell {mode}"),
            Map.of("table", Map.of("mode", "fast")),
            Map.of("all", new Publication.Band(List.of("tps"), 0, 10)),
            List.of(
                finding(1, "agrees('tps', 'cell slow', %d)".formatted(USERS)),
                finding(2, "tps('cell fast', %d) > tps('cell slow', %d)".formatted(USERS, USERS)),
                finding(3, "tps('cell of no row', 1) > 0")),
            List.of(table));
    List<CellResult> cells = List.of(cell("cell slow"), cell("cell fast"));
    StudyResult published = Changed.with(SampleResult.studyResult(), "cells", cells);
    return Changed.with(published, "published", List.of(publication), "calibration", null);
  }

  private static CellResult cell(String name) {
    return Changed.with(SAMPLE, "cell.name", name, "cell.published", "table");
  }

  private static Finding finding(int number, String holds) {
    return new Finding(number, "", List.of(new Statement("", holds, null)));
  }

  @Test
  void aRowIsAboutTheCellOfItsName() {
    assertThat(AGREEMENT.tables().get(0).rows())
        .extracting(row -> row.published().name())
        .containsExactly("cell slow", "cell fast", "cell none");
    assertThat(AGREEMENT.tables().get(0).values())
        .extracting(AgreementValue::status)
        .containsExactly(
            AgreementStatus.AGREES, AgreementStatus.HOST_BOUND, AgreementStatus.MISSING);
  }

  @Test
  void whatTheStudysHostBoundedIsShownAndCountsInNoTally() {
    assertThat(AGREEMENT.tables().get(0).rows().get(1).values())
        .singleElement()
        .satisfies(value -> assertThat(value.measured()).isEqualTo(TPS))
        .satisfies(value -> assertThat(value.remark()).isEmpty());
    assertThat(AGREEMENT.tally().text()).isEqualTo("1 of 2");
  }

  /** No measured value is a percentage of 0, such as of no published timeouts. */
  @ParameterizedTest
  @CsvSource({"0, 0, +0", "0, 3, +3", "200, 3, -98.5 %"})
  void aDeviationFromZeroHasTheMetricsUnit(double published, double measured, String text) {
    Band exact = new Band("counts", new Publication.Band(List.of("timeout"), 0, 0));
    PublishedColumn column = new PublishedColumn("timeouts", Metric.TIMEOUT, exact);
    assertThat(column.deviationText(published, measured)).isEqualTo(text);
  }

  /** Of two equal values neither is shown to be higher. */
  @Test
  void findingsAreAboutTheCellsOfNamedTables() {
    assertThat(AGREEMENT.findings())
        .extracting(FindingResult::number, FindingResult::decision)
        .containsExactly(tuple(1, Decision.SHOWN), tuple(2, Decision.NOT_SHOWN));
  }
}
