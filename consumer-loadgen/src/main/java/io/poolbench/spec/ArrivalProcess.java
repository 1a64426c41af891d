package io.poolbench.spec;

import java.util.Locale;

/** When the requests of an open loop are due. */
public enum ArrivalProcess {
  /** Evenly spaced. */
  CONSTANT,
  /** Of callers who know nothing of each other: gaps are exponential. */
  POISSON,
  /** Evenly spaced; a step's rate rises evenly from the step's before while it settles. */
  RAMP;

  /** The name in a study. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
