package io.poolbench.report;

import java.io.IOException;

/** Renders {@code tables.md}: the SLA tables. */
public final class MarkdownRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "tables.md";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    new SlaTables(evaluated).writeTo(new MarkdownPage(out));
  }
}
