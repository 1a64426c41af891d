package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;
import java.util.List;

/** A comparison as a page with charts: one file that opens offline. */
public final class ComparisonHtmlRenderer implements ComparisonRenderer {
  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    List<ComparisonPanel> panels = ComparisonPanel.of(comparison);
    StringBuilder body = new StringBuilder();
    ComparisonBody page = new ComparisonBody(comparison, panels);
    page.writeTo(body);
    new HtmlDocument(page.title(), body.toString(), ComparisonData.of(panels), "comparison.js")
        .writeTo(out);
  }
}
