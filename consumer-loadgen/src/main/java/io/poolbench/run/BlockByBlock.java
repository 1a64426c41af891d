package io.poolbench.run;

import io.poolbench.journal.SiteSamples;
import io.poolbench.journal.SiteSamples.Connections;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.limits.NamedLimit;
import io.poolbench.load.GuardedLoad.CallsStoppedException;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StepResult;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Measures the cells of a paired study block by block. For one thread. */
final class BlockByBlock implements CellRunner.Measuring {
  private final CellBench on;
  private final Study study;
  private final int repetition;
  private final RetryBudget retries;
  private final RunJournal journal;
  private final Supplier<List<CellResult>> results;
  private final List<SortedMap<Integer, SiteSamples>> sites = new ArrayList<>();
  private BlockRun<Counters> run;

  BlockByBlock(
      CellBench on,
      Study study,
      int repetition,
      RetryBudget retries,
      RunJournal journal,
      Supplier<List<CellResult>> results) {
    this.on = on;
    this.study = study;
    this.repetition = repetition;
    this.retries = retries;
    this.journal = journal;
    this.results = results;
  }

  @Override
  public void run(List<WarmUp> warmed) throws LabException, InterruptedException {
    List<Cell> cells = on.cells();
    List<Integer> levels = cells.get(0).load().firstRound();
    try (LoadedPools pools = on.connect(cells)) {
      // First: what the journal has is in the result also where the warm-up is interrupted.
      run =
          new BlockRun<>(
              cells, study.blocks(), pools, retries, on.lab().clock(), on.listener(), journal);
      warmed.addAll(pools.warm());
      journal.restoreFailedCalls();
      run.run(new BlockOrder(levels, cells.size(), 1, repetition), study.paired());
      if (cells.get(0).provider() instanceof TargetSettings) {
        sampleSites(pools);
      }
    }
  }

  /** All rounds are measured by now: a failure ends the sampling, and fails no cell. */
  private void sampleSites(LoadedPools pools) throws InterruptedException {
    on.listener().note("sampling where calls spend their time, which is not judged");
    on.cells().forEach(cell -> sites.add(new TreeMap<>()));
    try {
      for (int cell = 0; cell < on.cells().size(); cell++) {
        List<Integer> measured = run.steps(cell).stream().map(StepResult::level).toList();
        pools.sampleSites(cell, measured, sites.get(cell));
      }
      tryMoreConnections(pools);
    } catch (LabException | CallsStoppedException e) {
      on.listener().note("sampling ended: " + e.getMessage());
    }
  }

  /** Where the first cell waits for connections, measures once what more of them would do. */
  private void tryMoreConnections(LoadedPools pools) throws LabException, InterruptedException {
    Optional<NamedLimit> limit = NamedLimit.of(new RepeatedCell(List.of(results.get().get(0))));
    if (limit.isEmpty() || limit.get().kind() != NamedLimit.Kind.CONNECTIONS) {
      return;
    }
    Connections connections = limit.get().connections();
    int level = limit.get().level();
    on.listener()
        .note(
            "trying twice the %d connections of %s"
                .formatted(connections.size(), connections.name()));
    pools
        .tryTwice(0, level, connections)
        .ifPresent(trial -> sites.get(0).computeIfPresent(level, (same, of) -> of.with(trial)));
  }

  @Override
  public List<StepResult> steps(int cell) {
    return run == null ? List.of() : run.steps(cell);
  }

  @Override
  public List<BlockSample> samples(int cell) {
    return run == null ? List.of() : run.samples(cell);
  }

  @Override
  public SortedMap<Integer, SiteSamples> sites(int cell) {
    return cell < sites.size() ? sites.get(cell) : Collections.emptySortedMap();
  }
}
