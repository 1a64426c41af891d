package io.poolbench.report;

import java.io.IOException;
import java.util.Objects;

/**
 * The SLA tables for a terminal.
 *
 * @param detail how much of them
 * @param sheet the width and colours of the terminal
 */
public record TerminalRenderer(Detail detail, Sheet sheet) implements Renderer {
  public TerminalRenderer {
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(sheet, "sheet");
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    detail.writeTo(new TerminalPage(out, sheet), new SlaTables(evaluated));
  }
}
