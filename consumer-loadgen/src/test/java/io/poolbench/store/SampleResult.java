package io.poolbench.store;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.result.Batches;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.result.Calls;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.Figures;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Host;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.ConnectionTrial;
import io.poolbench.result.SiteSamples.Connections;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.StepResult.UserTime;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** Sample results with every kind of verdict, missing value, load and hostile text. */
public final class SampleResult {
  /** Start of the study. */
  public static final Instant STARTED = Instant.parse("2026-11-01T12:30:05.250Z");

  private static final Cell CLOSED =
      new StudyLoader(CellCheck.NONE)
          .parse(
              "sample",
              "sample.yaml",
              """
              provider:
                work: {cpuIterations: 1000, garbage: 512B, bursts: 2}
                jvm: {options: [-Xmx512m]}
              redis: {records: 1000, connections: 4, latency: {mean: 500us, deviation: 100us}}
              driver: {client: proxy, connections: 2, timeout: 3s}
              cpus: {provider: 0-1}
              load: {users: "8, 24, 40", backoff: 0ms, warmup: 10s, settle: 1500ms, measure: 10s}
              """,
              List.of())
          .cells()
          .get(0);

  /** The load of closed-loop cells. */
  static final LoadSchedule USERS = CLOSED.load();

  private static final int WINDOWS = 5;
  private static final int BATCHES_PER_WINDOW = 4;

  private SampleResult() {}

  /** Cells of closed and open loops, without repetitions. */
  public static StudyResult studyResult() {
    return studyResult(
        "Does <b>fixed</b> beat | cached?\u001b[31m",
        calibrated(),
        List.of(fixed(), cached(), broken(), open()));
  }

  /** The same cells, measured in one provider in rounds. */
  public static StudyResult paired() {
    StudyResult plain = studyResult();
    List<CellResult> cells =
        plain.cells().stream()
            .map(
                cell ->
                    cell.failed()
                        ? cell
                        : Changed.with(cell, "blocks", blocks(cell), "sites", sites(cell)))
            .toList();
    return Changed.with(plain, "paired", new Paired(WINDOWS), "cells", cells);
  }

  /** Calls that wait for one of six connections the longer the more users there are. */
  private static SortedMap<Integer, SiteSamples> sites(CellResult cell) {
    SortedMap<Integer, SiteSamples> sites = new TreeMap<>();
    for (StepResult step : cell.steps()) {
      int waiting = Math.max(0, step.level() - 6);
      sites.put(
          step.level(),
          new SiteSamples(
              100,
              step.level(),
              List.of(
                  new Site(State.RUN, "com.example.Store.find", "", "", 600),
                  new Site(State.WAIT, "com.example.Store.find", "b.Pool.borrow", "", 1 + waiting)),
              List.of(
                  new Connections(
                      "HikariCP", "b.Pool.borrow", "db-1", 6, Math.min(6, step.level()), waiting)),
              new ConnectionTrial("db-1", 6, 1_600, 12, 2_400)));
    }
    return sites;
  }

  /** A block of each level in two rounds, the first of which the driver disturbed. */
  private static List<BlockSample> blocks(CellResult cell) {
    List<BlockSample> samples = new ArrayList<>();
    for (int round = 1; round <= 2; round++) {
      for (StepResult step : cell.steps()) {
        boolean first = samples.isEmpty();
        samples.add(BlockSample.of(round, 1, first, step));
        if (first) {
          samples.add(BlockSample.of(round, 2, false, step));
        }
      }
    }
    return samples;
  }

  /** The same cells with an SLA asserted up to the load of the second step. */
  public static StudyResult asserted() {
    return studyResult(
        "]]> & <what> \"is\" asserted?",
        List.of(asserted(fixed()), asserted(cached()), asserted(broken()), asserted(open())));
  }

  private static CellResult asserted(CellResult result) {
    return Changed.with(result, "cell.sla.upTo", result.cell().load().levels().get(1));
  }

