package io.poolbench.report;

import io.poolbench.published.FindingResult;
import java.io.IOException;
import java.util.List;

/**
 * Every published finding as a row of {@code findings.csv}: its number in the published study, how
 * the result decides it, and by which values.
 */
public final class FindingsCsvRenderer implements FileRenderer {
  private static final List<String> COLUMNS = List.of("finding", "decided", "because");

  @Override
  public String fileName() {
    return "findings.csv";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    List<List<String>> rows =
        evaluated.agreement().findings().stream().map(FindingsCsvRenderer::row).toList();
    CsvText.write(COLUMNS, rows, out);
  }

  private static List<String> row(FindingResult finding) {
    return List.of(
        Integer.toString(finding.number()),
        finding.decision().name(),
        PlainText.line(finding.because()));
  }
}
