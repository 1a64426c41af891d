package io.poolbench.api;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * A fixed amount of arithmetic, whose CPU time is the speed of the CPU on which the calling thread
 * runs.
 *
 * <p>Many independent chains run at once and so use all that a core can do in a cycle. A single
 * chain of dependent steps, such as the CPU work of a call, would leave most of the core idle, and
 * a busy hyper-thread beside it would hardly slow it down, which is what this is to measure.
 *
 * <p>The thread's CPU time counts, not elapsed time. CPU time that others use is measured
 * elsewhere; this measures what neither they nor steal account for: a lower frequency, or a
 * hyper-thread that another guest keeps busy.
 *
 * <p>For one thread at a time.
 */
public final class CpuGauge {
  /** Of the rounds that are taken while calls are measured: some 30 us each. */
  public static final int STEPS_IN_WINDOW = 10_000;

  /** Iterations of all chains until the JIT compiler has compiled the loop, four times over. */
  private static final int WARM_UP_STEPS = 15_000_000;

  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final int steps;
  private long state = 1;

  /**
   * @param steps of each chain in a round; a thousand take about 3 us
   */
  public CpuGauge(int steps) {
    this.steps = steps;
  }

  /** Runs rounds until they are compiled, which takes some tens of milliseconds. */
  public void warmUp() {
    for (int done = 0; done < WARM_UP_STEPS; done += steps) {
      round();
    }
  }

  /** The CPU time of one round, in nanoseconds. */
  public long roundNanos() {
    long begun = threads.getCurrentThreadCpuTime();
    round();
    return threads.getCurrentThreadCpuTime() - begun;
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
    for (int i = 0; i < steps; i++) {
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
