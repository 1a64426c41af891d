package io.poolbench.observe;

import io.poolbench.observe.AgentLine.PoolSecond;
import java.util.Objects;

/** Use of a pool in about a second. */
record TimedPoolSecond(long fromMillis, double seconds, PoolSecond use) {
  TimedPoolSecond {
    Objects.requireNonNull(use, "use");
  }

  long calls() {
    return use.counts().completed();
  }

  double perSecond() {
    return calls() / seconds;
  }

  double meanBusy() {
    return use.samples().busy().stream().mapToInt(Integer::intValue).average().orElse(0);
  }

  /** Time for which threads were busy, in seconds of a thread. */
  double busySeconds() {
    return meanBusy() * seconds;
  }
}
