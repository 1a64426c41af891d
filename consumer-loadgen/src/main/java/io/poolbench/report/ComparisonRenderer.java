package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** Writes a comparison in one format. Renderers hold no state: one serves any thread, any time. */
@FunctionalInterface
public interface ComparisonRenderer {
  /**
   * Renders a comparison.
   *
   * @throws IOException where the output does not take it
   */
  void render(Comparison comparison, Appendable out) throws IOException;
}
