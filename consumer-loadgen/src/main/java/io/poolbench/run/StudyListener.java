package io.poolbench.run;

import io.poolbench.load.MeasuredWindow.Part;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study.Calibration;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

/**
 * Receives the events of a study, on the thread that runs it. Implementations must not block. The
 * default methods do nothing.
 */
public interface StudyListener {
  /**
   * Forwards each event to the listeners in order; if one throws, those after it miss the event.
   */
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

  /** An earlier run of the study is resumed. This is the first event of the new run. */
  default void resumed(StudyPlan plan) {}

  /** A message of one line, such as the Redis server in use. */
  default void note(String text) {}

  /** Calibration starts. It takes a minute or two, and longer on a disturbed host. */
  default void calibrationStarted(Calibration target) {}

  /** The current step of calibration, in one line. */
  default void calibrationStep(String text) {}

  /** Measurements that verify the calibration violate these validity rules, at least one. */
  default void calibrationDisturbed(List<Violation> violations) {}

  default void calibrated(Calibrated calibration) {}

  /**
   * A cell starts.
   *
   * @param repetition of the cell, from 1
   * @param number of the run among {@code of} runs of the study, from 1
   */
  default void cellStarted(Cell cell, int repetition, int number, int of) {}

  default void warming(Cell cell, CellEnvironment environment) {}

  default void warmed(Cell cell, WarmUp warmUp) {}

  /**
   * A step starts.
   *
   * @param step number in the cell, from 1
   * @param level users, or requests per second
   */
  default void stepStarted(Cell cell, int step, int level) {}

  /**
   * The cells of a paired study start, in one provider. Their steps are reported cell by cell after
   * all of the rounds. Repetitions count from 1.
   */
  default void pairedStarted(List<Cell> cells, int repetition, int of) {}

  /**
   * A round of a paired study starts.
   *
   * @param round from 1
   * @param blocks of the round, one per level
   * @param left blocks that there is time for, including those of this round
   */
  default void roundStarted(int round, int blocks, int left) {}

  /**
   * The slices of a cell in a block of a paired study start.
   *
   * @param level users, or requests per second
   * @param left blocks that there is time for, including this one
   */
  default void sliceStarted(Cell cell, int level, int left) {}

  /**
   * A block of a paired study has been measured: one level of one round in all cells, which are in
   * the study's order. Its samples, one per cell, are all discarded or none.
   */
  default void blockFinished(List<Cell> cells, List<BlockSample> samples) {}

  /**
   * A short part of a warm-up or step has ended. For display only: results come from whole steps.
   *
   * @param level users, or requests per second
   */
  default void sampled(Cell cell, int level, Part part) {}

  /**
   * A step is INVALID because of the host, and is repeated; the result keeps it as superseded. The
   * retry budget has {@code left}.
   */
  default void stepDisturbed(Cell cell, StepResult step, Duration left) {}

  /** A step is UNDECIDED after its windows so far, and is prolonged by another one. */
  default void stepProlonged(Cell cell, StepResult soFar) {}

  default void stepFinished(Cell cell, StepResult step) {}

  /** A cell has finished, and its result is saved. */
  default void cellFinished(CellResult cell) {}
}
