package io.poolbench.report;

import io.poolbench.published.FindingResult;
import io.poolbench.published.StatementResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders {@code findings.csv}: a row per finding of the study or of the publication, with its
 * number, the decision, the values behind it, and its sentence.
 */
public final class FindingsCsvRenderer implements FileRenderer {
  private static final List<String> COLUMNS = List.of("finding", "decided", "because", "text");

  @Override
  public String fileName() {
    return "findings.csv";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (StatementResult finding : evaluated.findings()) {
      rows.add(
          row(
              rows.size() + 1,
              FindingText.word(finding.decision()),
              finding.because(),
              finding.text()));
    }
    for (FindingResult finding : evaluated.agreement().findings()) {
      rows.add(row(finding.number(), finding.decision().name(), finding.because(), finding.text()));
    }
    CsvText.write(COLUMNS, rows, out);
  }

  private static List<String> row(int number, String decided, String because, String text) {
    return List.of(
        Integer.toString(number), decided, PlainText.line(because), PlainText.line(text));
  }
}
