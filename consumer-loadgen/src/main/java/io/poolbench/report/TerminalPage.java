package io.poolbench.report;

import java.io.IOException;
import java.util.List;

/** A page for a terminal of fixed-width characters. */
final class TerminalPage implements Page {
  private final Appendable out;
  private final Sheet sheet;

  TerminalPage(Appendable out, Sheet sheet) {
    this.out = out;
    this.sheet = sheet;
  }

  @Override
  public void heading(int level, String text) throws IOException {
    List<String> lines = WrappedText.lines(PlainText.line(text), sheet.proseColumns(), 0);
    for (String line : lines) {
      line(line);
    }
    if (level > 2) {
      return;
    }
    int width = lines.stream().mapToInt(DisplayWidth::of).max().orElse(0);
    line((level == 1 ? "=" : "-").repeat(width));
  }

  @Override
  public void paragraph(String text) throws IOException {
    wrapped(text, 0);
    line("");
  }

  @Override
  public void sentences(List<String> sentences) throws IOException {
    for (String sentence : sentences) {
      wrapped(sentence, 0);
    }
    if (!sentences.isEmpty()) {
      line("");
    }
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
    for (String text : TerminalTable.lines(plain, sheet.columns())) {
      line(text);
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

  private void wrapped(String text, int indent) throws IOException {
    for (String line : WrappedText.lines(PlainText.line(text), sheet.proseColumns(), indent)) {
      line(line);
    }
  }

  private void line(String text) throws IOException {
    out.append(sheet.colours().paint(text.stripTrailing())).append('\n');
  }
}
