package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/** Parses words and numbers in a line of a response without copying it. */
final class LineText {
  private static final int MAX_QUOTED = 40;
  private static final int MAX_DIGITS = 18;

  private LineText() {}

  /** Whether a range, without blanks around it, equals a word, ignoring case. */
  static boolean isTrimmedWord(ByteBuf line, int start, int end, byte[] lowerCase) {
    int from = skipBlanks(line, start, end);
    return isWord(line, from, endWithoutBlanks(line, from, end), lowerCase);
  }

  static boolean isWord(ByteBuf line, int start, int end, byte[] lowerCase) {
    if (end - start != lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      int b = line.getByte(start + i);
      int lower = b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
      if (lower != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  static int skipBlanks(ByteBuf line, int start, int end) {
    int from = start;
    while (from < end && isBlank(line.getByte(from))) {
      from++;
    }
    return from;
  }

  static int endWithoutBlanks(ByteBuf line, int start, int end) {
    int to = end;
    while (to > start && isBlank(line.getByte(to - 1))) {
      to--;
    }
    return to;
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The unsigned number of at most 18 digits in a range, ignoring blanks; -1 if invalid. */
  static long number(ByteBuf line, int start, int end) {
    int from = skipBlanks(line, start, end);
    int to = endWithoutBlanks(line, from, end);
    boolean valid = to > from && to - from <= MAX_DIGITS;
    long number = 0;
    for (int i = from; i < to && valid; i++) {
      int digit = line.getByte(i) - '0';
      valid = digit >= 0 && digit <= 9;
      number = 10 * number + digit;
    }
    return valid ? number : -1;
  }

  /** The first {@value #MAX_QUOTED} bytes of a range, in quotes. */
  static String quoted(ByteBuf line, int start, int end) {
    StringBuilder quoted = new StringBuilder("'");
    for (int i = start; i < Math.min(end, start + MAX_QUOTED); i++) {
      byte b = line.getByte(i);
      quoted.append(b >= ' ' && b < 0x7f ? (char) b : '?');
    }
    return quoted.append('\'').toString();
  }

  static byte[] bytes(String word) {
    return word.getBytes(US_ASCII);
  }
}
