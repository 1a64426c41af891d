package io.poolbench.measure;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit;
import io.poolbench.study.Cell;
import java.time.Duration;
import java.util.List;

/**
 * Receives the events of a study, on the thread that runs it. Implementations must not block. What
 * an event reports is in the journal before. The default methods do nothing.
 */
public interface StudyListener {
  /** A message of one line, such as the Redis server in use. */
  default void note(String text) {}

  /** The current step of calibration, in one line. */
  default void calibrationStep(String text) {}

  /** Measurements that verify the calibration violate these validity rules, at least one. */
  default void calibrationDisturbed(List<Violation> violations) {}

  /** A provider is to be started for one cell, or for all cells of a paired study. */
  default void opening(List<Cell> cells, int repetition) {}

  /** The provider runs, and is warmed up. */
  default void warming(List<Cell> cells) {}

  /**
   * A visit starts.
   *
   * @param left the time that this visit and the remaining ones take, at most
   */
  default void visitStarted(Cell cell, Visit visit, Duration left) {}

  /**
   * A short part of a warm-up, a calibration or a visit has ended. For display only: results come
   * from whole slices.
   *
   * @param level users, or requests per second
   */
  default void batchEnded(Cell cell, int level, Batch batch) {}

  default void failed(Cell cell, Entry.Failed failure) {}
}
