package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A search for the capacity: the maximum load within the SLA.
 *
 * @param within the levels to choose from, rising, two or more; in users or in requests per second
 * @param confirmations how often each side of the boundary is measured before it counts as found
 * @param measure how long a confirming step is measured, 100 ms or more; null = twice the
 *     schedule's other steps, which {@link LoadSchedule} fills in
 */
public record Search(Method method, List<Integer> within, int confirmations, Duration measure) {
  public Search {
    Objects.requireNonNull(method, "method");
    if (within == null || within.size() < 2) {
      throw new InvalidSettingException(
          "within", "search requires two or more levels (example: 1..200)");
    }
    within = List.copyOf(within);
    InvalidSettingException.requireRange("confirmations", confirmations, 1, 100);
    if (measure != null) {
      LoadSchedule.requireMeasurable(measure);
    }
  }

  public int highest() {
    return within.get(within.size() - 1);
  }

  /** How levels are chosen. */
  public enum Method {
    /** Doubles the load until the SLA fails, halves the interval, then confirms both sides. */
    BISECT,
    /** Measures every level. */
    SWEEP;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
