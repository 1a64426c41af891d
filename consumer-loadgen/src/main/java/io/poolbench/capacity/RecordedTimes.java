package io.poolbench.capacity;

import java.util.function.DoubleSupplier;

/** Replays recorded draws cyclically, each multiplied by a mean. Not thread-safe. */
final class RecordedTimes implements DoubleSupplier {
  private final double[] draws;
  private final double mean;
  private int next;

  RecordedTimes(double[] draws, double mean, int first) {
    this.draws = draws;
    this.mean = mean;
    this.next = first;
  }

  @Override
  public double getAsDouble() {
    double draw = draws[next];
    next = next + 1 == draws.length ? 0 : next + 1;
    return mean * draw;
  }
}
