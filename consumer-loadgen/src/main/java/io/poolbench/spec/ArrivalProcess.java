package io.poolbench.spec;

import java.util.Locale;

/** The arrival process of an open loop. */
public enum ArrivalProcess {
  /** Evenly spaced. */
  CONSTANT,
  /** Exponential gaps, as of independent callers. */
  POISSON,
  /** Evenly spaced; while a step settles, the rate rises linearly from the previous step's rate. */
  RAMP;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
