package io.poolbench.journal;

import io.poolbench.study.Sla;
import io.poolbench.study.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Formats numbers for reports, independent of the locale: {@code .} before decimals, {@code ,}
 * between thousands, {@link #UNKNOWN} for null. All reports use it, so that they agree.
 */
public final class FigureText {
  public static final String UNKNOWN = "-";

  private FigureText() {}

  /** A time or a rate with about three digits: {@code 0.25}, {@code 12.3}, {@code 1,234}. */
  public static String measure(Double figure) {
    return figure == null ? UNKNOWN : grouped(figure, decimals(figure));
  }

  /** A percentage with one decimal: {@code 87.5}. */
  public static String pct(Double figure) {
    return figure == null ? UNKNOWN : grouped(figure, 1);
  }

  /** Availability, rounded down, so that 100 means no failed call; three decimals from 99 on. */
  public static String availability(Double pct) {
    return pct == null
        ? UNKNOWN
        : plain(BigDecimal.valueOf(pct).setScale(pct < 99 ? 1 : 3, RoundingMode.DOWN));
  }

  /** A configured number, such as a limit, with all of its digits. */
  public static String exact(double figure) {
    return plain(BigDecimal.valueOf(figure));
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A count of things: {@code 1 cell}, {@code 3 cells}. */
  public static String counted(long count, String noun) {
    return count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** A load with its unit: {@code 1 user}, {@code 24 users}, {@code 6,000 requests/s}. */
  public static String load(Workload workload, int level) {
    return count(level) + " " + workload.unit(level);
  }

  /** An SLA: {@code TP99 < 10 ms, availability >= 99.9 %}. */
  public static String sla(Sla sla) {
    return sla.bounds().stream().map(FigureText::bound).collect(Collectors.joining(", "));
  }

  public static String bound(Sla.Bound bound) {
    Metric metric = Metric.of(bound);
    return "%s %s %s%s"
        .formatted(metric.title(), metric.relation(), exact(bound.limit()), metric.unit().suffix());
  }

  public static String unit(Workload workload) {
    return workload.unit(workload.maxLevel());
  }

  /** A difference with two significant digits: {@code 0.041}, {@code 2.3}, {@code 1,900}. */
  public static String difference(double figure) {
    BigDecimal exact = BigDecimal.valueOf(Math.abs(figure));
    return exact.compareTo(BigDecimal.valueOf(100)) >= 0
        ? grouped(exact.doubleValue(), 0)
        : plain(exact.round(new MathContext(2, RoundingMode.HALF_UP)));
  }

  /** A number for CSV: no grouping, at most six decimals, empty if unknown. */
  public static String machine(Double figure) {
    return figure == null
        ? ""
        : plain(BigDecimal.valueOf(figure).setScale(6, RoundingMode.HALF_UP));
  }

  /** A number with as many more decimals as it needs to be on its side of the limit. */
  static String beside(double figure, double limit, int minDecimals) {
    BigDecimal exact = BigDecimal.valueOf(figure);
    BigDecimal bound = BigDecimal.valueOf(limit);
    int decimals = minDecimals;
    while (decimals < exact.scale()
        && exact.setScale(decimals, RoundingMode.HALF_UP).compareTo(bound)
            != exact.compareTo(bound)) {
      decimals++;
    }
    return grouped(figure, decimals);
  }

  static int decimals(double figure) {
    double size = Math.abs(figure);
    return size < 10 ? 2 : size < 100 ? 1 : 0;
  }

  private static String grouped(double figure, int decimals) {
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", figure);
    return text.matches("-0(\\.0+)?") ? text.substring(1) : text;
  }

  private static String plain(BigDecimal figure) {
    return figure.stripTrailingZeros().toPlainString();
  }
}
