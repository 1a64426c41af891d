package io.poolbench.dubbo;

/**
 * Which request a slot sends next: a SplitMix64 sequence for each slot, seeded by the slot, so that
 * two runs ask for the same users in the same order without a shared generator.
 *
 * <p>A state is a plain {@code long}; whoever owns the slot keeps it.
 */
final class VariantSequence {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private VariantSequence() {}

  /** The state before a slot's first request. */
  static long seed(int slot) {
    return mix(slot + 1L);
  }

  /** The state after {@code state}. */
  static long next(long state) {
    return state + GOLDEN_GAMMA;
  }

  /** What a state selects, uniform over 0 to {@code variants - 1}. */
  static int variant(long state, int variants) {
    return (int) (((mix(state) >>> 32) * variants) >>> 32);
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
