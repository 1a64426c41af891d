package io.poolbench.server.service;

import io.poolbench.api.ServiceWork;

/**
 * The work of a call beside its Redis read. Thread-safe.
 *
 * <p>Each round of arithmetic needs the one before (xorshift), so the compiler can neither remove,
 * reorder nor vectorise the rounds as long as their result may be seen; {@link #observe} lets it be
 * seen in a way that costs a comparison.
 */
final class CallWork {
  /** Far below the size at which a collector would treat an array as large. */
  private static final int CHUNK_BYTES = 4096;

  private final int garbageBytes;
  private final int bursts;
  private final Runnable betweenBursts;
  private volatile long cpuIterations;

  // Volatile, so that the compiler cannot know that it is never what is compared with it.
  private volatile long never;
  private Object observed;

  CallWork(ServiceWork work) {
    this(work, Thread::yield);
  }

  CallWork(ServiceWork work, Runnable betweenBursts) {
    this.bursts = work.bursts();
    this.betweenBursts = betweenBursts;
    this.garbageBytes = work.garbageBytes();
    this.cpuIterations = work.cpuIterations();
  }

  /** For calls that begin from here on. */
  void cpuIterations(long rounds) {
    cpuIterations = rounds;
  }

  void perform(int seed) {
    // Never 0, the one value that xorshift does not leave.
    observe(inBursts(0x9E3779B97F4A7C15L ^ seed, cpuIterations));
    allocate(garbageBytes);
  }

  /** As {@link #xorshift}, in parts that differ by one round at most. */
  long inBursts(long state, long rounds) {
    long part = rounds / bursts;
    long longerParts = rounds % bursts;
    long x = xorshift(state, longerParts > 0 ? part + 1 : part);
    for (int burst = 1; burst < bursts; burst++) {
      betweenBursts.run();
      x = xorshift(x, burst < longerParts ? part + 1 : part);
    }
    return x;
  }

  /** The generator's state after so many rounds; not 0 unless it was to begin with. */
  static long xorshift(long state, long rounds) {
    long x = state;
    for (long round = 0; round < rounds; round++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }

  private void allocate(int bytes) {
    for (int left = bytes; left > 0; left -= CHUNK_BYTES) {
      byte[] chunk = new byte[Math.min(left, CHUNK_BYTES)];
      // An array that may be stored escapes, so that it is really allocated.
      if (chunk.length == never) {
        observed = chunk;
      }
    }
  }

  private void observe(long result) {
    if (result == never) {
      observed = result;
    }
  }

  /** What was observed: nothing, ever. */
  Object observed() {
    return observed;
  }
}
