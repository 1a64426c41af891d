package io.poolbench.study;

import io.poolbench.lab.LabException;

/** A warmed-up provider whose cost per call can be changed while it runs. */
@FunctionalInterface
interface CalibrationBench extends AutoCloseable {
  /** Sets the cost of a call and measures it, with closed-loop users without think time. */
  CalibrationSample measure(CalibrationParameters parameters, int users)
      throws LabException, InterruptedException;

  /** Stops the provider after the calls in flight. */
  @Override
  default void close() {}

  @FunctionalInterface
  interface Factory {
    /** Starts a provider, numbered from 1, and warms it up. */
    CalibrationBench open(CalibrationParameters parameters, int number)
        throws LabException, InterruptedException;
  }
}
