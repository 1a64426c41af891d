package io.poolbench.result;

import java.util.Objects;

/**
 * How a cell's provider was warmed before its first step.
 *
 * @param level the load that warmed it: users, or requests per second
 * @param seconds how long it took
 * @param steady whether it came to a steady state within the time that the study gave it
 * @param detail by what that was judged, with figures
 */
public record WarmUp(int level, double seconds, boolean steady, String detail) {
  public WarmUp {
    Objects.requireNonNull(detail, "detail");
  }
}
