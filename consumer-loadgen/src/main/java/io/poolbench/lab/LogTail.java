package io.poolbench.lab;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the end of a log file in any encoding. */
public final class LogTail {
  private static final int LINES = 8;
  private static final int MAX_BYTES = 1 << 16;

  /** A frame of a stack trace; the other lines of the trace name the failure. */
  private static final Pattern FRAME =
      Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ .*)|[VCJjv] +\\[.*|Native frames: .*");

  private static final Pattern ESCAPE = Pattern.compile("\u001b\\[[0-9;]*[A-Za-z]");

  /** A line that names a failure; messages of the shutdown may follow it. */
  private static final Pattern CAUSE =
      Pattern.compile("Caused by: .*|Exception in thread .*|.*\\b(ERROR|FATAL|SEVERE)\\b.*");

  private LogTail() {}

  /**
   * The last lines of a log that are neither blank nor stack frames. If none of them names a
   * failure, the last earlier line that does replaces the first of them.
   */
  static List<String> of(Path log) {
    return of(log, 0);
  }

  /** As {@link #of(Path)}, without the first {@code skipped} bytes of the log. */
  static List<String> of(Path log, long skipped) {
    try {
      List<String> lines =
          read(log, skipped).filter(line -> !FRAME.matcher(line).matches()).toList();
      return withCause(lines, Math.max(0, lines.size() - LINES));
    } catch (IOException e) {
      return List.of("(log cannot be read: " + e.getMessage() + ")");
    }
  }

  /** Whether a line at the end of a log matches. */
  static boolean has(Path log, Pattern line) {
    return matches(log, line).findAny().isPresent();
  }

  /** The matching lines at the end of a log; empty if it cannot be read. */
  static Stream<MatchResult> matches(Path log, Pattern pattern) {
    try {
      return read(log, 0)
          .map(pattern::matcher)
          .filter(Matcher::matches)
          .map(Matcher::toMatchResult);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static Stream<String> read(Path log, long skipped) throws IOException {
    return text(log, (int) Math.min(MAX_BYTES, Math.max(0, Files.size(log) - skipped)))
        .lines()
        .map(line -> ESCAPE.matcher(line).replaceAll(""))
        .filter(line -> !line.isBlank());
  }

  /** The end of a log, at most {@code maxBytes} bytes. */
  public static String text(Path log, int maxBytes) throws IOException {
    try (FileChannel file = FileChannel.open(log)) {
      // A log that is being written may be cut meanwhile.
      file.position(Math.max(0, file.size() - maxBytes));
      byte[] end = Channels.newInputStream(file).readNBytes(maxBytes);
      return new String(end, StandardCharsets.UTF_8);
    }
  }

  private static List<String> withCause(List<String> lines, int from) {
    List<String> last = lines.subList(from, lines.size());
    if (last.stream().noneMatch(LogTail::isCause)) {
      for (int i = from - 1; i >= 0; i--) {
        if (isCause(lines.get(i))) {
          List<String> both = new ArrayList<>(List.of(lines.get(i)));
          both.addAll(last.subList(1, last.size()));
          return both;
        }
      }
    }
    return last;
  }

  private static boolean isCause(String line) {
    return CAUSE.matcher(line).matches();
  }
}
