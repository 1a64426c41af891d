package io.poolbench.report.format;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;

/**
 * A chart of lines over a common axis, as data for a script.
 *
 * @param title also the name among the charts of a choice
 * @param alt the chart in words
 * @param bands named stretches of the x axis
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Chart(
    String title,
    @JsonIgnore String alt,
    Axis x,
    Axis y,
    List<Series> series,
    List<Limit> limits,
    List<Band> bands)
    implements Block {
  private static final MathContext DIGITS = new MathContext(5);

  public Chart {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(alt, "alt");
    series = List.copyOf(series);
    limits = List.copyOf(limits);
    bands = List.copyOf(bands);
  }

  /** A chart without limits and bands. */
  public Chart(String title, String alt, Axis x, Axis y, List<Series> series) {
    this(title, alt, x, y, series, List.of(), List.of());
  }

  /** Whether a line has two points: a single one is no curve. */
  @JsonIgnore
  public boolean isDrawn() {
    return series.stream().anyMatch(line -> line.x().size() > 1);
  }

  /**
   * An axis.
   *
   * @param logarithmic whether equal ratios take equal room
   * @param nines whether a value v stands for the share 1 - 10^-v, as on HdrHistogram's scale
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record Axis(String name, boolean logarithmic, boolean nines) {
    public Axis(String name) {
      this(name, false, false);
    }
  }

  /**
   * A line.
   *
   * @param style number of its colour and symbol: lines of the same thing have the same one in all
   *     charts
   * @param y null where unknown, as are the ends of the range
   * @param low empty without a range
   * @param tones of the points; empty where all are plain
   * @param stacked whether it stands on the line before
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Series(
      String name,
      int style,
      List<Double> x,
      List<Double> y,
      List<Double> low,
      List<Double> high,
      List<Tone> tones,
      boolean stacked) {
    public Series {
      Objects.requireNonNull(name, "name");
      tones = List.copyOf(tones);
    }

    public Series(String name, int style, List<Double> x, List<Double> y) {
      this(name, style, x, y, List.of(), List.of(), List.of(), false);
    }
  }

  /** Whether marks tell how points are judged; not in JSON. */
  @JsonIgnore
  public boolean isToned() {
    return series.stream().anyMatch(line -> !line.tones().isEmpty());
  }

  /** A line at a value of the y axis. */
  public record Limit(double y, String text) {}

  public record Band(double from, double to, String text) {}

  /** Rounds to more digits than a chart shows; null stays null. */
  public static Double rounded(Double value) {
    return value == null || value.isNaN() || value.isInfinite()
        ? null
        : (Double) BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }
}
