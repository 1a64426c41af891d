package io.poolbench.report;

import io.poolbench.result.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {
  private static final Path DOCS = Path.of("..", "docs");

  @Test
  void theListOfMetricsInTheDocumentationIsThatOfTheRegistry() throws IOException {
    Page page = new Page();
    page.heading(1, "Metrics");
    page.paragraph(
        "What a step reports. An id names a metric in SLA bounds, in criteria of compare and in"
            + " expressions; a column is its name in steps.csv. In an SLA a metric that is better"
            + " when higher gets a lower bound, any other an upper bound. Blank: when the value is"
            + " unknown, an empty field in steps.csv and - in tables.");
    page.table(
        Table.of(
            List.of(Metric.values()),
            Table.text("id", Metric::id),
            Table.text("column", Metric::column),
            Table.text("title", Metric::title),
            Table.text("unit", metric -> metric.unit().symbol()),
            Table.text(
                "better",
                metric ->
                    metric.better() == Metric.Better.NEITHER
                        ? ""
                        : metric.better().name().toLowerCase(Locale.ROOT)),
            Table.text("blank", metric -> metric.blank().isEmpty() ? "never" : metric.blank()),
            Table.text("meaning", Metric::meaning)));
    page.paragraph(
        "This page is generated from the enum Metric by MetricReferenceTest; mvn test"
            + " -Dgolden.update=true writes it.");
    Golden.assertMatches(DOCS.resolve("metrics.md"), Markdown.text(page));
  }
}
