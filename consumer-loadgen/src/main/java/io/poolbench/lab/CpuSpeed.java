package io.poolbench.lab;

import io.poolbench.core.CpuGauge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the speed of the calling thread's CPU by the CPU time of a round of arithmetic, which
 * takes about a millisecond. Not thread-safe.
 */
final class CpuSpeed {
  private static final int STEPS = 250_000;
  private static final int ROUNDS = 15;

  private final CpuGauge gauge = new CpuGauge(STEPS);

  /** Warms up, which takes some tens of milliseconds. */
  CpuSpeed() {
    gauge.warmUp();
  }

  /** The median CPU time of {@value #ROUNDS} rounds, in nanoseconds. */
  long roundNanos() {
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      nanos[i] = gauge.roundNanos();
    }
    Arrays.sort(nanos);
    return nanos[ROUNDS / 2];
  }

  /** {@link #roundNanos()} on each of some CPUs in turn, if threads can be pinned. */
  List<Long> roundNanos(CpuList cpus, Pinning pinning) throws InterruptedException {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < cpus.count(); i++) {
      nanos.add(pinning.call(cpus.part(i, i + 1), this::roundNanos));
    }
    return nanos;
  }
}
