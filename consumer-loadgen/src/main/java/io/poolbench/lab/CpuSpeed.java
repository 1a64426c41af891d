package io.poolbench.lab;

import io.poolbench.api.CpuGauge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The speed of the CPU on which the calling thread runs, by a round of arithmetic of about a
 * millisecond. For one thread at a time.
 */
public final class CpuSpeed {
  private static final int STEPS = 250_000;
  private static final int ROUNDS = 15;

  private final CpuGauge gauge = new CpuGauge(STEPS);

  /** Warms up, which takes some tens of milliseconds. */
  public CpuSpeed() {
    gauge.warmUp();
  }

  /** The median CPU time of a round, about a millisecond, in nanoseconds. */
  public long roundNanos() {
    long[] nanos = new long[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      nanos[i] = gauge.roundNanos();
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

  /** A round, without measuring it. */
  public void round() {
    gauge.round();
  }
}
