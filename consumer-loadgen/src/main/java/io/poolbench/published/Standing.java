package io.poolbench.published;

/** How a published figure stands after a run. */
public enum Standing {
  /** Measured, and within the band. */
  AGREES("yes"),
  /** Measured, and beyond the band. */
  DEVIATES("no"),
  /** Measured in INVALID steps only: it says nothing, wherever it lies. */
  INVALID("INVALID"),
  /** Not measured, or not to its end. */
  MISSING("missing");

  private final String id;

  Standing(String id) {
    this.id = id;
  }

  /** Its name in files. */
  public String id() {
    return id;
  }
}
