package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.io.IOException;

/** The SLA tables, for a terminal. */
public final class TerminalRenderer implements Renderer {
  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    new SlaTables(result).writeTo(new TerminalPage(out));
  }
}
