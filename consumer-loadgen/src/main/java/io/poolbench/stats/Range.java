package io.poolbench.stats;

/** An interval of values; an infinite end is open. */
public record Range(double lower, double upper) {
  public Range {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(lower + " > " + upper);
    }
  }

  /** The interval, with a value as an end of it if it is outside. */
  public Range with(double value) {
    return new Range(Math.min(lower, value), Math.max(upper, value));
  }

  /** The interval of the negated value. */
  public Range negated() {
    // Not by the sign, which would make a 0 a -0.
    return new Range(0 - upper, 0 - lower);
  }
}
