package io.poolbench.limits;

import io.poolbench.journal.Entry;
import io.poolbench.judging.JudgedStudy;
import io.poolbench.judging.Ranking;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What to do with the pool that a program configures itself. To replace it requires proof, to keep
 * it does not.
 *
 * @param own the cell with the pool as configured
 * @param before the pool that ran, such as {@code fixed 200}
 * @param pool the cell whose pool is to run
 * @param change null to keep the pool
 */
public record Advice(Kind kind, String own, String before, String pool, Change change) {
  /** What to do. */
  public enum Kind {
    KEEP,
    REPLACE,
    /** A pool could not be compared with the configured one. */
    UNKNOWN
  }

  /**
   * The change to paste.
   *
   * @param line in the style and the place in which the program configures its pool
   * @param everywhere for each place that may have it
   * @param reason of the queue, as a sentence; may be empty
   */
  public record Change(String line, List<String> everywhere, String reason) {
    public Change {
      everywhere = List.copyOf(everywhere);
    }
  }

  public Advice {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(own, "own");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(pool, "pool");
    if ((kind == Kind.REPLACE) != (change != null)) {
      throw new IllegalArgumentException(kind + " with " + change);
    }
  }

  /**
   * The advice for a study with a cell whose pool is as configured.
   *
   * @param rankings of all pairs of the study's cells
   * @return empty without such a cell, or without rankings
   */
  public static Optional<Advice> of(
      JudgedStudy study, List<Entry> entries, List<Ranking> rankings) {
    return Optional.empty();
  }

  /** What to watch after the change, and how to undo it. */
  public String afterwards() {
    return "Watch after the change: refused calls (\"Thread pool is EXHAUSTED\" in the log), the"
        + " queue's length, active threads, and the callers' TP99; Dubbo 3.2 and newer has them as"
        + " dubbo_thread_pool_reject_thread_count, dubbo_thread_pool_queue_size and"
        + " dubbo_thread_pool_active_size. To go back, restore what ran before: "
        + before
        + ".";
  }
}
