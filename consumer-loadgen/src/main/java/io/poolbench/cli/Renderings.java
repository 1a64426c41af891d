package io.poolbench.cli;

import io.poolbench.report.AgreementCsvRenderer;
import io.poolbench.report.DisturbancesCsvRenderer;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.FileRenderer;
import io.poolbench.report.FindingsCsvRenderer;
import io.poolbench.report.HtmlRenderer;
import io.poolbench.report.MarkdownRenderer;
import io.poolbench.report.SlaXmlRenderer;
import io.poolbench.report.StepsCsvRenderer;
import io.poolbench.report.SummaryRenderer;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class Renderings {
  private static final List<FileRenderer> ALWAYS =
      List.of(
          new MarkdownRenderer(),
          new SummaryRenderer(),
          new StepsCsvRenderer(),
          new SlaXmlRenderer(),
          new HtmlRenderer());

  private Renderings() {}

  /** Writes all renderings of a result into its folder. */
  static void save(EvaluatedResult result, ResultsFolder folder) throws IOException {
    List<FileRenderer> renderers = new ArrayList<>(ALWAYS);
    boolean published = !result.result().published().isEmpty();
    if (published) {
      renderers.add(new AgreementCsvRenderer());
    }
    if (published || !result.result().findings().isEmpty()) {
      renderers.add(new FindingsCsvRenderer());
    }
    if (result.result().paired() != null) {
      renderers.add(new DisturbancesCsvRenderer());
    }
    for (FileRenderer renderer : renderers) {
      folder.writeText(renderer.fileName(), text -> renderer.render(result, text));
    }
  }
}
