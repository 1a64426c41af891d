package io.poolbench.stats;

/** An interval of values; an infinite end is open. */
public record Range(double lower, double upper) {
  public Range {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(lower + " > " + upper);
    }
  }

  /** The interval of the negated value. */
  public Range negated() {
    // Not by the sign, which would make a 0 a -0.
    return new Range(0 - upper, 0 - lower);
  }
}