  static StudyResult studyResult(String title, List<CellResult> cells) {
    return studyResult(title, null, cells);
  }

  private static StudyResult studyResult(
      String title, Calibrated calibration, List<CellResult> cells) {
    return new StudyResult(
        StudyResult.VERSION,
        "sample",
        title,
        "0.1.0",
        STARTED,
        STARTED.plusSeconds(600),
        true,
        new Host("Linux 6.1", "6.1.0-18", "Sample CPU @ 2 GHz", "0-3", 16L << 30, "17.0.9", ""),
        calibration,
        null,
        List.of(),
        List.of(),
        "",
        List.of(),
        cells);
  }

  /** A calibration on a fast host with a slow network. */
  private static Calibrated calibrated() {
    return new Calibrated(
        new Calibration(6700, 2570, 1100),
        "fixed 74",
        83_412,
        new AddedLatency(2031, 406),
        AddedLatency.NONE,
        new Reached(6655.5, 6601.5, 6702),
        new Reached(2.583, 2.5, 2.625),
        new Reached(1.34, 1.25, 1.5),
        82.125);
  }

  private static CellResult fixed() {
    List<StepResult> steps =
        List.of(
            late(120, step(1, 8, 4000, new Calls(40_000, 0, 0, 0, 0), 1.996, 2.5, Verdict.pass())),
            late(
                800,
                step(2, 24, 9876.5, new Calls(98_765, 0, 0, 0, 0), 2.43, 9.99, Verdict.pass())),
            late(
                3_100,
                step(
                    3,
                    32,
                    10_250.25,
                    new Calls(102_502, 5_000, 3, 1, 0),
                    2.98,
                    12.34,
                    Verdict.fail(
                        Violation.of(Metric.TP99, 12.34, 10),
                        Violation.of(Metric.AVAILABILITY, 95.3454, 99.9)))));
    return Changed.with(
        fixed("fixed 24", 24, 1, steps),
        "warmUp",
        new WarmUp(32, 7.04, true, "TPS within 2 %"),
        "failedCalls",
        Map.of("status 100: thread pool is |exhausted|\u001b[31m", 5_000L));
  }

  private static CellResult cached() {
    return new CellResult(
        cell("缓存线程池 a|b\nc", PoolConfig.of(PoolType.CACHED, 20, 200, null, null)),
        2,
        new EffectivePool(
            "ThreadPoolExecutor", 20, 100, 60_000L, "LinkedBlockingQueue", Integer.MAX_VALUE),
        environment(false),
        new WarmUp(40, 20.5, false, "CPU per call within 37 %"),
        List.of(
            late(40, step(1, 8, 3900, new Calls(39_000, 0, 0, 0, 0), 2.05, 3.1, Verdict.pass())),
            step(
                2,
                24,
                50,
                new Calls(500, 0, 0, 0, 0),
                480,
                null,
                Verdict.invalid(Violation.unknown(Metric.TP99, 10.0))),
            late(300, step(3, 40, 11_000, new Calls(110_000, 0, 0, 0, 0), 3.6, 7, Verdict.pass()))),
        Map.of(),
        null);
  }

  private static CellResult broken() {
    return new CellResult(
        cell("eager", PoolConfig.of(PoolType.EAGER, 0, 64, 100, null)),
        1,
        null,
        environment(true),
        null,
        List.of(),
        Map.of(),
        CellFailure.of(
            ViolationCode.LAB_FAILED,
            "the provider ended before it was ready, with exit code 1\n"
                + "Caused by: *bind* |failed|\u001b]0;owned\u0007\n```\nlast line"));
  }

