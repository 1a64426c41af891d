package io.poolbench.lab;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The speed of the CPU on which the calling thread runs, by a fixed amount of arithmetic.
 *
 * <p>Many independent chains run at once and so use all that a core can do in a cycle. A single
 * chain of dependent steps would leave most of the core idle, and a busy hyper-thread beside it
 * would not slow it down, which is what this is to measure.
 *
 * <p>The thread's CPU time counts, not elapsed time. CPU time that others use is measured
 * elsewhere; this measures what neither they nor steal account for: a lower frequency, or a
 * hyper-thread that another guest keeps busy.
 *
 * <p>For one thread at a time.
 */
public final class CpuSpeed {
  private static final int STEPS = 250_000;

  /** About four times the rounds that the JIT compiler needs. */
  private static final int WARM_UP_ROUNDS = 60;

  private static final int ROUNDS = 15;

  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private long state = 1;

  /** Warms up, which takes some tens of milliseconds. */
  public CpuSpeed() {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      round();
    }
  }

  /** The median CPU time of a round, about a millisecond, in nanoseconds. */
  public long roundNanos() {
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long begun = threads.getCurrentThreadCpuTime();
      round();
      nanos[i] = threads.getCurrentThreadCpuTime() - begun;
    }
    Arrays.sort(nanos);
    return nanos[ROUNDS / 2];
  }

  /** The same on each of some CPUs, one after the other, where threads can be pinned. */
  public List<Long> roundNanos(CpuList cpus, Pinning pinning) throws InterruptedException {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < cpus.count(); i++) {
      nanos.add(pinning.call(cpus.part(i, i + 1), this::roundNanos));
    }
    return nanos;
  }

  /** Eight of Marsaglia's xorshift generators side by side. */
  public void round() {
    long a = state;
    long b = a + 1;
    long c = a + 2;
    long d = a + 3;
    long e = a + 4;
    long f = a + 5;
    long g = a + 6;
    long h = a + 7;
    for (int i = 0; i < STEPS; i++) {
      a ^= a << 13;
      b ^= b << 13;
      c ^= c << 13;
      d ^= d << 13;
      e ^= e << 13;
      f ^= f << 13;
      g ^= g << 13;
      h ^= h << 13;
      a ^= a >>> 7;
      b ^= b >>> 7;
      c ^= c >>> 7;
      d ^= d >>> 7;
      e ^= e >>> 7;
      f ^= f >>> 7;
      g ^= g >>> 7;
      h ^= h >>> 7;
      a ^= a << 17;
      b ^= b << 17;
      c ^= c << 17;
      d ^= d << 17;
      e ^= e << 17;
      f ^= f << 17;
      g ^= g << 17;
      h ^= h << 17;
    }
    state = a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
  }
}
