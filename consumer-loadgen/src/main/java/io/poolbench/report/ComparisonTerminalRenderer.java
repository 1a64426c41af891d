package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** A comparison, for a terminal. */
public final class ComparisonTerminalRenderer implements ComparisonRenderer {
  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new ComparisonTables(comparison).writeTo(new TerminalPage(out));
  }
}