  private static CellResult open() {
    Latency service = new Latency(2.5, 2.4, 3.1, 4.5, 9.75, 12.0, null, null, null);
    List<StepResult> steps =
        List.of(
            paced(
                late(
                    5,
                    step(1, 500, 500.5, new Calls(5_005, 0, 0, 0, 0), 2.6, 4.75, Verdict.pass())),
                new Pacing(
                    service,
                    new Latency(0.05, 0.01, 0.02, 0.25, null, 0.5, null, null, null),
                    0.125,
                    0,
                    HistogramText.encode(histogram(500)),
                    HistogramText.encode(histogram(50)))),
            paced(
                late(
                    50_000,
                    step(
                        2,
                        6_000,
                        5_700,
                        new Calls(57_000, 0, 0, 0, 1_250),
                        480,
                        1_940,
                        Verdict.fail(Violation.of(Metric.TP99, 1_940, 10)))),
                new Pacing(
                    service,
                    new Latency(450.0, 420.0, 900.0, 1930.0, 1999.0, 2000.0, null, null, null),
                    2.5,
                    1_750,
                    HistogramText.encode(histogram(600)),
                    HistogramText.encode(histogram(60)))));
    return Changed.with(
        fixed("open", 24, 1, steps),
        "cell.load.workload",
        new Workload.Open(ArrivalProcess.POISSON),
        "cell.load.levels",
        List.of(500, 6_000),
        "warmUp",
        new WarmUp(6_000, 7.04, true, "TPS within 2 %"));
  }

  /** A cell of an open loop. */
  static Cell open(String name, PoolConfig pool) {
    return Changed.with(
        cell(name, pool),
        "load",
        new LoadSchedule(
            new Workload.Open(ArrivalProcess.POISSON),
            List.of(1_000),
            Duration.ofSeconds(10),
            Duration.ZERO,
            Duration.ofSeconds(15)));
  }

  static Cell cell(String name, PoolConfig pool) {
    return Changed.with(CLOSED, "name", name, "provider.pool", pool);
  }

  /** A complete cell with a fixed pool and these steps. */
  public static CellResult fixed(String name, int threads, int repetition, List<StepResult> steps) {
    return new CellResult(
        cell(name, PoolConfig.of(PoolType.FIXED, null, threads, null, null)),
        repetition,
        new EffectivePool("ThreadPoolExecutor", threads, threads, 0L, "SynchronousQueue", 0),
        environment(true),
        null,
        steps,
        Map.of(),
        null);
  }

  private static CellEnvironment environment(boolean pinned) {
    return new CellEnvironment(
        "0-1",
        "2-3",
        pinned,
        List.of("java", "-Xmx512m"),
        "embedded 6.2.7",
        "quiet: EpollServerSocketChannel, filters echo exception, refusals not logged and not"
            + " dumped",
        pinned ? 0.12 : null,
        1.25,
        pinned ? 98.5 : null,
        null);
  }

  /** A step in five windows of four batches, with so many OK calls over the bound of TP99. */
  private static StepResult late(long late, StepResult step) {
    Calls calls = step.calls();
    int size = WINDOWS * BATCHES_PER_WINDOW;
    return Changed.with(
        step,
        "batches",
        new Batches(
            IntStream.range(0, size).mapToObj(batch -> batch / BATCHES_PER_WINDOW + 1).toList(),
            Collections.nCopies(size, step.seconds() / size),
            parts(calls.ok(), size),
            parts(calls.timeout(), size),
            parts(calls.rejected() + calls.error(), size),
            parts(calls.unsent(), size),
            Map.of("tp99", parts(late, size)),
            Map.of("tp99", parts(2, size)),
            Map.of("tp99", Collections.nCopies(size, 0.125)),
            IntStream.range(0, size).mapToObj(batch -> batch % 2 == 0 ? 1L : -1L).toList()));
  }

  /** Equal parts, as far as whole numbers can be equal. */
  private static List<Long> parts(long total, int count) {
    return LongStream.range(0, count)
        .mapToObj(part -> total * (part + 1) / count - total * part / count)
        .toList();
  }

