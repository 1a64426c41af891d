package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** A comparison in Markdown, such as for a job's summary. */
public final class ComparisonMarkdownRenderer implements ComparisonRenderer {
  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new ComparisonTables(comparison).writeTo(new MarkdownPage(out));
  }
}
