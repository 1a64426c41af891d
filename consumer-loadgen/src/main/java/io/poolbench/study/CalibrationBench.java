package io.poolbench.study;

import io.poolbench.lab.LabException;

/** A warm provider whose cost per call can be changed while it runs. */
@FunctionalInterface
interface CalibrationBench extends AutoCloseable {
  /**
   * Sets the cost of a call and measures it.
   *
   * @param users closed-loop users without think time
   * @throws LabException if the lab fails
   * @throws InterruptedException if the thread is interrupted
   */
  CalibrationSample measure(CalibrationParameters parameters, int users)
      throws LabException, InterruptedException;

  /** Stops the provider after the calls in flight. */
  @Override
  default void close() {}

  /** Starts providers for calibration. */
  @FunctionalInterface
  interface Factory {
    /**
     * Starts and warms a provider.
     *
     * @param parameters the cost of its calls
     * @param number of the provider, from 1
     * @throws LabException if it does not start
     * @throws InterruptedException if the thread is interrupted
     */
    CalibrationBench open(CalibrationParameters parameters, int number)
        throws LabException, InterruptedException;
  }
}
