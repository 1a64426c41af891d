package io.poolbench.load;

/**
 * The random numbers of {@link java.util.SplittableRandom} (SplitMix64: Steele, Lea, Flood 2014),
 * whose state is a plain {@code long}: a sequence can be copied, and kept in an array.
 */
public final class SplitMix64 {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final int SHIFT_TO_DOUBLE = 11;
  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private SplitMix64() {}

  /** The state that follows; the first one follows the seed. */
  public static long next(long state) {
    return state + GOLDEN_GAMMA;
  }

  /** The 64 random bits of a state. */
  public static long bits(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The random number of a state, uniform from 0 to below 1. */
  static double uniform(long state) {
    return (bits(state) >>> SHIFT_TO_DOUBLE) * DOUBLE_UNIT;
  }
}
