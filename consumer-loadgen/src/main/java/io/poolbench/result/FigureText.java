package io.poolbench.result;

import io.poolbench.spec.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * How figures are written for people, whatever the locale: {@code .} before decimals, {@code ,}
 * between thousands, {@link #UNKNOWN} where there is none. Everything that prints a figure asks
 * here, so that no two renderings differ.
 */
public final class FigureText {
  /** Stands where there is no figure. */
  public static final String UNKNOWN = "-";

  private FigureText() {}

  /** A time or a rate in about three digits: {@code 0.25}, {@code 12.3}, {@code 1,234}. */
  public static String measure(Double figure) {
    return figure == null ? UNKNOWN : grouped(figure, decimals(figure));
  }

  /** A share that may lie anywhere between 0 and 100: {@code 87.5}. */
  public static String pct(Double figure) {
    return figure == null ? UNKNOWN : grouped(figure, 1);
  }

  /** Availability, rounded down: 100 says that no call failed. More digits where nines count. */
  public static String availability(Double pct) {
    return pct == null
        ? UNKNOWN
        : plain(BigDecimal.valueOf(pct).setScale(pct < 99 ? 1 : 3, RoundingMode.DOWN));
  }

  /** A figure that somebody chose, such as a limit: all of its digits and no more. */
  public static String exact(double figure) {
    return plain(BigDecimal.valueOf(figure));
  }

  /** A number of things. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A load in words: {@code 1 user}, {@code 24 users}, {@code 6,000 requests/s}. */
  public static String load(Workload workload, int level) {
    return count(level) + " " + workload.unit(level);
  }

  /** What the levels of a load count, such as {@code users}. */
  public static String unit(Workload workload) {
    return workload.unit(workload.maxLevel());
  }

  /**
   * A figure beside a limit that it is not: as {@link #measure}, with as many decimals more as it
   * takes to tell the two apart.
   */
  public static String measureBeside(double figure, double limit) {
    return beside(figure, limit, decimals(figure));
  }

  /** A share beside a limit: as {@link #pct}, with as many decimals more. */
  public static String pctBeside(double figure, double limit) {
    return beside(figure, limit, 1);
  }

  /**
   * A difference in two digits, however small: {@code 0.041}, {@code 2.3}, {@code 23}, {@code
   * 1,900}.
   */
  public static String difference(double figure) {
    BigDecimal exact = BigDecimal.valueOf(Math.abs(figure));
    return exact.compareTo(BigDecimal.valueOf(100)) >= 0
        ? grouped(exact.doubleValue(), 0)
        : plain(exact.round(new MathContext(2, RoundingMode.HALF_UP)));
  }

  /** A figure for machines: no grouping, at most six decimals, empty where unknown. */
  public static String machine(Double figure) {
    return figure == null
        ? ""
        : plain(BigDecimal.valueOf(figure).setScale(6, RoundingMode.HALF_UP));
  }

  private static String beside(double figure, double limit, int fewestDecimals) {
    BigDecimal exact = BigDecimal.valueOf(figure);
    BigDecimal bound = BigDecimal.valueOf(limit);
    int decimals = fewestDecimals;
    while (decimals < exact.scale()
        && exact.setScale(decimals, RoundingMode.HALF_UP).compareTo(bound) == 0) {
      decimals++;
    }
    return grouped(figure, decimals);
  }

  private static int decimals(double figure) {
    double size = Math.abs(figure);
    return size < 10 ? 2 : size < 100 ? 1 : 0;
  }

  private static String grouped(double figure, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", figure);
  }

  private static String plain(BigDecimal figure) {
    return figure.stripTrailingZeros().toPlainString();
  }
}
