package io.poolbench.result;

import java.util.List;
import java.util.Objects;

/**
 * The result of one group of users in a step: what is measured call by call, each component as in
 * {@link StepResult}. Provider, driver and host are those of the step.
 *
 * @param level its own users, or requests per second
 * @param verdict on the group's SLA
 */
public record GroupResult(
    String name,
    int level,
    Calls calls,
    double tps,
    Latency latency,
    Double cycleMeanMillis,
    Double lateTimePct,
    Pacing pacing,
    Pending pending,
    UserTime userTime,
    Batches batches,
    List<Stall> stalls,
    Stability stability,
    Verdict verdict,
    String histogram) {
  public GroupResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(pending, "pending");
    Objects.requireNonNull(userTime, "userTime");
    Objects.requireNonNull(batches, "batches");
    stalls = List.copyOf(stalls);
    Objects.requireNonNull(stability, "stability");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(histogram, "histogram");
  }

  /** The result of a group from a step of its calls alone. */
  public static GroupResult of(String name, StepResult step) {
    return new GroupResult(
        name,
        step.level(),
        step.calls(),
        step.tps(),
        step.latency(),
        step.cycleMeanMillis(),
        step.lateTimePct(),
        step.pacing(),
        step.pending(),
        step.userTime(),
        step.batches(),
        step.stalls(),
        step.stability(),
        step.verdict(),
        step.histogram());
  }
}
