package io.poolbench.lab;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The end of a log that a program of any encoding has written. */
final class LogTail {
  private static final int LINES = 8;
  private static final int MAX_BYTES = 1 << 16;

  /** Of a stack trace, whose other lines name what went wrong. */
  private static final Pattern FRAME =
      Pattern.compile("\\s+(at .*|\\.\\.\\. \\d+ .*)|[VCJjv] +\\[.*|Native frames: .*");

  private LogTail() {}

  /** Its last lines that are neither blank nor frames of a stack trace. */
  static List<String> of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long skipped = Math.max(0, file.length() - MAX_BYTES);
      byte[] end = new byte[(int) (file.length() - skipped)];
      file.seek(skipped);
      file.readFully(end);
      List<String> lines =
          new String(end, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank() && !FRAME.matcher(line).matches())
              .toList();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    } catch (IOException e) {
      return List.of("(log cannot be read: " + e.getMessage() + ")");
    }
  }
}
