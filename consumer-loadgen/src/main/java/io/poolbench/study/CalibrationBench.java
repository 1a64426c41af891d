package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.result.Violation;
import java.util.List;

/** A warm provider whose calls can be given another cost while it runs. */
interface CalibrationBench extends AutoCloseable {
  /**
   * Sets what a call costs and measures it under a load.
   *
   * @param users who call one after the other, without a pause
   * @throws LabException where it cannot be measured
   * @throws InterruptedException where the thread is interrupted
   */
  CalibrationSample measure(CalibrationParameters dials, int users)
      throws LabException, InterruptedException;

  /** The validity rules that the last measurement violates. */
  List<Violation> violations();

  /** Ends the provider, after the calls in flight. */
  @Override
  void close();

  /** Where providers are to be had. */
  interface Source {
    /**
     * Starts a provider and warms it.
     *
     * @param dials what its calls cost
     * @param number of the provider, from 1
     * @throws LabException where it does not start
     * @throws InterruptedException where the thread is interrupted
     */
    CalibrationBench open(CalibrationParameters dials, int number)
        throws LabException, InterruptedException;
  }
}
