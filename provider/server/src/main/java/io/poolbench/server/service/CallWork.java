package io.poolbench.server.service;

import io.poolbench.api.LaunchConfig.ServiceWork;

/**
 * The work of a call in addition to its Redis read. Thread-safe.
 *
 * <p>Each round of arithmetic (xorshift) depends on the one before, so that the compiler cannot
 * remove, reorder or vectorise rounds whose result is used; {@link #observe} uses it at the cost of
 * a comparison.
 */
final class CallWork {
  /** Far below the size above which a garbage collector treats objects as large. */
  private static final int CHUNK_BYTES = 4096;

  private final int garbageBytes;
  private final int bursts;
  private final ThreadLocal<byte[]> buffer;
  private final Runnable betweenBursts;
  private volatile long cpuIterations;

  // Volatile, so that the compiler cannot know that it never equals a compared value.
  private volatile long never;
  private Object observed;

  CallWork(ServiceWork work) {
    this(work, Thread::yield);
  }

  CallWork(ServiceWork work, Runnable betweenBursts) {
    this.bursts = work.bursts();
    this.betweenBursts = betweenBursts;
    this.garbageBytes = work.garbageBytes();
    int bufferBytes = work.threadLocalBytes();
    this.buffer = bufferBytes == 0 ? null : ThreadLocal.withInitial(() -> new byte[bufferBytes]);
    this.cpuIterations = work.cpuIterations();
  }

  void cpuIterations(long rounds) {
    cpuIterations = rounds;
  }

  void perform(int seed) {
    // Never 0, the fixed point of xorshift.
    observe(inBursts(0x9E3779B97F4A7C15L ^ seed, cpuIterations));
    allocate(garbageBytes);
    if (buffer != null) {
      byte[] kept = buffer.get();
      kept[Math.floorMod(seed, kept.length)]++;
    }
  }

  /** The same as {@link #xorshift}, in parts whose lengths differ by at most one round. */
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

  /** The generator's state after a number of rounds; 0 only if it was 0. */
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
      // An array that may be stored escapes, so its allocation is not optimized away.
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

  Object observed() {
    return observed;
  }
}
