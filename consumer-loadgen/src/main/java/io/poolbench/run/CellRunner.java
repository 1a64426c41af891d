package io.poolbench.run;

import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.SiteSamples;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.CellCommand;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.GuardedLoad.CallsStoppedException;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.CellCommands;
import io.poolbench.spec.Study;
import io.poolbench.store.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs the cells that share a provider, once: starts Redis and the provider with a pool per cell,
 * connects the loads, warms up and measures. The cells of a paired study are measured block by
 * block, a single cell step by step. For one thread.
 */
final class CellRunner {
  private final Lab lab;
  private final StudyListener listener;
  private final Study study;
  private final List<Cell> cells;
  private final int repetition;
  private final RetryBudget retries;
  private final CpuPlan cpus;
  private final List<FailureReasons> reasons;
  private final RunJournal journal;
  private final Function<List<CellResult>, StudyResult> partial;
  private final Consumer<StudyResult> interrupted;
  private final List<WarmUp> warmUps = new ArrayList<>();
  private PoolTurns pools;
  private CellEnvironment environment;
  private Measuring measuring;

  interface Measuring {
    /**
     * Connects the loads, warms up and measures. After an exception {@link #steps} returns what was
     * measured before.
     *
     * @param warmed receives the warm-up of each cell
     */
    void run(List<WarmUp> warmed) throws LabException, InterruptedException;

    /** The steps so far of a cell, numbered from 0. */
    List<StepResult> steps(int cell);

    default List<BlockSample> samples(int cell) {
      return List.of();
    }

    /** Where the business threads of a target were, in the pool of a cell, by level. */
    default SortedMap<Integer, SiteSamples> sites(int cell) {
      return Collections.emptySortedMap();
    }
  }

  /**
   * @param journal what earlier runs measured of these cells, and what this run measures
   * @param partial makes a study's result of these cells' results so far
   * @param interrupted receives the result of an interrupted run while its provider still runs
   */
  CellRunner(
      Lab lab,
      StudyListener listener,
      Study study,
      List<Cell> cells,
      int repetition,
      RetryBudget retries,
      Journal<RunJournal.Entry> journal,
      Function<List<CellResult>, StudyResult> partial,
      Consumer<StudyResult> interrupted) {
    this.lab = lab;
    this.listener = listener;
    this.study = study;
    this.cells = List.copyOf(cells);
    this.repetition = repetition;
    this.retries = retries;
    this.cpus = lab.cpus(cells.get(0));
    this.reasons = cells.stream().map(cell -> new FailureReasons()).toList();
    this.journal = new RunJournal(journal, lab.timeline(), reasons);
    this.partial = partial;
    this.interrupted = interrupted;
    this.environment = lab.notStarted(cpus);
  }

  /**
   * Runs the cells and returns their results, in order. If the lab fails, calls stop or the thread
   * is interrupted, each result has the failure and what was measured before. The thread's
   * interrupt status is kept.
   */
  List<CellResult> run(Path log) {
    CellFailure failure = null;
    try {
      command("before", study.commands().before()).run(log);
      measure(log);
    } catch (LabException e) {
      failure = failure(e);
    } catch (CallsStoppedException e) {
      failure = CellFailure.of(ViolationCode.CALLS_STOPPED, e.getMessage());
    } catch (InterruptedException e) {
      failure = interrupted();
      Thread.currentThread().interrupt();
    } finally {
      restore(log);
    }
    return results(failure);
  }

  /**
   * All cells get equal conditions: before each but the first, this JVM was pinned to some CPUs.
   */
  private CellCommand command(String setting, List<String> words) {
    return new CellCommand(
        setting, lab.pinning().on(lab.hostCpus(), List.of()), words, CellCommands.LIMIT);
  }

  /** Runs the study's command after the cells, also where they failed or were interrupted. */
  private void restore(Path log) {
    try {
      command("after", study.commands().after()).runToItsEnd(log);
    } catch (LabException e) {
      listener.note(e.report());
    }
  }

  private static CellFailure failure(LabException e) {
    // Ctrl-C reaches all processes of a terminal and may thereby make the lab fail.
    return Thread.currentThread().isInterrupted()
        ? interrupted()
        : CellFailure.of(e.code(), e.report());
  }

  private static CellFailure interrupted() {
    return CellFailure.of(ViolationCode.INTERRUPTED, "interrupted");
  }

  private void measure(Path log) throws LabException, InterruptedException {
    HostProbe.State host = lab.beforeCell(cpus);
    try (Bench bench = Bench.open(lab, listener, cells, cpus, log)) {
      environment = bench.environment(environment, host);
      pools = bench.pools();
      for (int cell = 0; cell < cells.size(); cell++) {
        pools.begin(cell);
      }
      pools.require();
      bench.requireAnswers();
      CellBench on =
          new CellBench(lab, listener, bench, cells, cpus, environment, reasons, repetition);
      measuring =
          study.paired() == null
              ? new StepByStep(on, retries, journal)
              : new BlockByBlock(on, study, repetition, retries, journal, () -> results(null));
      runUntilInterrupted();
    }
  }

  private void runUntilInterrupted() throws LabException, InterruptedException {
    try {
      measuring.run(warmUps);
    } catch (InterruptedException e) {
      // Before the provider is closed, which may take long to end.
      interrupted.accept(partial.apply(results(interrupted())));
      throw e;
    }
  }

  /** The results so far, or of cells that cannot be started; {@code failure} may be null. */
  List<CellResult> results(CellFailure failure) {
    List<CellResult> results = new ArrayList<>();
    for (int cell = 0; cell < cells.size(); cell++) {
      results.add(
          new CellResult(
              cells.get(cell),
              repetition,
              pools == null ? null : pools.pool(cell),
              environment,
              warmUps.isEmpty() ? null : warmUps.get(cell),
              measuring == null ? List.of() : measuring.steps(cell),
              reasons.get(cell).counts(),
              failure,
              measuring == null ? List.of() : measuring.samples(cell),
              measuring == null ? new TreeMap<>() : measuring.sites(cell)));
    }
    return results;
  }

  /** The time left for repeating measurements that the host disturbed. For one thread. */
  static final class RetryBudget {
    private Duration left;

    RetryBudget(Duration total) {
      this.left = Objects.requireNonNull(total, "total");
    }

    boolean isLeft() {
      return !left().isZero();
    }

    void spend(Duration duration) {
      left = left.minus(duration);
    }

    /** The time left, 0 or more. */
    Duration left() {
      return left.isNegative() ? Duration.ZERO : left;
    }
  }
}
