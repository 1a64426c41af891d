package io.poolbench.study;

import io.poolbench.lab.LabException;

/** A warm provider whose calls can be given another cost while it runs. */
interface CalibrationBench {
  /**
   * Sets what a call costs and measures it under a load.
   *
   * @param users who call one after the other, without a pause
   * @throws LabException where it cannot be measured
   * @throws InterruptedException where the thread is interrupted
   */
  Reading measure(Dials dials, int users) throws LabException, InterruptedException;
}
