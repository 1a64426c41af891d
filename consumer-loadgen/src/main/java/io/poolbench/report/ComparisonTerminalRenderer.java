package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;
import java.util.Objects;

/**
 * A comparison, for a terminal.
 *
 * @param sheet what it is printed on
 */
public record ComparisonTerminalRenderer(Sheet sheet) implements ComparisonRenderer {
  public ComparisonTerminalRenderer {
    Objects.requireNonNull(sheet, "sheet");
  }

  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new ComparisonTables(comparison).writeTo(new TerminalPage(out, sheet));
  }
}
