package io.poolbench.report.format;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Standard output or standard error: whatever is printed passes here. Texts are escaped by {@link
 * Text}; the only codes that a terminal obeys are those of {@link Terminal}.
 */
public final class Output {
  private final PrintWriter raw;
  private final Terminal terminal;

  public Output(PrintWriter raw, Terminal terminal) {
    this.raw = raw;
    this.terminal = terminal;
  }

  /** A writer that escapes everything but line feeds. */
  public PrintWriter texts() {
    return new PrintWriter(new Escaping());
  }

  /** Prints the answer of a report in at most so many lines. */
  public void printFront(Report report, int lines) {
    print(terminal.front(report, lines));
  }

  public void print(Report report) {
    print(terminal.text(report));
  }

  public void print(List<Block> blocks) {
    print(terminal.text(blocks));
  }

  private void print(String rendered) {
    raw.print(rendered);
    raw.flush();
  }

  private final class Escaping extends Writer {
    @Override
    public void write(char[] chars, int offset, int length) {
      String text = new String(chars, offset, length);
      int start = 0;
      for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        raw.print(Text.line(text.substring(start, end)));
        raw.print('\n');
        start = end + 1;
      }
      raw.print(Text.line(text.substring(start)));
    }

    @Override
    public void flush() {
      raw.flush();
    }

    @Override
    public void close() {
      flush();
    }
  }
}
