package io.poolbench.report;

import io.poolbench.compare.Comparison;
import java.io.IOException;

/** Writes a comparison in one format. Renderers are stateless and thread-safe. */
@FunctionalInterface
public interface ComparisonRenderer {
  /** Markdown, for example for a job's summary. */
  ComparisonRenderer MARKDOWN =
      (comparison, out) -> new ComparisonTables(comparison).writeTo(new MarkdownPage(out));

  /** A page with charts, in one file that opens offline. */
  ComparisonRenderer HTML =
      (comparison, out) -> new PageTemplate("compare.jte").render(ComparePage.of(comparison), out);

  static ComparisonRenderer terminal(Sheet sheet) {
    return (comparison, out) ->
        new ComparisonTables(comparison).writeTo(new TerminalPage(out, sheet));
  }

  void render(Comparison comparison, Appendable out) throws IOException;
}
