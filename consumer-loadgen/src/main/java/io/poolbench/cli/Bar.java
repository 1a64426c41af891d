package io.poolbench.cli;

/** A share of a whole as a bar of block characters, to an eighth of a character. */
final class Bar {
  private static final String EIGHTHS = "▏▎▍▌▋▊▉";

  private Bar() {}

  /**
   * A bar.
   *
   * @param share 0 to 1; what lies beyond counts as the nearer of them
   * @param columns how wide the whole is
   */
  static String of(double share, int columns) {
    int eighths = (int) Math.round(8 * columns * Math.max(0, Math.min(1, share)));
    int part = eighths % 8;
    String filled = "█".repeat(eighths / 8) + (part == 0 ? "" : EIGHTHS.charAt(part - 1));
    return filled + "░".repeat(columns - filled.length());
  }
}
