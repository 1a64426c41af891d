package io.poolbench.limits;

import io.poolbench.judge.Decision;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether something is the limit, after a check that the opposite does not explain the figures as
 * well.
 *
 * @param since the level from which on it is; {@link Integer#MAX_VALUE} unless it holds
 * @param brief what is suspected, in a few words: {@code its 63 threads}
 * @param why the figures that show it, or that rule it out
 * @param remedy what helps, as a sentence; empty where no setting does
 */
record Suspicion(Kind kind, Decision decision, int since, String brief, String why, String remedy) {
  /** What is suspected; where several hold from one load on, the first comes first. */
  enum Kind {
    DRIVER,
    REFUSER,
    CONNECTIONS,
    LOCK,
    COLLECTOR,
    HAND_OVER,
    IO_THREADS,
    THREADS,
    CPU,
    SITE
  }

  Suspicion {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(brief, "brief");
    Objects.requireNonNull(why, "why");
    Objects.requireNonNull(remedy, "remedy");
  }

  /**
   * The outcome of a check whose figures are the same either way.
   *
   * @param since the load from which on it holds; empty if it is ruled out
   */
  static Suspicion of(
      Kind kind, Optional<SampledLoad> since, String brief, String why, String remedy) {
    return since
        .map(load -> holds(kind, load, brief, why, remedy))
        .orElseGet(() -> ruledOut(kind, brief, why));
  }

  static Suspicion holds(Kind kind, SampledLoad since, String brief, String why, String remedy) {
    return new Suspicion(kind, Decision.SHOWN, since.level(), brief, why, remedy);
  }

  static Suspicion ruledOut(Kind kind, String brief, String why) {
    return new Suspicion(kind, Decision.REFUTED, Integer.MAX_VALUE, brief, why, "");
  }

  /** Nothing that the check needs was measured, or there is nothing of the kind. */
  static Suspicion unknown(Kind kind) {
    return new Suspicion(kind, Decision.NOT_SHOWN, Integer.MAX_VALUE, "", "", "");
  }

  boolean holds() {
    return decision == Decision.SHOWN;
  }

  boolean isRuledOut() {
    return decision == Decision.REFUTED;
  }
}
