package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.io.IOException;

/**
 * The SLAs of a study as tests for build servers, {@code sla.xml}: a suite per repetition of a
 * cell.
 */
public final class SlaXmlRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "sla.xml";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    new JUnitReport(
            "poolbench " + result.study() + ": " + result.title(),
            result.cells().stream().map(cell -> SlaSuite.of(result, cell)).toList())
        .writeTo(out);
  }
}
