package io.poolbench.report;

import io.poolbench.result.StudyResult;
import java.io.IOException;

/** Writes a result in one format. Renderers are stateless and thread-safe. */
@FunctionalInterface
public interface Renderer {
  /** Renders a result, which may be partial. */
  void render(EvaluatedResult result, Appendable out) throws IOException;

  /** Renders a result whose evaluations no other renderer needs. */
  default void render(StudyResult result, Appendable out) throws IOException {
    render(new EvaluatedResult(result), out);
  }
}
