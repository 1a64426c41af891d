package io.poolbench.observe;

import io.poolbench.journal.ProgramSamples.PoolSamples;
import java.util.Objects;

/** Use of a pool in about a second. */
record TimedPoolSecond(long fromMillis, double seconds, PoolSamples use) {
  TimedPoolSecond {
    Objects.requireNonNull(use, "use");
  }

  long calls() {
    return use.counts().completed();
  }

  double perSecond() {
    return calls() / seconds;
  }

  /** Time for which threads were busy, in seconds of a thread. */
  double busySeconds() {
    return use.busy() * seconds;
  }
}
