package io.poolbench.load;

import java.util.List;

/**
 * Arrivals whose rate changes in stages, without losing or adding an arrival at a change. The time
 * axis of steady arrivals at the first rate is stretched so that each stage has its own rate. A
 * Poisson process stays Poisson (time change of an inhomogeneous Poisson process), and even spacing
 * stays even.
 */
final class StagedArrivals implements Arrivals {
  private final Arrivals steady;
  private final List<Load.Hold> holds;
  private final double firstPerNano;
  private int stage;
  private double stageNanos;
  private double dueBefore;

  /**
   * @param steady arrivals at the first rate
   * @param holds the rates; the last one stays
   */
  StagedArrivals(Arrivals steady, List<Load.Hold> holds) {
    this.steady = steady;
    this.holds = holds;
    this.firstPerNano = perNano(0);
  }

  private double perNano(int of) {
    return holds.get(of).level() / NANOS_PER_SECOND;
  }

  @Override
  public long nextNanos() {
    double due = steady.nextNanos() * firstPerNano;
    while (stage < holds.size() - 1 && due >= dueBefore + dueWithin(stage)) {
      dueBefore += dueWithin(stage);
      stageNanos += holds.get(stage).nanos();
      stage++;
    }
    return Math.round(stageNanos + (due - dueBefore) / perNano(stage));
  }

  private double dueWithin(int of) {
    return holds.get(of).nanos() * perNano(of);
  }
}
