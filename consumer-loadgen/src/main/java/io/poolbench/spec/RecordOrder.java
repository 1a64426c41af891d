package io.poolbench.spec;

import java.util.Locale;

/** The order in which the records of a data file are sent. */
public enum RecordOrder {
  /** As in the file, repeated from the start after the last record. */
  CYCLED,
  /** Uniformly random, the same in every run. */
  RANDOM;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
