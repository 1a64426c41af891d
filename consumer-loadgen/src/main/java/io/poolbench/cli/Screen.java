package io.poolbench.cli;

import io.poolbench.report.format.Terminal;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Standard output; {@code live} means a terminal that can rewrite lines and show colours. */
record Screen(boolean live, IntSupplier columns) {
  /** Set by the launcher script, as {@code System.console()} differs between JDK versions. */
  private static final String TERMINAL = "poolbench.terminal";

  private static final int DEFAULT_COLUMNS = 80;

  /** A file, or a terminal that is to get no escape codes. */
  static final Screen PLAIN = new Screen(false, () -> DEFAULT_COLUMNS);

  Screen {
    Objects.requireNonNull(columns, "columns");
  }

  static boolean isTerminal() {
    return Boolean.getBoolean(TERMINAL);
  }

  static Screen ofStandardOutput() {
    boolean live = isLive(isTerminal(), System.getenv());
    return live ? new Screen(true, terminalColumns()) : PLAIN;
  }

  /**
   * Whether lines can be rewritten: false for a file, for a terminal without that capability, and
   * if the user disables escape codes (no-color.org).
   */
  static boolean isLive(boolean terminal, Map<String, String> environment) {
    return terminal
        && !environment.getOrDefault("TERM", "dumb").equals("dumb")
        && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  Terminal terminal() {
    return new Terminal(columns.getAsInt(), live, EscapedOutput.charset());
  }

  /** The width is read from the kernel each time, because a terminal may be resized. */
  private static IntSupplier terminalColumns() {
    try {
      TerminalProvider terminals = TerminalProvider.load("jni");
      return () -> {
        int columns = terminals.systemStreamWidth(SystemStream.Output);
        return columns > 0 ? columns : DEFAULT_COLUMNS;
      };
    } catch (IOException noNativeLibrary) {
      return () -> DEFAULT_COLUMNS;
    }
  }
}
