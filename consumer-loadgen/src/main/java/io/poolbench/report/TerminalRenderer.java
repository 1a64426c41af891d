package io.poolbench.report;

import io.poolbench.result.StudyResult;
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
  public void render(StudyResult result, Appendable out) throws IOException {
    new SlaTables(result).writeTo(new TerminalPage(out, sheet), detail);
  }
}
