package io.poolbench.study;

import io.poolbench.result.BlockSample;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

/**
 * Receives the events of a study, on the thread that runs it. Implementations must not block; the
 * default methods ignore the event.
 */
public interface StudyListener {
  /** Forwards each event to all of these in order; where one throws, those after it miss it. */
  static StudyListener all(StudyListener... listeners) {
    return (StudyListener)
        Proxy.newProxyInstance(
            StudyListener.class.getClassLoader(),
            new Class<?>[] {StudyListener.class},
            (self, event, arguments) -> {
              try {
                for (StudyListener listener : listeners) {
                  event.invoke(listener, arguments);
                }
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              return null;
            });
  }

  /**
   * An earlier run of the study is resumed; the first event of this one.
   *
   * @param plan the runs measured and left
   */
  default void resumed(StudyPlan plan) {}

  /** A note in one line, such as the Redis server in use. */
  default void note(String text) {}

  /**
   * Calibration starts. It takes a minute or two, and more on a disturbed host.
   *
   * @param target the cost of a call to reach
   */
  default void calibrationStarted(Calibration target) {}

  /** The current step of calibration, in one line. */
  default void calibrationStep(String text) {}

  /**
   * The measurements that verify the calibration violate validity rules.
   *
   * @param violations at least one
   */
  default void calibrationDisturbed(List<Violation> violations) {}

  /** Calibration has finished, including its verification. */
  default void calibrated(Calibrated calibration) {}

  /**
   * A cell starts.
   *
   * @param repetition of the cell, from 1
   * @param number of the run in the study, from 1
   * @param of the number of runs
   */
  default void cellStarted(Cell cell, int repetition, int number, int of) {}

  /**
   * A cell's provider is ready; it stops when the cell finishes.
   *
   * @param metricsPort the port of its metrics endpoint, on loopback
   */
  default void providerReady(Cell cell, int metricsPort) {}

  /**
   * A cell's warm-up starts.
   *
   * @param environment of the cell
   */
  default void warming(Cell cell, CellEnvironment environment) {}

  /** A cell's warm-up has finished. */
  default void warmed(Cell cell, WarmUp warmUp) {}

  /**
   * A step starts.
   *
   * @param step number in the cell, from 1
   * @param level users, or requests per second
   */
  default void stepStarted(Cell cell, int step, int level) {}

  /**
   * The cells of a paired study start, in one provider. Its steps are reported cell by cell when
   * all rounds have ended.
   *
   * @param repetition of the cells, from 1
   * @param of the number of repetitions
   */
  default void pairedStarted(List<Cell> cells, int repetition, int of) {}

  /**
   * A round of a paired study starts.
   *
   * @param round from 1
   * @param blocks of the round, one a level
   * @param left blocks that the study has time for, with those of this round
   */
  default void roundStarted(int round, int blocks, int left) {}

  /**
   * The slices of a cell in a block of a paired study start.
   *
   * @param level users, or requests per second
   * @param left blocks that the study has time for, with this one
   */
  default void sliceStarted(Cell cell, int level, int left) {}

  /**
   * A block of a paired study has been measured: one level of one round in all cells.
   *
   * @param cells in the study's order
   * @param samples of these cells; discarded all or none
   */
  default void blockFinished(List<Cell> cells, List<BlockSample> samples) {}

  /** A live sample of the running warm-up or step. */
  default void sampled(Cell cell, LiveSnapshot snapshot) {}

  /**
   * A step is INVALID because of the host, and is measured again; the result keeps it as
   * superseded.
   *
   * @param left of the retry budget
   */
  default void stepDisturbed(Cell cell, StepResult step, Duration left) {}

  /**
   * A step is UNDECIDED, and is measured longer: by another window.
   *
   * @param soFar its windows so far
   */
  default void stepProlonged(Cell cell, StepResult soFar) {}

  /** A step has been measured. */
  default void stepFinished(Cell cell, StepResult step) {}

  /** A cell has finished, and its result is saved. */
  default void cellFinished(CellResult cell) {}
}
