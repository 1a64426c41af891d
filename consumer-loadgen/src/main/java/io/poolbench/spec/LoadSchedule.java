package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The load of a cell: closed-loop users, step by step.
 *
 * @param users the users of each step, rising
 * @param warmup how long the provider is warmed at most before the first step
 * @param settle how long a step's load is held before it is measured
 * @param measure how long it is measured
 */
public record LoadSchedule(
    List<Integer> users, Duration warmup, Duration settle, Duration measure) {
  /** More than any single machine's driver is meant for. */
  public static final int MOST_USERS = 100_000;

  public LoadSchedule {
    users = List.copyOf(users);
    Objects.requireNonNull(warmup, "warmup");
    Objects.requireNonNull(settle, "settle");
    Objects.requireNonNull(measure, "measure");
    if (users.isEmpty()) {
      throw new InvalidSettingException(
          "users", "has no step; valid: one or more, such as [1, 8, 24]");
    }
    int before = 0;
    for (int step : users) {
      InvalidSettingException.requireRange("users", step, 1, MOST_USERS);
      if (step <= before) {
        throw new InvalidSettingException(
            "users",
            step + " comes after " + before + "; valid: users that rise from step to step");
      }
      before = step;
    }
    if (warmup.isNegative()) {
      throw new InvalidSettingException("warmup", "is negative; valid: 0s or more");
    }
    if (settle.isNegative()) {
      throw new InvalidSettingException("settle", "is negative; valid: 0s or more");
    }
    if (measure.compareTo(Duration.ofMillis(100)) < 0) {
      throw new InvalidSettingException("measure", "is too short to measure; valid: 100ms or more");
    }
  }

  /** The users of the highest step. */
  public int mostUsers() {
    return users.get(users.size() - 1);
  }

  /** How long the whole schedule takes, without starting and stopping anything. */
  public Duration total() {
    return warmup.plus(settle.plus(measure).multipliedBy(users.size()));
  }
}
