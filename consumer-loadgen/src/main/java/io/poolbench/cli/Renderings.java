package io.poolbench.cli;

import io.poolbench.report.FileRenderer;
import io.poolbench.report.MarkdownRenderer;
import io.poolbench.report.StepsCsvRenderer;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.util.List;

/** The files that a result is rendered to. */
final class Renderings {
  private static final List<FileRenderer> ALL =
      List.of(new MarkdownRenderer(), new StepsCsvRenderer());

  private Renderings() {}

  /** Writes all of them into a results folder. */
  static void save(StudyResult result, ResultsFolder folder) throws IOException {
    for (FileRenderer renderer : ALL) {
      folder.writeText(renderer.fileName(), text -> renderer.render(result, text));
    }
  }
}
