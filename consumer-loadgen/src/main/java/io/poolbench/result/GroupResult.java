package io.poolbench.result;

import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.StepResult.UserTime;
import java.util.List;
import java.util.Objects;

/**
 * The result of one group of users in a step. Components are as in {@link StepResult}, but for the
 * group's calls only. Resource use of provider, driver and host is known for the whole step only.
 *
 * @param level the group's users, or requests per second
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

  /** Takes a group's result from a step that contains only the group's calls. */
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