  /** A step. */
  public static StepResult step(
      int step, int level, double tps, Calls calls, double mean, Number tp99, Verdict verdict) {
    Double tail = tp99 == null ? null : tp99.doubleValue();
    boolean known = tail != null;
    return new StepResult(
        step,
        level,
        STARTED.plusMillis(20_000L * step),
        10.0,
        calls,
        tps,
        new Latency(
            mean,
            mean * 0.9,
            mean * 1.2,
            tail,
            known && Percentile.TP999.hasEnough(calls.ok()) ? tail * 2 : null,
            mean * 30,
            null,
            null,
            null),
        mean,
        null,
        null,
        new Pending(level, 1.5, (double) level),
        new UserTime(calls.availabilityPct()),
        Batches.UNKNOWN,
        List.of(),
        new Stability(5, 2.5, known ? 8.0 : null),
        measured(level, calls, known),
        verdict,
        HistogramText.encode(histogram(level)),
        false,
        List.of(),
        List.of(),
        List.of(),
        null,
        null);
  }

  private static Figures measured(int level, Calls calls, boolean known) {
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.POOL_THREADS, 24)
            .with(Metric.QUEUE_MEAN, 0.25)
            .with(Metric.QUEUE_MAX, 0)
            .with(Metric.POOL_REJECTED, calls.rejected())
            .with(Metric.POOL_SPURIOUSLY_REJECTED, calls.rejected() / 10)
            .with(Metric.QUEUE_WAIT_MEAN, 0.01)
            .with(Metric.QUEUE_WAIT_TP99, 0.125)
            .with(Metric.SERVICE_MEAN, 1.25)
            .with(Metric.SERVICE_TP99, 2.5)
            .with(Metric.REDIS_MEAN, 0.00001)
            .with(Metric.APPLICATION_MEAN, 1.24)
            .with(Metric.PROVIDER_INVOLUNTARY_SWITCHES, 0.125)
            .with(Metric.PROVIDER_RUN_QUEUE_WAIT, 18.5)
            .with(Metric.DRIVER_CPU, 21.75)
            .with(Metric.DRIVER_BUSIEST_THREAD, 20.5)
            .with(Metric.DRIVER_JIT, 0.5)
            .with(Metric.DRIVER_CPU_PER_CALL, 3.5)
            .with(Metric.DRIVER_SWITCHES, 0.51)
            .with(Metric.DRIVER_RUN_QUEUE_WAIT, 4.5)
            .with(Metric.DRIVER_GC_PAUSE, 0)
            .with(Metric.OTHERS_CPU, 1.5);
    return known
        ? figures
            .with(Metric.PROVIDER_CPU, Math.min(97.5, level * 2.345))
            .with(Metric.PROVIDER_CPU_PER_CALL, 412.5)
            .with(Metric.PROVIDER_CPU_BUSINESS, 30.5)
            .with(Metric.PROVIDER_CPU_IO, 9.25)
            .with(Metric.JIT, 1.5)
            .with(Metric.GC_COUNT, 3)
            .with(Metric.GC_PAUSE, 12.5)
            .with(Metric.FULL_GC_PAUSE, 0)
            .with(Metric.POOL_ACTIVE_MEAN, 7.5)
            .with(Metric.POOL_ACTIVE_SAMPLED, 7.25)
            .with(Metric.POOL_ACTIVE_MAX, Math.min(level, 24))
            .with(Metric.RSS, 312.5)
            .with(Metric.HEAP_AFTER_GC, 96.25)
            .with(Metric.STEAL, 0.25)
        : figures;
  }

  private static StepResult paced(StepResult step, Pacing pacing) {
    return Changed.with(step, "pacing", pacing, "stability", new Stability(5, 12.5, 75.0));
  }

  /** The response times of a step of so many users: 1 ms, 2 ms, ... one each. */
  public static Histogram histogram(int users) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= users; i++) {
      histogram.recordValue(i * 1_000_000L);
    }
    return histogram;
  }
}
