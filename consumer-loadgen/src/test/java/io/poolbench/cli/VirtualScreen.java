package io.poolbench.cli;

import java.util.List;
import org.jline.utils.ScreenTerminal;

/** What a terminal shows once it has interpreted a text with escape codes. */
final class VirtualScreen {
  private VirtualScreen() {}

  /** Its lines down to the last that is not blank. */
  static List<String> of(String text, int columns, int rows) {
    ScreenTerminal terminal = new ScreenTerminal(columns, rows);
    // As a tty does on the way out.
    terminal.write(text.replaceAll("\r?\n", "\r\n"));
    return terminal.toString().stripTrailing().lines().map(String::stripTrailing).toList();
  }
}
