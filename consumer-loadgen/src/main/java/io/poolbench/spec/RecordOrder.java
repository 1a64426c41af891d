package io.poolbench.spec;

import java.util.Locale;

/** The order in which the records of a data file are sent. */
public enum RecordOrder {
  /** As in the file, from its beginning again after the last. */
  CYCLED,
  /** At random, each as likely; the same in every run. */
  RANDOM;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
