package io.poolbench.run;

import io.poolbench.api.AddedLatency;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Measurement;
import io.poolbench.judge.SlaEvaluator;
import io.poolbench.judge.StepSequence;
import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures a cell with a provider of its own: the steps of its schedule, then those of its search.
 * For one thread.
 */
final class StepByStep implements CellRunner.Measuring {
  private final CellBench on;
  private final Cell cell;
  private final RetryBudget retries;
  private final RunJournal journal;
  private final List<StepResult> steps;

  /** Null if not measured. */
  private Double capacityTps;

  StepByStep(CellBench on, RetryBudget retries, RunJournal journal) {
    this.on = on;
    this.cell = on.cells().get(0);
    this.retries = retries;
    this.journal = journal;
    this.steps = new ArrayList<>(journal.steps());
  }

  @Override
  public List<StepResult> steps(int number) {
    return steps;
  }

  private List<StepResult> counted() {
    return steps.stream().filter(step -> !step.superseded()).toList();
  }

  @Override
  public void run(List<WarmUp> warmed) throws LabException, InterruptedException {
    Cell ready = cell.load().capacity() == null ? cell : measureCapacity(warmed);
    try (LoadedPools pools = on.connect(List.of(ready))) {
      LoadedPool calls = pools.first();
      if (capacityTps == null) {
        warmed.addAll(pools.warm());
      } else {
        calls.warmed();
      }
      if (!ready.load().phases().isEmpty()) {
        calls.rehearse(ready.load().maxLevel());
        on.reasons().get(0).clear();
      }
      journal.restoreFailedCalls();
      counted().forEach(step -> on.listener().stepFinished(cell, step));
      StepSequence sequence = new StepSequence(ready);
      for (Optional<NextStep> next = sequence.next(counted());
          next.isPresent();
          next = sequence.next(counted())) {
        measure(calls, ready, next.get());
      }
      pools.drain();
    }
  }

  private void measure(LoadedPool calls, Cell ready, NextStep next)
      throws LabException, InterruptedException {
    int level = next.level();
    on.listener().stepStarted(cell, counted().size() + 1, level);
    calls.load().drainBefore(level, LoadedPool.DRAIN_TIMEOUT);
    Ran ran =
        ready.load().phases().isEmpty()
            ? hold(calls, level, next.measure())
            : goThroughPhases(calls, level);
    boolean repeated = ran.faulty && retries.isLeft();
    StepResult step = repeated ? ran.step.supersede() : ran.step;
    steps.add(step);
    journal.add(step);
    if (repeated) {
      retries.spend(cell.load().settle().plusNanos(ran.nanos));
      on.listener().stepDisturbed(cell, ran.step, retries.left());
    } else {
      on.listener().stepFinished(cell, ran.step);
    }
  }

  /**
   * Warms the provider up and measures its capacity; returns the cell with rates that are shares of
   * it.
   */
  private Cell measureCapacity(List<WarmUp> warmed) throws LabException, InterruptedException {
    Cell closed = cell.under(cell.load().ofCapacity());
    LoadSchedule load = closed.load();
    try (LoadedPools pools = on.connect(List.of(closed))) {
      warmed.addAll(pools.warm());
      LoadedPool calls = pools.first();
      int users = calls.warmingLevel();
      Measurement measured;
      boolean again;
      do {
        MeasuredWindow<Counters> window = calls.run(users, load.settle(), load.measure());
        measured = on.measured(closed, 0, users, window);
        again = !measured.violations().isEmpty() && retries.isLeft();
        if (again) {
          retries.spend(load.settle().plus(load.measure()));
        }
      } while (again);
      calls.rest();
      capacityTps = measured.step().tps();
    }
    if (capacityTps < 1) {
      throw new LabException(
          ViolationCode.LAB_FAILED,
          "capacity: fewer than 1 OK call/s; " + on.reasons().get(0).counts(),
          on.bench().provider().logTail());
    }
    on.reasons().get(0).clear();
    return cell.under(cell.load().at((int) Math.round(capacityTps)));
  }

  /** A completed step; it is faulty if it is INVALID because of the driver or the host. */
  private record Ran(StepResult step, boolean faulty, long nanos) {}

  /** Runs a step of one level, prolonged while it is UNDECIDED. */
  private Ran hold(LoadedPool calls, int level, Duration measure)
      throws LabException, InterruptedException {
    MeasuredWindow<Counters> window =
        calls.runWhile(
            level, cell.load().settle(), measure, soFar -> isUndecided(held(level, soFar).step));
    on.requireReads(window);
    return held(level, window);
  }

  private Ran held(int level, MeasuredWindow<Counters> window) {
    Measurement measured = on.measured(cell, steps.size() + 1, level, window);
    List<Violation> violations = measured.violations();
    StepResult step = SlaEvaluator.judged(cell, measured.step(), violations);
    return new Ran(step, !violations.isEmpty(), window.spanNanos());
  }

  private boolean isUndecided(StepResult step) {
    boolean undecided = step.verdict().kind() == Verdict.Kind.UNDECIDED;
    if (undecided) {
      on.listener().stepProlonged(cell, step);
    }
    return undecided;
  }

  /** Runs a step of several phases, and then restores the latency of Redis. */
  private Ran goThroughPhases(LoadedPool calls, int level)
      throws LabException, InterruptedException {
    AddedLatency usual = cell.redis().latency();
    PhasedWindow<Counters> window =
        calls.runPhases(
            level,
            phase ->
                delayRedis(
                    phase.changesRedis()
                        ? usual.withMean(phase.redisLatency().toNanos() / 1_000)
                        : usual));
    delayRedis(usual);
    on.requireReads(window.whole());
    return judged(level, window);
  }

  private Ran judged(int level, PhasedWindow<Counters> window) {
    MeasuredWindow<Counters> whole = window.whole();
    int number = steps.size() + 1;
    boolean open = cell.load().workload() instanceof Workload.Open;
    boolean faulty = false;
    List<PhaseResult> results = new ArrayList<>();
    for (Phase phase : cell.load().phases()) {
      MeasuredWindow<Counters> own = window.phases().get(results.size());
      Measurement measured = on.measured(cell, number, phase.level(level), own);
      StepResult figures = measured.step().withSlices(List.of());
      faulty |= !measured.violations().isEmpty();
      results.add(
          new PhaseResult(
              phase.name(),
              (own.openedNanos() - whole.openedNanos()) / 1e9,
              open ? phase.level(level) : null,
              phase.changesRedis() ? (Double) (phase.redisLatency().toNanos() / 1e6) : null,
              figures.judged(
                  new SlaEvaluator(cell.sla()).ofPhase(figures, measured.violations()))));
    }
    StepResult step =
        on.measured(cell, number, level, whole)
            .step()
            .withPhases(results, StepFigures.slices(whole.batches(), window.pools()), capacityTps);
    return new Ran(step, faulty, whole.spanNanos());
  }

  private void delayRedis(AddedLatency latency) throws LabException, InterruptedException {
    if (cell.load().phases().stream().anyMatch(Phase::changesRedis)) {
      on.bench().provider().control().orElseThrow().delayRedisBy(latency);
    }
  }
}
