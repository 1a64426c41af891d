package io.poolbench.dubbo;

/**
 * The pseudorandom sequence of a slot's requests: SplitMix64, seeded by the slot, so that two runs
 * send the same requests in the same order without a shared generator.
 *
 * <p>A state is a plain {@code long}, kept by the owner of the slot.
 */
final class VariantSequence {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private VariantSequence() {}

  /** The state before a slot's first request. */
  static long seed(int slot) {
    return mix(slot + 1L);
  }

  static long next(long state) {
    return state + GOLDEN_GAMMA;
  }

  /** The variant of a state, uniform over 0 to {@code variants - 1}. */
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
