package io.poolbench.run;

import io.poolbench.Changed;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.model.ClosedNetwork;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.NetworkSimulation;
import io.poolbench.model.TimeShape;
import io.poolbench.result.Calls;
import io.poolbench.result.Figures;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.run.BlockLog.MeasuredBlock;
import io.poolbench.run.BlockOrder.CellBlock.Visit;
import io.poolbench.spec.Cell;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A provider of a known network with a pool for each cell, simulated in virtual time.
 *
 * @param cells with their pools
 * @param network of the provider, with any pool
 * @param visits in the order in which they were measured
 */
record SimulatedPools(List<Cell> cells, ClosedNetwork network, List<Visit> visits)
    implements BlockBench<SimulatedPools.Windows> {
  /** As many as 600 ms have at some 3,000 calls per second. */
  private static final int CALLS = 1_800;

  private static final TimeShape TIMES = TimeShape.lognormal(0.05);
  private static final StepResult STEP = SampleResult.studyResult().cells().get(0).steps().get(0);

  record Windows(int count) implements Cumulative<Windows> {
    @Override
    public Windows continuedBy(Windows opened, Windows closed) {
      return new Windows(count + closed.count - opened.count);
    }

    /** A window that begins at its number, in nanoseconds, with batches of its calls. */
    static MeasuredWindow<Windows> numbered(int number, List<Batch> batches) {
      return new MeasuredWindow<>(
          number,
          number + 1,
          List.of(),
          batches,
          new Windows(number),
          new Windows(number + 1),
          Optional.empty(),
          List.of());
    }

    /** A window with one batch of one call. */
    static MeasuredWindow<Windows> numbered(int number) {
      return numbered(
          number,
          List.of(
              new Batch(1, 1, 1, 1, 0, 0, 0, 0, 0, List.of(), List.of(), List.of(), 0, 0, 0, 0)));
    }
  }

  /** Keeps the blocks of a run for the next one. */
  record Log<P>(List<MeasuredBlock<P>> earlier) implements BlockLog<P> {
    @Override
    public void add(MeasuredBlock<P> block) {
      earlier.add(block);
    }
  }

  SimulatedPools(List<Cell> cells, ClosedNetwork network) {
    this(cells, network, new ArrayList<>());
  }

  @Override
  public MeasuredWindow<Windows> measure(Visit visit, boolean first) {
    visits.add(visit);
    return Windows.numbered(visits.size());
  }

  @Override
  public Assessment assess(Visit visit, int step, MeasuredWindow<Windows> window) {
    int windows = window.after().count() - window.before().count();
    var pool = cells.get(visit.cell()).provider().pool();
    NetworkSimulation.Outcome simulated =
        simulate(
            MeasuredLoads.threads(pool),
            MeasuredLoads.queue(pool),
            visit.level(),
            windows * CALLS,
            window.openedNanos());
    Figures use =
        STEP.figures()
            .with(Metric.PROVIDER_CPU, simulated.cpuPct())
            .with(Metric.SERVICE_MEAN, simulated.active() / simulated.tps() * 1e3)
            .with(Metric.QUEUE_WAIT_MEAN, simulated.queued() / simulated.tps() * 1e3);
    StepResult figures =
        Changed.with(
            STEP.judged(Verdict.pass()).numbered(step),
            "level",
            visit.level(),
            "tps",
            simulated.tps(),
            "calls",
            new Calls((long) windows * CALLS, 0, 0, 0, 0),
            "figures",
            use,
            "latency",
            latency(simulated.meanMillis(), simulated.percentileMillis(99)));
    return new Assessment(figures, false, false);
  }

  static Latency latency(double mean, double tp99) {
    return new Latency(mean, mean, mean, tp99, null, null, null, null, null);
  }

  /** The highest number of users whose TP99 is within 10 ms. */
  int maxUsers(int threads, int queue) {
    int within = 0;
    int beyond = 200;
    while (beyond - within > 1) {
      int middle = (within + beyond) / 2;
      if (simulate(threads, queue, middle, 40_000, 1).percentileMillis(99) < 10) {
        within = middle;
      } else {
        beyond = middle;
      }
    }
    return within;
  }

  private NetworkSimulation.Outcome simulate(
      int threads, int queue, int users, int calls, long seed) {
    return new NetworkSimulation(network.withPool(threads, queue), TIMES, TIMES)
        .run(users, calls, seed);
  }
}
