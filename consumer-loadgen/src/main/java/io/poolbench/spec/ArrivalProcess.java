package io.poolbench.spec;

import java.util.Locale;

/** When the requests of an open loop are due. */
public enum ArrivalProcess {
  /** Evenly spaced. */
  CONSTANT,
  /** Independent callers: gaps are exponential. */
  POISSON,
  /** Evenly spaced; the rate rises linearly from the previous step's while a step settles. */
  RAMP;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
