package io.poolbench.report;

import java.io.IOException;

/**
 * A place for a chart, which the page's script fills.
 *
 * @param kind what is drawn
 * @param id unique in the page
 * @param label a sentence for those who cannot see it; the figures themselves stand in tables
 */
record Chart(String kind, String id, String label) {
  void writeTo(Appendable out) throws IOException {
    out.append("<div class=\"chart\" id=\"")
        .append(id)
        .append("\" data-kind=\"")
        .append(kind)
        .append("\" role=\"img\" aria-label=\"")
        .append(HtmlText.escape(label))
        .append("\"></div>\n");
  }
}
