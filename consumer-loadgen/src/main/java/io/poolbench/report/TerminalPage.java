package io.poolbench.report;

import java.io.IOException;
import java.util.List;

/** A page for a terminal of fixed-width characters; no escape codes. */
final class TerminalPage implements Page {
  private static final String GAP = "  ";

  /** What most terminals show; tables of many columns may be wider, sentences are not. */
  private static final int COLUMNS = 120;

  private final Appendable out;

  TerminalPage(Appendable out) {
    this.out = out;
  }

  @Override
  public void heading(int level, String text) throws IOException {
    String plain = PlainText.line(text);
    line(plain);
    if (level > 2) {
      return;
    }
    line((level == 1 ? "=" : "-").repeat(DisplayWidth.of(plain)));
  }

  @Override
  public void paragraph(String text) throws IOException {
    wrapped(text, 0);
    line("");
  }

  @Override
  public void verbatim(List<String> lines) throws IOException {
    for (String text : lines) {
      line("  | " + PlainText.line(text));
    }
    line("");
  }

  @Override
  public void table(Table table) throws IOException {
    Table plain =
        new Table(
            table.columns().stream()
                .map(c -> new Table.Column(PlainText.line(c.title()), c.rightAligned()))
                .toList(),
            table.rows().stream().map(r -> r.stream().map(PlainText::line).toList()).toList());
    List<Integer> widths = plain.widths();
    row(plain, widths, plain.titles());
    row(plain, widths, widths.stream().map("-"::repeat).toList());
    for (List<String> row : plain.rows()) {
      row(plain, widths, row);
    }
    line("");
  }

  @Override
  public void notes(List<String> notes) throws IOException {
    for (int i = 0; i < notes.size(); i++) {
      String number = "(" + (i + 1) + ") ";
      wrapped(number + notes.get(i), number.length());
    }
    line("");
  }

  private void row(Table table, List<Integer> widths, List<String> texts) throws IOException {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      row.append(i == 0 ? "" : GAP).append(table.columns().get(i).pad(texts.get(i), widths.get(i)));
    }
    line(row.toString());
  }

  private void wrapped(String text, int indent) throws IOException {
    for (String line : WrappedText.lines(PlainText.line(text), COLUMNS, indent)) {
      line(line);
    }
  }

  private void line(String text) throws IOException {
    out.append(text.stripTrailing()).append('\n');
  }
}
