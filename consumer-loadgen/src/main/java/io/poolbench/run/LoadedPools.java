package io.poolbench.run;

import io.poolbench.journal.SiteSamples;
import io.poolbench.journal.SiteSamples.ConnectionTrial;
import io.poolbench.journal.SiteSamples.Connections;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Measurement;
import io.poolbench.judge.ShareBound;
import io.poolbench.judge.SlaEvaluator;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The pools of a running provider, in the order of the cells, each with its load. They are measured
 * in turn: while one has users, the others are idle. For one thread.
 */
record LoadedPools(CellBench on, List<LoadedPool> pools)
    implements BlockBench<Counters>, AutoCloseable {
  /**
   * A share of late calls is far from its bound if it is beyond the bound times this factor, or
   * within the bound divided by it.
   */
  private static final double FAR = 3;

  /** A share of late calls from which on pools are hardly told apart. */
  private static final double SATURATED = 1 / 3.0;

  LoadedPools {
    pools = List.copyOf(pools);
  }

  LoadedPool first() {
    return pools.get(0);
  }

  List<WarmUp> warm() throws LabException, InterruptedException {
    on.listener().warming(first().cell(), on.environment());
    List<WarmUp> warmUps =
        new WarmUpRunner(on.lab(), pools, on.bench().provider(), on.cpus()).run();
    for (LoadedPool pool : pools) {
      pool.rest();
    }
    on.reasons().forEach(FailureReasons::clear);
    for (int pool = 0; pool < pools.size(); pool++) {
      on.listener().warmed(pools.get(pool).cell(), warmUps.get(pool));
    }
    return warmUps;
  }

  @Override
  public MeasuredWindow<Counters> measure(Visit visit, boolean first)
      throws LabException, InterruptedException {
    LoadedPool pool = pools.get(visit.cell());
    MeasuredWindow<Counters> slice = pool.slice(visit.level(), first);
    on.requireReads(slice);
    return slice;
  }

  @Override
  public Assessment assess(Visit visit, int step, MeasuredWindow<Counters> window) {
    Cell cell = pools.get(visit.cell()).cell();
    Measurement measured = on.measured(cell, step, visit.level(), window);
    List<Violation> violations =
        window.windows() == 1 ? measured.violations() : measured.violationsOfBlocks();
    // Batches of rounds that are minutes apart are no time series.
    StepResult figures = measured.step().withSlices(List.of());
    Verdict verdict = new SlaEvaluator(cell.sla()).evaluate(figures, violations);
    return new Assessment(
        figures.judged(verdict),
        !violations.isEmpty(),
        isClear(verdict.kind(), cell.sla(), figures));
  }

  /** Whether a step is so far from the SLA's bounds that no further window changes its verdict. */
  static boolean isClear(Verdict.Kind kind, Sla sla, StepResult step) {
    // If all calls were refused, the share is unknown.
    List<ShareBound> bounds =
        sla.bounds().stream()
            .flatMap(bound -> ShareBound.of(bound).stream())
            .filter(bound -> bound.metric().percentile().isPresent() && bound.known(step))
            .toList();
    return switch (kind) {
      case PASS ->
          !bounds.isEmpty()
              && bounds.stream()
                  .allMatch(bound -> bound.share(step).within(bound.maxShare() / FAR));
      // Not by users' time, which a busy host breaks at any load, where pools still differ.
      case FAIL ->
          bounds.stream()
              .filter(bound -> !bound.ofTime())
              .anyMatch(
                  bound -> bound.share(step).beyond(Math.max(SATURATED, bound.maxShare() * FAR)));
      default -> false;
    };
  }

  /**
   * Samples the business threads of a target at levels of a cell's load, which is not measured
   * meanwhile.
   */
  void sampleSites(int cell, List<Integer> levels, Map<Integer, SiteSamples> byLevel)
      throws LabException, InterruptedException {
    LoadedPool pool = pools.get(cell);
    ProviderControl provider = on.bench().provider().control().orElseThrow();
    for (int level : levels) {
      pool.hold(
          level,
          () -> {
            provider.sampleSites(true);
            on.lab().clock().sleepUntil(on.lab().clock().nanoTime() + Paired.SAMPLED.toNanos());
            byLevel.put(level, provider.sampleSites(false));
          });
    }
  }

  /**
   * Measures a target at a level with the connections that it configures, and once with twice as
   * many, which it then keeps.
   *
   * @return empty if their library allows no change
   */
  Optional<ConnectionTrial> tryTwice(int cell, int level, Connections connections)
      throws LabException, InterruptedException {
    int more = 2 * connections.size();
    double tps = tps(cell, level);
    on.bench().provider().control().orElseThrow().resizeConnections(connections.name(), more);
    SortedMap<Integer, SiteSamples> changed = new TreeMap<>();
    // Meanwhile the connections are opened.
    sampleSites(cell, List.of(level), changed);
    return changed.get(level).connectionPools().stream()
            .anyMatch(pool -> pool.name().equals(connections.name()) && pool.size() == more)
        ? Optional.of(
            new ConnectionTrial(
                connections.name(), connections.size(), tps, more, tps(cell, level)))
        : Optional.empty();
  }

  private double tps(int cell, int level) throws LabException, InterruptedException {
    Visit visit = new Visit(cell, level);
    MeasuredWindow<Counters> joined = measure(visit, /* first= */ true);
    for (int slice = 1; slice < Paired.TRIAL_SLICES; slice++) {
      joined = MeasuredWindow.join(joined, measure(visit, /* first= */ false));
    }
    return assess(visit, 0, joined).step().tps();
  }

  void drain() throws InterruptedException {
    for (LoadedPool pool : pools) {
      pool.drain();
    }
  }

  /** Stops the loads and abandons calls in flight. */
  @Override
  public void close() {
    pools.forEach(LoadedPool::close);
  }
}
