package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** A comparison as a page with charts: one file that opens offline. */
public final class ComparisonHtmlRenderer implements ComparisonRenderer {
  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new PageTemplate("compare.jte").render(ComparePage.of(comparison), out);
  }
}
