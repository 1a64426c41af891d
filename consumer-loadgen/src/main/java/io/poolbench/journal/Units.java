package io.poolbench.journal;

/** Conversions of values that may be unknown, which is null and stays null. */
public final class Units {
  public static final double NANOS_PER_MICRO = 1e3;
  public static final double MICROS_PER_MILLI = 1e3;
  public static final double NANOS_PER_MILLI = 1e6;
  public static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double BYTES_PER_MIB = 1 << 20;

  private Units() {}

  public static double millis(double nanos) {
    return nanos / NANOS_PER_MILLI;
  }

  static Double secondsToMillis(Double seconds) {
    return seconds == null ? null : (Double) (seconds * MILLIS_PER_SECOND);
  }

  static Double secondsToMicros(Double seconds) {
    return seconds == null ? null : (Double) (seconds * MICROS_PER_SECOND);
  }

  static Double mebibytes(Double bytes) {
    return bytes == null ? null : (Double) (bytes / BYTES_PER_MIB);
  }

  /** Null if a value is unknown or the whole is 0. */
  public static Double ratio(Double part, Double whole) {
    return part == null || whole == null || whole == 0 ? null : (Double) (part / whole);
  }

  public static Double pct(Double part, Double whole) {
    Double ratio = ratio(part, whole);
    return ratio == null ? null : (Double) (100 * ratio);
  }

  /** The sum of two values; of one of them if the other is unknown. */
  static Double sum(Double one, Double other) {
    return one == null ? other : other == null ? one : (Double) (one + other);
  }

  /** The larger of two values; one of them if the other is unknown. */
  static Double max(Double one, Double other) {
    return one == null ? other : other == null ? one : (Double) Math.max(one, other);
  }
}
