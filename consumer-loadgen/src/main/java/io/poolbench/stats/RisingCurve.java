package io.poolbench.stats;

import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * A quantity at some abscissae that does not fall between them, measured with errors, and where it
 * crosses 0.
 *
 * <p>The curve between two abscissae is unknown. Where it crosses 0 between them, it is taken to
 * lie within three lines: their chord, and the extensions of the curve's parts before and behind.
 * Where the curve is straight these agree; at a step they leave the whole gap open, as the
 * neighbours are flat. A missing neighbour leaves its side open.
 */
public final class RisingCurve {
  private final List<Point> points;
  private final double[] weights;
  private final double limit;

  /**
   * The measurement at one abscissa.
   *
   * @param value the estimate
   * @param least another estimate of the value's centre, not above it, for statements that the
   *     value is above 0
   * @param most one not below it, for statements that it is not
   * @param weight of the value, above 0
   * @param error what is known about the value's error
   * @param towardsZero the error on the side of 0, if that of the other side is larger
   */
  public record Point(
      double at,
      double value,
      double least,
      double most,
      double weight,
      SampledError error,
      SampledError towardsZero) {
    public Point {
      if (!(least <= value && value <= most) || !(weight > 0)) {
        throw new IllegalArgumentException(
            "value " + value + " of " + least + " to " + most + ", weight " + weight);
      }
    }

    /** A measurement with one estimate of its centre. */
    public Point(double at, double value, double weight, SampledError error) {
      this(at, value, value, value, weight, error, error);
    }
  }

  /**
   * Where a curve crosses 0: between {@code from} and {@code to}, whatever it is between its
   * abscissae.
   *
   * @param chord the crossing if the curve is straight between its abscissae; infinite outside of
   *     them
   * @param lastWithin the last abscissa at which the curve is not above 0; negative infinity if it
   *     is above everywhere
   * @param firstBeyond the first one at which it is above 0; infinite if there is none
   */
  public record Crossing(
      double from, double to, double chord, double lastWithin, double firstBeyond) {
    /** The crossing that comes first of two, each part by itself. */
    public Crossing first(Crossing other) {
      return new Crossing(
          Math.min(from, other.from),
          Math.min(to, other.to),
          Math.min(chord, other.chord),
          Math.min(lastWithin, other.lastWithin),
          Math.min(firstBeyond, other.firstBeyond));
    }
  }

  /**
   * Creates a curve.
   *
   * @param points at least one, rising
   * @param limit the largest distance of a value from 0 that counts; farther ones are cut off there
   */
  public RisingCurve(List<Point> points, double limit) {
    this.points = List.copyOf(points);
    this.weights = this.points.stream().mapToDouble(Point::weight).toArray();
    this.limit = limit;
    if (this.points.isEmpty()) {
      throw new IllegalArgumentException("no point");
    }
  }

  public List<Point> points() {
    return points;
  }

  /** The estimated values, fitted so that they do not fall. */
  public double[] fitted() {
    return fitted(points.stream().mapToDouble(Point::value).toArray(), 0);
  }

  /** Values that a shift of the whole curve, added last, may move beyond the limit. */
  private double[] fitted(double[] values, double shift) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(-limit, Math.min(limit, values[i])) + shift;
    }
    return IsotonicRegression.fit(values, weights);
  }

  /** The estimated crossing, on the chord; infinite outside of the abscissae. */
  public double crossing() {
    return onChord(fitted());
  }

  /**
   * A draw of the crossing from its distribution.
   *
   * @param shift of the curve as a whole
   */
  public Crossing draw(SampledError.Draw draw, double shift) {
    int count = points.size();
    double[] least = new double[count];
    double[] values = new double[count];
    double[] most = new double[count];
    for (int i = 0; i < count; i++) {
      Point point = points.get(i);
      double error = point.towardsZero().draw(draw);
      least[i] = point.least() + error;
      values[i] = point.value() + error;
      most[i] = point.most() + error;
    }
    double[] late = fitted(least, shift);
    double[] early = fitted(most, shift);
    int last = count - 1;
    int firstEarly = firstBeyond(early);
    int firstLate = firstBeyond(late);
    double lastWithin = firstEarly == 0 ? Double.NEGATIVE_INFINITY : at(firstEarly - 1);
    double firstBeyond = firstLate > last ? Double.POSITIVE_INFINITY : at(firstLate);
    return new Crossing(
        firstEarly == 0 || firstEarly > last ? lastWithin : extreme(early, firstEarly, Math::min),
        firstLate == 0 || firstLate > last ? firstBeyond : extreme(late, firstLate, Math::max),
        onChord(fitted(values, shift)),
        lastWithin,
        firstBeyond);
  }

  private double onChord(double[] fitted) {
    int beyond = firstBeyond(fitted);
    if (beyond == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return beyond == fitted.length ? Double.POSITIVE_INFINITY : chord(fitted, beyond);
  }

  private static int firstBeyond(double[] fitted) {
    int first = 0;
    while (first < fitted.length && fitted[first] <= 0) {
      first++;
    }
    return first;
  }

  /** Of the crossings in a gap the earliest, or the latest. */
  private double extreme(double[] fitted, int beyond, DoubleBinaryOperator which) {
    return which.applyAsDouble(
        chord(fitted, beyond), which.applyAsDouble(before(fitted, beyond), behind(fitted, beyond)));
  }

  private double chord(double[] fitted, int beyond) {
    return at(beyond - 1) - fitted[beyond - 1] / slope(fitted, beyond);
  }

  /** Where the extension of the part before the gap crosses 0. */
  private double before(double[] fitted, int beyond) {
    double slope = beyond < 2 ? 0 : slope(fitted, beyond - 1);
    return slope > 0
        ? Math.min(at(beyond), at(beyond - 1) - fitted[beyond - 1] / slope)
        : at(beyond);
  }

  /** Where the extension of the part behind the gap crosses 0. */
  private double behind(double[] fitted, int beyond) {
    double slope = beyond + 1 == fitted.length ? 0 : slope(fitted, beyond + 1);
    return slope > 0
        ? Math.max(at(beyond - 1), at(beyond) - fitted[beyond] / slope)
        : at(beyond - 1);
  }

  /** The slope of the part that ends at an abscissa. */
  private double slope(double[] fitted, int end) {
    return (fitted[end] - fitted[end - 1]) / (at(end) - at(end - 1));
  }

  private double at(int index) {
    return points.get(index).at();
  }
}
