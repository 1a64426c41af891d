package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void theListOfMetricsInTheDocumentationIsThatOfTheRegistry() throws IOException {
    StringBuilder text = new StringBuilder();
    Page page = new MarkdownPage(text);
    page.heading(1, "Metrics");
    page.paragraph(
        "What a step reports. An id names a metric in SLA bounds, in criteria of compare and in"
            + " expressions; a column is its name in steps.csv. In an SLA a metric that is better"
            + " when higher gets a lower bound, any other an upper bound. Blank: when the value is"
            + " unknown, an empty field in steps.csv and - in tables.");
    page.table(
        new Table(
            List.of(
                Column.text("id"),
                Column.text("column"),
                Column.text("title"),
                Column.text("unit"),
                Column.text("better"),
                Column.text("blank")),
            Arrays.stream(Metric.values()).map(MetricReferenceTest::row).toList()));
    page.paragraph(
        "This page is generated from the enum Metric by MetricReferenceTest; mvn test"
            + " -Dgolden.update=true writes it.");
    Golden.assertMatches(DOCS.resolve("metrics.md"), text.toString());
  }

  private static List<String> row(Metric metric) {
    return List.of(
        metric.id(),
        metric.column(),
        metric.title(),
        metric.unit().symbol(),
        metric.better() == Metric.Better.NEITHER
            ? ""
            : metric.better().name().toLowerCase(Locale.ROOT),
        metric.blank().isEmpty() ? "never" : metric.blank());
  }
}
