package io.poolbench.study;

import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.List;

/**
 * Receives the events of a study on the thread that runs it. Implementations return soon; by
 * default an event is ignored.
 */
public interface StudyListener {
  /**
   * An earlier run of the study is resumed; the first event of this one.
   *
   * @param plan what has been measured, and what is left
   */
  default void resumed(StudyPlan plan) {}

  /** Something worth knowing, such as which Redis serves, in one line. */
  default void note(String text) {}

  /**
   * Calls are about to be calibrated to this host, which takes a minute or two, and more on a
   * disturbed host.
   *
   * @param target what they are to cost
   */
  default void calibrationStarted(Calibration target) {}

  /** What calibration does now, in one line. */
  default void calibrationStep(String text) {}

  /**
   * The measurements that verify the calibration violate validity rules.
   *
   * @param violations at least one
   */
  default void calibrationDisturbed(List<Violation> violations) {}

  /** Calls have been calibrated, and the outcome verified. */
  default void calibrated(Calibrated calibration) {}

  /**
   * A cell begins.
   *
   * @param repetition how often it runs with this one, from 1
   * @param number which of the study's runs it is, from 1
   * @param of how many runs there are
   */
  default void cellStarted(Cell cell, int repetition, int number, int of) {}

  /**
   * A cell's provider is ready; it is gone when the cell has finished.
   *
   * @param metricsPort where it tells its metrics, on loopback
   */
  default void providerReady(Cell cell, int metricsPort) {}

  /**
   * A cell's provider is ready, and its warm-up begins.
   *
   * @param environment what it runs on
   */
  default void warming(Cell cell, CellEnvironment environment) {}

  /** A cell's warm-up is over. */
  default void warmed(Cell cell, WarmUp warmUp) {}

  /**
   * A step begins.
   *
   * @param step which of the cell's steps it is, from 1
   * @param level its load
   */
  default void stepStarted(Cell cell, int step, int level) {}

  /** A cell's load was looked at, in its warm-up or in the step that runs. */
  default void sampled(Cell cell, LiveSnapshot snapshot) {}

  /**
   * A step is INVALID, as the host worked for others, and is measured again; it is kept all the
   * same.
   *
   * @param left for how long the study would still do so
   */
  default void stepDisturbed(Cell cell, StepResult step, Duration left) {}

  /** A step has been measured. */
  default void stepFinished(Cell cell, StepResult step) {}

  /** A cell has ended; its result has been kept. */
  default void cellFinished(CellResult cell) {}
}
