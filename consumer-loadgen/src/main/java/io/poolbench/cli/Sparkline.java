package io.poolbench.cli;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Figures as a row of block characters, one each, as high as its share of the highest figure. */
final class Sparkline {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /**
   * The blocks of the last figures.
   *
   * @param figures not negative; null where unknown, which leaves a gap
   * @param most how many there is room for
   */
  static String of(List<Double> figures, int most) {
    List<Double> last =
        figures.subList(Math.max(0, figures.size() - Math.max(0, most)), figures.size());
    double highest =
        last.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).max().orElse(0);
    return last.stream().map(figure -> block(figure, highest)).collect(Collectors.joining());
  }

  private static String block(Double figure, double highest) {
    if (figure == null) {
      return " ";
    }
    int eighths = highest > 0 ? (int) Math.ceil(BLOCKS.length() * figure / highest) : 1;
    return String.valueOf(BLOCKS.charAt(Math.max(1, eighths) - 1));
  }
}
