package io.poolbench.report;

import io.poolbench.report.format.HtmlPage;
import io.poolbench.report.format.Markdown;
import java.util.function.Function;

/** The files of a results folder that are derived from its study and its journal. */
public enum ReportFile {
  SUMMARY("summary.md", evaluation -> Markdown.text(StudyReport.of(evaluation))),
  STEPS("steps.csv", StepsCsv::of),
  SLA_XML("sla.xml", evaluation -> SlaTests.of(evaluation).text()),
  RESULT("result.json", ResultJson::of),
  LATENCIES("latency.hlog", LatencyLog::of),
  PAGE("report.html", evaluation -> HtmlPage.text(StudyReport.of(evaluation)));

  private final String fileName;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Evaluation, String> text;

  ReportFile(String fileName, Function<Evaluation, String> text) {
    this.fileName = fileName;
    this.text = text;
  }

  public String fileName() {
    return fileName;
  }

  /** Renders a result, which may be partial. */
  public String text(Evaluation evaluation) {
    return text.apply(evaluation);
  }
}
