package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.Slice;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Publication.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A sample result of steps that go through an overload: a pool as a fluid queue of 1,000 calls/s,
 * under half of it, twice of it and half of it again, of callers who give up after a second.
 */
public final class SamplePhases {
  private static final double CAPACITY = 1_000;
  private static final double SLICE_SECONDS = 0.5;
  private static final double SERVICE_SECONDS = 0.016;
  private static final double TIMEOUT_SECONDS = 1;

  private SamplePhases() {}

  /** A phase of the sample. */
  private record Plan(String name, double seconds, int rate) {}

  private static final List<Plan> PLAN =
      List.of(
          new Plan("before", 3, 500), new Plan("overload", 6, 2_000), new Plan("after", 6, 500));

  /** A pool without a queue, and one with a queue of 5,000; with a finding of each kind. */
  public static StudyResult studyResult() {
    return Changed.with(
        SampleResult.studyResult(
            "What does a queue do in an overload?",
            List.of(cell("queue 0", 0), cell("queue 5000", 5_000))),
        "findings",
        List.of(
            new Statement(
                "without a queue {refused_pct('queue 0/overload')} % are refused",
                "refused_pct('queue 0/overload') > 10", null),
            new Statement(
                "a long queue answers in time", "timeout_pct('queue 5000/overload') < 1", null),
            new Statement(
                "without a queue TP99 is below 10 ms at 2 users",
                "tp99('queue 0', 2) < 10",
                null)));
  }

  private static CellResult cell(String name, int queues) {
    List<Slice> slices = slices(queues);
    double total = PLAN.stream().mapToDouble(Plan::seconds).sum();
    StepResult whole = step(slices, total, (int) CAPACITY);
    List<PhaseResult> phases = new ArrayList<>();
    double from = 0;
    for (Plan plan : PLAN) {
      double begin = from;
      double to = from + plan.seconds;
      List<Slice> within =
          slices.stream()
              .filter(slice -> slice.fromSeconds() >= begin && slice.fromSeconds() < to)
              .toList();
      phases.add(
          new PhaseResult(
              plan.name, begin, plan.rate, null, step(within, plan.seconds, plan.rate)));
      from = to;
    }
    CellResult result =
        SampleResult.fixed(name, 16, 1, List.of(whole.withPhases(phases, slices, CAPACITY)));
    return Changed.with(
        result,
        "cell",
        SampleResult.open(name, PoolConfig.of(PoolType.FIXED, null, 16, queues, null)));
  }

  private static List<Slice> slices(int queues) {
    List<Slice> slices = new ArrayList<>();
    double queued = 0;
    double at = 0;
    for (Plan plan : PLAN) {
      for (double end = at + plan.seconds; at < end - 1e-9; at += SLICE_SECONDS) {
        double arrived = plan.rate * SLICE_SECONDS;
        double served = Math.min(queued + arrived, CAPACITY * SLICE_SECONDS);
        double left = queued + arrived - served;
        double refused = Math.max(0, left - queues);
        queued = left - refused;
        double waited = queued / CAPACITY;
        boolean late = waited > TIMEOUT_SECONDS;
        double millis = 1e3 * (waited + SERVICE_SECONDS);
        slices.add(
            new Slice(
                at,
                SLICE_SECONDS,
                Math.round(arrived),
                late ? 0 : Math.round(served),
                Math.round(refused),
                late ? Math.round(served) : 0,
                0,
                late ? Math.round(served) : 0,
                late ? null : (Double) millis,
                late ? null : (Double) (2 * millis),
                (int) Math.round(16 * Math.min(1, served / (CAPACITY * SLICE_SECONDS))),
                (int) Math.round(queued),
                16));
      }
    }
    return slices;
  }

  private static StepResult step(List<Slice> slices, double seconds, int level) {
    Calls calls =
        new Calls(
            slices.stream().mapToLong(Slice::ok).sum(),
            slices.stream().mapToLong(Slice::rejected).sum(),
            slices.stream().mapToLong(Slice::timeout).sum(),
            0,
            0,
            slices.stream().mapToLong(Slice::late).sum());
    StepResult step =
        SampleResult.step(1, level, calls.ok() / seconds, calls, 20, 40, Verdict.pass());
    return Changed.with(step, "seconds", seconds);
  }
}
