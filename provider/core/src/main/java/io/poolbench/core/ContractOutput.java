package io.poolbench.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * The lines of a process of the lab on its standard output, to which others may write as well, such
 * as the JVM its log ({@code -Xlog:gc}). Each is on a line of its own, whatever was written before.
 * A long one is written in parts that a pipe takes as a whole ({@code PIPE_BUF}, 4,096 bytes), so
 * that nothing comes between. Thread-safe.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/pipe.7.html">pipe(7)</a>
 */
public final class ContractOutput {
  /** Of at most three bytes each. */
  private static final int PART_CHARACTERS = 1_200;

  private static final String PART = "POOLBENCH-PART ";
  private static final String LAST_PART = "POOLBENCH-LAST-PART ";

  private final OutputStream output;

  public ContractOutput() {
    // Not System.out, which the program may replace.
    this(new FileOutputStream(FileDescriptor.out));
  }

  public ContractOutput(OutputStream output) {
    this.output = output;
  }

  public synchronized void line(String text) {
    try {
      int from = 0;
      while (text.length() - from > PART_CHARACTERS) {
        int to = from + PART_CHARACTERS;
        if (Character.isHighSurrogate(text.charAt(to - 1))) {
          to--;
        }
        write(PART + text.substring(from, to));
        from = to;
      }
      write(from == 0 ? text : LAST_PART + text.substring(from));
    } catch (IOException closed) {
      // The driver has ended; this process ends with it.
      return;
    }
  }

  private void write(String text) throws IOException {
    output.write(("\n" + text + "\n").getBytes(UTF_8));
  }

  /** Joins the parts of lines. For one thread. */
  public static final class Joining {
    private final StringBuilder begun = new StringBuilder();

    /** A line as it was before it was split; empty for a part that others follow. */
    public Optional<String> whole(String line) {
      if (line.startsWith(PART) && begun.length() < AgentProtocol.MAX_LINE) {
        begun.append(line, PART.length(), line.length());
        return Optional.empty();
      }
      if (!line.startsWith(LAST_PART)) {
        return Optional.of(line);
      }
      String whole = begun + line.substring(LAST_PART.length());
      begun.setLength(0);
      return Optional.of(whole);
    }
  }
}
