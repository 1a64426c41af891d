package io.poolbench.cli;

import io.poolbench.report.AgreementCsvRenderer;
import io.poolbench.report.FileRenderer;
import io.poolbench.report.FindingsCsvRenderer;
import io.poolbench.report.HtmlRenderer;
import io.poolbench.report.MarkdownRenderer;
import io.poolbench.report.SlaXmlRenderer;
import io.poolbench.report.StepsCsvRenderer;
import io.poolbench.report.SummaryRenderer;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.util.List;

/** The files that a result is rendered to. */
final class Renderings {
  private static final List<FileRenderer> ALL =
      List.of(
          new MarkdownRenderer(),
          new SummaryRenderer(),
          new StepsCsvRenderer(),
          new SlaXmlRenderer(),
          new HtmlRenderer());

  private static final List<FileRenderer> OF_PUBLISHED_TABLES =
      List.of(new AgreementCsvRenderer(), new FindingsCsvRenderer());

  private Renderings() {}

  /** Writes all of them into a results folder, as far as there is something to be said. */
  static void save(StudyResult result, ResultsFolder folder) throws IOException {
    write(ALL, result, folder);
    if (!result.published().isEmpty()) {
      write(OF_PUBLISHED_TABLES, result, folder);
    }
  }

  private static void write(List<FileRenderer> renderers, StudyResult result, ResultsFolder folder)
      throws IOException {
    for (FileRenderer renderer : renderers) {
      folder.writeText(renderer.fileName(), text -> renderer.render(result, text));
    }
  }
}
