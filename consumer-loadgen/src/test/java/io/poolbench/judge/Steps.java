package io.poolbench.judge;

import io.poolbench.Changed;
import io.poolbench.result.Batches;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleBatches;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.StepResult.UserTime;
import io.poolbench.result.Verdict;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/** Steps of ten seconds in which Little's law holds. */
public final class Steps {
  private static final double SECONDS = 10;

  private Steps() {}

  static StepResult step(int users, Calls calls, double millis) {
    return step(
        users,
        calls,
        new Latency(millis, millis, millis, millis, millis, millis, null, null, null));
  }

  static StepResult step(int users, Batches batches) {
    return Changed.with(step(users, ok(10_000), 5), "batches", batches);
  }

  /** A step with the provider's CPUs half used. */
  public static StepResult step(int users, Calls calls, Latency latency) {
    Double cycleMillis = calls.total() == 0 ? null : users * SECONDS * 1000 / calls.total();
    return new StepResult(
        1,
        users,
        Instant.EPOCH,
        SECONDS,
        calls,
        calls.ok() / SECONDS,
        latency,
        cycleMillis,
        null,
        null,
        Pending.UNKNOWN,
        UserTime.UNKNOWN,
        Batches.UNKNOWN,
        List.of(),
        Stability.UNKNOWN,
        Figures.UNKNOWN.with(Metric.PROVIDER_CPU, 50),
        Verdict.pass(),
        "",
        false,
        List.of(),
        List.of(),
        List.of(),
        null,
        null);
  }

  public static Calls ok(long calls) {
    return new Calls(calls, 0, 0, 0, 0);
  }

  /**
   * Batches of so many OK calls each, with the numbers of their windows and of their late calls.
   */
  static Batches batches(List<Integer> windows, double seconds, long ok, List<Long> late) {
    return SampleBatches.of(windows, seconds, Collections.nCopies(windows.size(), ok), late);
  }
}
