package io.poolbench.cli;

import io.poolbench.report.Colours;
import io.poolbench.report.Sheet;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/**
 * What standard output shows.
 *
 * @param live whether it is a terminal whose lines can be written anew, in colours
 * @param columns how wide it is now, where it is one
 */
record Screen(boolean live, IntSupplier columns) {
  /**
   * Set by the launcher, which can tell; {@code System.console()} means another thing in each JDK.
   */
  private static final String TERMINAL = "poolbench.terminal";

  private static final String BLOCKS = "█▏▁…";
  private static final int USUAL_COLUMNS = 80;

  Screen {
    Objects.requireNonNull(columns, "columns");
  }

  /** That of this process. */
  static Screen ofStandardOutput() {
    Charset charset =
        Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()));
    boolean live = isLive(Boolean.getBoolean(TERMINAL), System.getenv(), charset);
    return new Screen(live, live ? terminalColumns() : () -> USUAL_COLUMNS);
  }

  /**
   * Whether lines are to be written anew: not where output goes to a file, not where a terminal
   * cannot do it, and not where its user wants no codes (no-color.org).
   */
  static boolean isLive(boolean terminal, Map<String, String> environment, Charset charset) {
    return terminal
        && !environment.getOrDefault("TERM", "dumb").equals("dumb")
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && charset.newEncoder().canEncode(BLOCKS);
  }

  /** What tables are printed on. */
  Sheet sheet() {
    return live ? new Sheet(columns.getAsInt(), Colours.ANSI) : Sheet.PLAIN;
  }

  /** Asks the kernel each time, so that a terminal may be resized. */
  private static IntSupplier terminalColumns() {
    try {
      TerminalProvider terminals = TerminalProvider.load("jni");
      return () -> {
        int columns = terminals.systemStreamWidth(SystemStream.Output);
        return columns > 0 ? columns : USUAL_COLUMNS;
      };
    } catch (IOException noNativeLibrary) {
      return () -> USUAL_COLUMNS;
    }
  }
}
