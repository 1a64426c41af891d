package io.poolbench.report;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** A page in GitHub-flavoured Markdown, with tables aligned as text. */
final class MarkdownPage implements Page {
  /** An underscore within a word is no markup. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\`*\\[\\]|~#]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})|<(?=[A-Za-z/!?])");

  private static final Pattern ENTITY = Pattern.compile("&(?=[#A-Za-z])");
  private static final Pattern BACKTICKS = Pattern.compile("`+");

  private final Appendable out;

  MarkdownPage(Appendable out) {
    this.out = out;
  }

  @Override
  public void heading(int level, String text) throws IOException {
    line("#".repeat(level) + " " + escape(text));
    line("");
  }

  @Override
  public void paragraph(String text) throws IOException {
    line(escape(text));
    line("");
  }

  @Override
  public void verbatim(List<String> lines) throws IOException {
    // The fence must be longer than any run of backticks in the text.
    int longest =
        lines.stream()
            .flatMap(text -> BACKTICKS.matcher(text).results())
            .mapToInt(run -> run.group().length())
            .max()
            .orElse(0);
    String fence = "`".repeat(Math.max(3, longest + 1));
    line(fence + "text");
    for (String text : lines) {
      line(PlainText.line(text));
    }
    line(fence);
    line("");
  }

  @Override
  public void table(Table table) throws IOException {
    Table escaped =
        new Table(
            table.columns().stream()
                .map(c -> new Table.Column(escape(c.title()), c.rightAligned()))
                .toList(),
            table.rows().stream()
                .map(row -> row.stream().map(MarkdownPage::escape).toList())
                .toList());
    // At least two, for the rule that aligns a column.
    List<Integer> widths = escaped.widths().stream().map(width -> Math.max(2, width)).toList();
    row(escaped, widths, escaped.titles());
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < widths.size(); i++) {
      boolean right = escaped.columns().get(i).rightAligned();
      String dashes = "-".repeat(widths.get(i) - 1);
      rule.append(' ').append(right ? dashes + ":" : ":" + dashes).append(" |");
    }
    line(rule.toString());
    for (List<String> row : escaped.rows()) {
      row(escaped, widths, row);
    }
    line("");
  }

  @Override
  public void notes(List<String> notes) throws IOException {
    for (int i = 0; i < notes.size(); i++) {
      line((i + 1) + ". " + escape(notes.get(i)));
    }
    line("");
  }

  private void row(Table table, List<Integer> widths, List<String> texts) throws IOException {
    StringBuilder row = new StringBuilder("|");
    for (int i = 0; i < texts.size(); i++) {
      row.append(' ').append(table.columns().get(i).pad(texts.get(i), widths.get(i))).append(" |");
    }
    line(row.toString());
  }

  private void line(String text) throws IOException {
    out.append(text).append('\n');
  }

  private static String escape(String text) {
    String plain = ENTITY.matcher(PlainText.line(text)).replaceAll("&amp;");
    return MARKUP.matcher(plain).replaceAll("\\\\$0");
  }
}
