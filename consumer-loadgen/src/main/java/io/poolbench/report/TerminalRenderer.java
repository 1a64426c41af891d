package io.poolbench.report;

import java.io.IOException;
import java.util.Objects;

/**
 * The SLA tables for a terminal: the capacities come last, right above the next prompt.
 *
 * @param detail how much comes before it
 * @param sheet the width and colours of the terminal
 */
public record TerminalRenderer(Detail detail, Sheet sheet) implements Renderer {
  public TerminalRenderer {
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(sheet, "sheet");
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    new SlaTables(evaluated).writeTo(new TerminalPage(out, sheet), detail);
  }
}
