package io.poolbench.result;

/**
 * A percentile that results hold, and how many calls it takes to tell it.
 *
 * <p>A percentile stands on the calls beyond it: with fewer than {@link #CALLS_BEYOND} of them it
 * is the figure of a handful of calls, and another run would give another one. It is then left out.
 */
public enum Percentile {
  TP50(2),
  TP90(10),
  TP99(100),
  TP999(1000);

  /** How many calls must lie beyond a percentile for it to count. */
  public static final int CALLS_BEYOND = 10;

  private final int oneIn;

  Percentile(int oneIn) {
    this.oneIn = oneIn;
  }

  /** Its level in percent, such as 99.9. */
  public double percent() {
    return 100.0 - 100.0 / oneIn;
  }

  /** The fewest calls that tell it: 1,000 for TP99. */
  public long callsNeeded() {
    return (long) CALLS_BEYOND * oneIn;
  }

  /** Whether so many calls tell it. */
  public boolean isToldBy(long calls) {
    return calls >= callsNeeded();
  }

  /** This percentile among a step's figures, in milliseconds; null where there is none. */
  public Double millis(Latency latency) {
    return switch (this) {
      case TP50 -> latency.tp50Millis();
      case TP90 -> latency.tp90Millis();
      case TP99 -> latency.tp99Millis();
      case TP999 -> latency.tp999Millis();
    };
  }
}
