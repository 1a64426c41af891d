package io.poolbench.report;

import java.io.IOException;
import java.util.List;

/** A part of a page in HTML; its headings start below those of what it stands in. */
final class HtmlPage implements Page {
  private final Appendable out;
  private final int levelsAbove;

  /**
   * @param levelsAbove how many levels of headings the page has above this part
   */
  HtmlPage(Appendable out, int levelsAbove) {
    this.out = out;
    this.levelsAbove = levelsAbove;
  }

  @Override
  public void heading(int level, String text) throws IOException {
    element("h" + (level + levelsAbove), text);
  }

  @Override
  public void paragraph(String text) throws IOException {
    element("p", text);
  }

  @Override
  public void verbatim(List<String> lines) throws IOException {
    out.append("<pre tabindex=\"0\">");
    for (String line : lines) {
      out.append(HtmlText.escape(line)).append('\n');
    }
    out.append("</pre>\n");
  }

  @Override
  public void table(Table table) throws IOException {
    out.append("<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>");
    for (Table.Column column : table.columns()) {
      cell("th scope=\"col\"", column, column.title());
    }
    out.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      out.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        cell("td", table.columns().get(i), row.get(i));
      }
      out.append("</tr>\n");
    }
    out.append("</tbody></table></div>\n");
  }

  @Override
  public void notes(List<String> notes) throws IOException {
    out.append("<ol>\n");
    for (String note : notes) {
      element("li", note);
    }
    out.append("</ol>\n");
  }

  /** Neither kind of cell needs an end tag in a row. */
  private void cell(String tag, Table.Column column, String text) throws IOException {
    out.append('<').append(tag);
    if (!column.rightAligned()) {
      out.append(" class=\"text\"");
    }
    out.append('>').append(HtmlText.escape(text));
  }

  private void element(String tag, String text) throws IOException {
    out.append('<').append(tag).append('>');
    out.append(HtmlText.escape(text)).append("</").append(tag).append(">\n");
  }
}
