package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** Writes a comparison in one format. Renderers hold no state: one serves any thread, any time. */
@FunctionalInterface
public interface ComparisonRenderer {
  /** In Markdown, such as for a job's summary. */
  ComparisonRenderer MARKDOWN =
      (comparison, out) -> new ComparisonTables(comparison).writeTo(new MarkdownPage(out));

  /** As a page with charts: one file that opens offline. */
  ComparisonRenderer HTML =
      (comparison, out) -> new PageTemplate("compare.jte").render(ComparePage.of(comparison), out);

  /** For a terminal. */
  static ComparisonRenderer terminal(Sheet sheet) {
    return (comparison, out) ->
        new ComparisonTables(comparison).writeTo(new TerminalPage(out, sheet));
  }

  /**
   * Renders a comparison.
   *
   * @throws IOException where the output does not take it
   */
  void render(Comparison comparison, Appendable out) throws IOException;
}
