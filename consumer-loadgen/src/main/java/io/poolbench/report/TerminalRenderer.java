package io.poolbench.report;

import java.io.IOException;
import java.util.Objects;

/** Renders the SLA tables for a terminal. */
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
