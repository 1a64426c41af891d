package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.poolbench.Changed;
import io.poolbench.journal.Metric;
import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.published.Published.Agreement;
import io.poolbench.published.Published.NumberedFinding;
import io.poolbench.published.Published.PublishedValue;
import io.poolbench.published.PublishedStudy.Point;
import io.poolbench.study.Publication;
import io.poolbench.study.Publication.Finding;
import io.poolbench.study.Publication.PublishedTable;
import io.poolbench.study.Publication.Statement;
import io.poolbench.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A published table whose rows are about cells by their names, of kinds that are not all compared.
 */
class CellRowsTest {
  private static final Published PUBLISHED = published();

  private static Published published() {
    PublishedTable table =
        new PublishedTable(
            "jsf-fixed",
            List.of(),
            List.of(
                Map.of("mode", "slow", "users", "8", "tps", "4000"),
                Map.of("mode", "fast", "users", "8", "tps", "40000"),
                Map.of("mode", "none", "users", "8", "tps", "1")));
    Publication publication =
        new Publication(
            "study",
            Map.of(),
            Map.of("jsf-fixed", "cell {mode}"),
            Map.of("jsf-fixed", Map.of("mode", "fast")),
            Map.of("all", new Publication.Band(List.of("tps"), 0, 10)),
            List.of(
                finding(1, "agrees('tps', 'cell slow', 8)"),
                finding(2, "tps('cell fast', 8) > tps('cell slow', 8)"),
                finding(3, "tps('cell of no row', 1) > 0")),
            List.of(table));
    Study study =
        PublishedStudy.parse(
            "{load: {users: 8}, cells: [{name: cell slow, published: jsf-fixed, provider:"
                + " {threadpool: fixed, threads: 4}}, {name: cell fast, published: jsf-fixed,"
                + " provider: {threadpool: fixed, threads: 8}}]}");
    Study publishing = Changed.with(study, "published", List.of(publication));
    JudgedStudy judged =
        PublishedStudy.judged(publishing, List.of(new PublishedStudy(List.of(point(4), point(8)))));
    return new PublishedComparison(judged, Optional.empty()).published().orElseThrow();
  }

  private static Point point(int threads) {
    return Point.of("jsf-fixed", threads, 8, 4000, 50, 1, 2, 3, 4);
  }

  private static Finding finding(int number, String holds) {
    return new Finding(number, "", List.of(new Statement("", holds, null)));
  }

  @Test
  void aRowIsAboutTheCellOfItsName() {
    assertThat(PUBLISHED.tables().get(0).values())
        .extracting(value -> value.row().get("mode"), PublishedValue::agreement)
        .containsExactly(
            tuple("slow", Agreement.AGREES),
            tuple("fast", Agreement.HOST_BOUND),
            tuple("none", Agreement.MISSING));
  }

  @Test
  void whatTheStudysHostBoundedIsShownAndCountsInNoTally() {
    PublishedValue bound = PUBLISHED.tables().get(0).values().get(1);
    assertThat(bound.measured()).isEqualTo("4,000");
    assertThat(bound.remark()).isEmpty();
    assertThat(PUBLISHED.compared()).isEqualTo(2);
    assertThat(PUBLISHED.count(Agreement.AGREES)).isEqualTo(1);
  }

  /** No measured value is a percentage of 0, such as of no published timeouts. */
  @ParameterizedTest
  @CsvSource({"0, 0, +0", "0, 3, +3", "200, 3, -98.5 %"})
  void aDeviationFromZeroHasTheMetricsUnit(double published, double measured, String text) {
    Band exact = new Band("counts", new Publication.Band(List.of("timeout"), 0, 0));
    PublishedColumn column = new PublishedColumn("timeouts", Metric.TIMEOUT, exact);
    assertThat(column.deviationText(published, measured)).isEqualTo(text);
  }

  /** Of two equal values without any known noise neither is higher. */
  @Test
  void findingsAreAboutTheCellsOfNamedTables() {
    assertThat(PUBLISHED.findings())
        .extracting(NumberedFinding::number, finding -> finding.finding().decision())
        .containsExactly(tuple(1, Decision.SHOWN), tuple(2, Decision.REFUTED));
  }
}
