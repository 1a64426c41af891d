package io.poolbench.report;

import java.util.function.Function;

/** The files of a results folder that are rendered from its result. */
public enum ReportFile {
  SUMMARY("summary.md", of -> Markdown.text(SlaTables.all(of))),
  STEPS("steps.csv", StepsCsv::of),
  SLA_XML("sla.xml", of -> JUnitReport.of(of.result()).text()),
  PAGE("report.html", of -> PageFrame.render("report.jte", ReportPage.of(of)));

  private final String fileName;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<EvaluatedResult, String> text;

  ReportFile(String fileName, Function<EvaluatedResult, String> text) {
    this.fileName = fileName;
    this.text = text;
  }

  public String fileName() {
    return fileName;
  }

  /** Renders a result, which may be partial. */
  public String text(EvaluatedResult result) {
    return text.apply(result);
  }
}
