package io.poolbench.cli;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Progress bars and sparklines of block characters. */
final class BlockGraphics {
  private static final String WIDTHS = "▏▎▍▌▋▊▉";
  private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

  private BlockGraphics() {}

  /** A bar filled to a share of its columns (0 to 1, limited to this range), by eighths. */
  static String bar(double share, int columns) {
    int eighths = (int) Math.round(8 * columns * Math.max(0, Math.min(1, share)));
    int part = eighths % 8;
    String filled = "█".repeat(eighths / 8) + (part == 0 ? "" : WIDTHS.charAt(part - 1));
    return filled + "░".repeat(columns - filled.length());
  }

  /** A sparkline of the last values, scaled to the highest of them; null leaves a gap. */
  static String sparkline(List<Double> values, int columns) {
    List<Double> last =
        values.subList(Math.max(0, values.size() - Math.max(0, columns)), values.size());
    double highest =
        last.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).max().orElse(0);
    return last.stream().map(value -> height(value, highest)).collect(Collectors.joining());
  }

  private static String height(Double value, double highest) {
    if (value == null) {
      return " ";
    }
    int eighths = highest > 0 ? (int) Math.ceil(HEIGHTS.length() * value / highest) : 1;
    return String.valueOf(HEIGHTS.charAt(Math.max(1, eighths) - 1));
  }
}
