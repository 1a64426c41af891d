package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.util.function.Function;
import java.util.function.Predicate;

/** The files of a results folder that are rendered from its result. */
public enum ReportFile {
  TABLES("tables.md", result -> true, of -> Markdown.text(SlaTables.all(of))),
  SUMMARY("summary.md", result -> true, of -> Markdown.text(SlaTables.ofJob(of))),
  STEPS("steps.csv", result -> true, CsvFiles::steps),
  SLA_XML("sla.xml", result -> true, of -> JUnitReport.of(of.result()).text()),
  BENCHMARK("benchmark.json", result -> true, BenchmarkEntry::json),
  PAGE("report.html", result -> true, of -> PageFrame.render("report.jte", ReportPage.of(of))),
  AGREEMENT("agreement.csv", result -> !result.published().isEmpty(), CsvFiles::agreement),
  FINDINGS(
      "findings.csv",
      result -> !result.published().isEmpty() || !result.findings().isEmpty(),
      CsvFiles::findings),
  DISTURBANCES("disturbances.csv", result -> result.paired() != null, CsvFiles::disturbances);

  private final String fileName;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Predicate<StudyResult> applies;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<EvaluatedResult, String> text;

  ReportFile(
      String fileName, Predicate<StudyResult> applies, Function<EvaluatedResult, String> text) {
    this.fileName = fileName;
    this.applies = applies;
    this.text = text;
  }

  public String fileName() {
    return fileName;
  }

  /** Whether the folder of this result has the file. */
  public boolean appliesTo(StudyResult result) {
    return applies.test(result);
  }

  /** Renders a result, which may be partial. */
  public String text(EvaluatedResult result) {
    return text.apply(result);
  }
}
