package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A search for the most load within the SLA.
 *
 * @param method how candidates are chosen
 * @param within the candidates, rising: users, or requests per second; two or more
 * @param confirmations how often each side of the boundary is measured before it counts as found
 * @param measure how long a confirming step is measured, 100 ms or more
 */
public record Search(Method method, List<Integer> within, int confirmations, Duration measure) {
  public Search {
    Objects.requireNonNull(method, "method");
    within = List.copyOf(within);
    Objects.requireNonNull(measure, "measure");
    if (within.size() < 2) {
      throw new InvalidSettingException(
          "within", "leaves nothing to search; valid: two loads or more, such as 1..200");
    }
    InvalidSettingException.requireRange("confirmations", confirmations, 1, 100);
    if (measure.compareTo(Duration.ofMillis(100)) < 0) {
      throw new InvalidSettingException("measure", "is too short to measure; valid: 100ms or more");
    }
  }

  /** The highest candidate. */
  public int highest() {
    return within.get(within.size() - 1);
  }

  /** How candidates are chosen. */
  public enum Method {
    /** Doubles until the SLA is broken, halves the interval, then confirms both sides. */
    BISECT("bisect"),
    /** Measures every candidate. */
    SWEEP("sweep");

    private final String id;

    Method(String id) {
      this.id = id;
    }

    /** Its name in a study. */
    public String id() {
      return id;
    }
  }
}
