package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.io.IOException;

/** The SLA tables, as {@code tables.md}. */
public final class MarkdownRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "tables.md";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    new SlaTables(result).writeTo(new MarkdownPage(out));
  }
}
