package io.poolbench.report;

import java.io.IOException;

/** A result as a page with charts, {@code report.html}: one file that opens offline. */
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
