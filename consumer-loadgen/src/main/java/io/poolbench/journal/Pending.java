package io.poolbench.journal;

import java.util.Objects;

/**
 * What was unfinished when a slice ended.
 *
 * @param ages of the calls in flight and of the requests waiting to be sent: lower bounds of their
 *     response times
 * @param backlog requests of an open loop that were due but not sent
 */
public record Pending(Durations ages, long backlog) {
  public static final Pending NONE = new Pending(Durations.NONE, 0);

  public Pending {
    Objects.requireNonNull(ages, "ages");
  }

  public Pending plus(Pending other) {
    return new Pending(ages.plus(other.ages), backlog + other.backlog);
  }
}
