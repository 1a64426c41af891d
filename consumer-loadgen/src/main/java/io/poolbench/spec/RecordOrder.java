package io.poolbench.spec;

/** The order in which the records of a data file are sent. */
public enum RecordOrder {
  /** As in the file, from its beginning again after the last. */
  CYCLED("cycled"),
  /** At random, each as likely; the same in every run. */
  RANDOM("random");

  private final String id;

  RecordOrder(String id) {
    this.id = id;
  }

  /** The name in a study. */
  public String id() {
    return id;
  }
}
