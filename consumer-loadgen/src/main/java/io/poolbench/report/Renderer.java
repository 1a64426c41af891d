package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.io.IOException;

/** Writes a result in one format. Renderers hold no state: one serves any thread, any time. */
@FunctionalInterface
public interface Renderer {
  /**
   * Renders a result, also one that is partial.
   *
   * @throws IOException where the output does not take it
   */
  void render(EvaluatedResult result, Appendable out) throws IOException;

  /** Renders a result that nothing else renders. */
  default void render(StudyResult result, Appendable out) throws IOException {
    render(new EvaluatedResult(result), out);
  }
}
