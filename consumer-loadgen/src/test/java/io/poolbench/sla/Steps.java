package io.poolbench.sla;

import io.poolbench.result.Calls;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import io.poolbench.result.GcActivity;
import io.poolbench.result.HostUse;
import io.poolbench.result.Latency;
import io.poolbench.result.PoolUse;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stability;
import io.poolbench.result.Stage;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.time.Instant;
import java.util.Map;

/** Steps of ten seconds in which Little's law holds, unless a test says otherwise. */
final class Steps {
  static final double SECONDS = 10;

  private Steps() {}

  /** A step of so many users whose calls all took the same time. */
  static StepResult step(int users, Calls calls, double millis) {
    return step(users, calls, new Latency(millis, millis, millis, millis, millis, millis));
  }

  static StepResult step(int users, Calls calls, Latency latency) {
    Double cycleMillis = calls.total() == 0 ? null : users * SECONDS * 1000 / calls.total();
    return step(users, calls, latency, cycleMillis, 50.0);
  }

  static StepResult step(
      int users, Calls calls, Latency latency, Double cycleMillis, Double cpuPct) {
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
        Stability.UNKNOWN,
        new ProviderUse(
            cpuPct,
            null,
            Map.of(),
            null,
            GcActivity.UNKNOWN,
            GcActivity.UNKNOWN,
            PoolUse.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            Stage.UNKNOWN,
            ContextSwitches.UNKNOWN,
            null),
        DriverUse.UNKNOWN,
        HostUse.UNKNOWN,
        Verdict.pass(),
        "",
        false);
  }

  /** OK calls only. */
  static Calls ok(long calls) {
    return new Calls(calls, 0, 0, 0, 0);
  }
}
