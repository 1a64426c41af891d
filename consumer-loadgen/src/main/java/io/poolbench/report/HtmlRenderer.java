package io.poolbench.report;

import java.io.IOException;

/** Renders {@code report.html}: a page with charts, in one file that opens offline. */
public final class HtmlRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "report.html";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    new PageTemplate("report.jte").render(ReportPage.of(evaluated), out);
  }
}
