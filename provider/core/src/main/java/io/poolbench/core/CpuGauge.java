package io.poolbench.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * A fixed amount of arithmetic, whose CPU time measures the speed of the CPU that runs the calling
 * thread.
 *
 * <p>Independent chains of arithmetic use all that a core can do in a cycle: a single chain would
 * leave most of the core idle, and a busy hyper-thread would hardly slow it down. CPU time excludes
 * steal and other processes, and shows a lower frequency, or a hyper-thread that another guest
 * keeps busy. For one thread at a time.
 */
public final class CpuGauge {
  /** Steps of a round, some 30 us. */
  private static final int STEPS = 10_000;

  /** Four times the number of steps after which the JIT compiler has compiled the loop. */
  private static final int WARM_UP_STEPS = 15_000_000;

  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private long state = 1;

  /** Runs rounds until the JIT compiler has compiled them, some tens of milliseconds. */
  public void warmUp() {
    for (int done = 0; done < WARM_UP_STEPS; done += STEPS) {
      round();
    }
  }

  /** The CPU time of one round, in nanoseconds. */
  public long roundNanos() {
    long begun = threads.getCurrentThreadCpuTime();
    round();
    return threads.getCurrentThreadCpuTime() - begun;
  }

  /** Runs one round: eight of Marsaglia's xorshift generators side by side. */
  private void round() {
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
