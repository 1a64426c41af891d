package io.poolbench.published;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.result.Calls;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.HistogramText;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleVerdicts;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.Pending;
import io.poolbench.result.StepResult.UserTime;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SampleResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A result of the published values themselves and of values between them that its text describes;
 * to be changed value by value.
 *
 * @param points the "measured" values
 */
public record PublishedStudy(List<Point> points) {
  static final String CACHED = "jsf-cached";
  static final String FIXED = "jsf-fixed";
  static final String FIXED_QUEUE = "jsf-fixed-queue";

  private static final List<Metric> METRICS =
      List.of(Metric.TPS, Metric.PROVIDER_CPU, Metric.TP50, Metric.TP90, Metric.TP99, Metric.TP999);

  private static final StepResult STEP = common();

  private static final Study STUDY =
      new StudyLoader(
              CellCheck.NONE,
              Path.of(System.getProperty("poolbench.home"), "bench-configs", "published"))
          .parse(
              "jsf",
              "jsf.yaml",
              """
              title: The published study
              sla: {tp99: 10ms}
              provider: {threadpool: fixed}
              load: {users: 1..200}
              cells:
                - {published: jsf-cached, provider: {threadpool: cached, corethreads: 20, threads: 200}}
              """
                  + fixed("jsf-fixed, provider: {threads: %d}", 4, 8, 16, 20, 24, 25, 26)
                  + fixed(
                      "jsf-fixed-queue, provider: {threads: %d, queues: 1000}",
                      4, 8, 16, 20, 24, 25),
              List.of());

  private static String fixed(String published, Integer... threads) {
    return Stream.of(threads)
        .map(each -> "  - {published: " + published.formatted(each) + "}\n")
        .collect(Collectors.joining());
  }

  /**
   * A load of a pool.
   *
   * @param threads of the pool; 200 for cached
   * @param values of {@link #METRICS}, and the rejections
   */
  public record Point(
      String table, int threads, int users, Map<Metric, Double> values, Verdict.Kind verdict) {
    public Point {
      values = Map.copyOf(values);
    }

    /** A passing point with the values of {@link #METRICS}, and without rejections. */
    static Point of(String table, int threads, int users, double... values) {
      Map<Metric, Double> byMetric = new EnumMap<>(Map.of(Metric.REJECTED, 0.0));
      for (int i = 0; i < values.length; i++) {
        byMetric.put(METRICS.get(i), values[i]);
      }
      return new Point(table, threads, users, byMetric, Verdict.Kind.PASS);
    }

    double value(Metric metric) {
      return values.get(metric);
    }

    public Point with(Metric metric, double value) {
      Map<Metric, Double> changed = new EnumMap<>(values);
      changed.put(metric, value);
      return new Point(table, threads, users, changed, verdict);
    }

    Point scaled(Metric metric, double factor) {
      return with(metric, value(metric) * factor);
    }

    public Point verdict(Verdict.Kind changed) {
      return new Point(table, threads, users, values, changed);
    }

    Point at(int changed) {
      return new Point(table, threads, changed, values, verdict);
    }

    boolean is(String ofTable, int ofThreads, int ofUsers) {
      return table.equals(ofTable) && threads == ofThreads && users == ofUsers;
    }
  }

  /** As published. */
  public static PublishedStudy asPublished() {
    List<Point> points = new ArrayList<>();
    for (int users : List.of(4, 8, 12, 16, 20, 23)) {
      points.add(cached(users, 6553.0 / 24 * users, 99.62 / 24 * users, 7));
    }
    points.add(cached(24, 6553, 99.62, 8));
    points.add(cached(25, 6607, 99.83, 11));
    points.add(cached(36, 6700, 99.8, 30));
    points.add(cached(48, 6750, 99.8, 45));
    points.add(cached(80, 6928, 99.82, 74));
    points.add(cached(140, 6600, 99.82, 85));
    points.add(cached(200, 6230, 99.94, 99));
    points.add(fixed(4, 5, 1063, 20.26));
    points.add(fixed(8, 5, 2216, 36.62));
    points.add(fixed(16, 6, 4262, 68.56));
    points.add(fixed(20, 5, 5550, 86.22));
    points.add(fixed(24, 8, 6711, 99.62));
    points.add(fixed(25, 16, 6644, 98.77));
    points.add(fixed(26, 19, 6744, 99.93));
    queue(points, 4, 11, 1531, 27.67, 7, 8, 10, 18);
    queue(points, 8, 25, 3113, 46.45, 8, 8, 10, 18);
    queue(points, 16, 50, 6228, 87.97, 8, 8, 10, 21);
    queue(points, 20, 23, 6409, 99.92, 3, 4, 10, 15);
    queue(points, 24, 22, 6178, 99.86, 3, 4, 7, 15);
    queue(points, 25, 22, 6182, 98.83, 3, 4, 6, 15);
    return new PublishedStudy(points);
  }

  private static Point cached(int users, double tps, double cpuPct, double tp99) {
    Verdict.Kind verdict = users <= 24 ? Verdict.Kind.PASS : Verdict.Kind.FAIL;
    return Point.of(CACHED, 200, users, tps, cpuPct, 3.7, 5, tp99, tp99 * 2).verdict(verdict);
  }

  private static Point fixed(int threads, double tp99, double tps, double cpuPct) {
    Verdict.Kind verdict = threads <= 24 ? Verdict.Kind.PASS : Verdict.Kind.FAIL;
    return Point.of(FIXED, threads, threads, tps, cpuPct, 3.7, 4, tp99, tp99 * 2).verdict(verdict);
  }

  /** A pool at its capacity, one user more, and twice as many. */
  private static void queue(List<Point> points, int threads, int capacity, double... values) {
    Point within = Point.of(FIXED_QUEUE, threads, capacity, values);
    points.add(within);
    points.add(within.at(capacity + 1).with(Metric.TP99, 13).verdict(Verdict.Kind.FAIL));
    points.add(within.at(2 * capacity).with(Metric.TP99, 26).verdict(Verdict.Kind.FAIL));
  }

  /** With these points changed. */
  public PublishedStudy changed(Predicate<Point> which, UnaryOperator<Point> change) {
    return new PublishedStudy(
        points.stream().map(point -> which.test(point) ? change.apply(point) : point).toList());
  }

  /** Without these points. */
  public PublishedStudy without(Predicate<Point> which) {
    return new PublishedStudy(points.stream().filter(which.negate()).toList());
  }

  /** With a point more. */
  public PublishedStudy with(Point point) {
    List<Point> more = new ArrayList<>(points);
    more.add(point);
    return new PublishedStudy(more);
  }

  Point point(String table, int threads, int users) {
    return points.stream()
        .filter(point -> point.is(table, threads, users))
        .findFirst()
        .orElseThrow();
  }

  /** All of it as a result. */
  public StudyResult result() {
    List<CellResult> cells = STUDY.cells().stream().map(this::cell).toList();
    return Changed.with(
        SampleCurves.study(cells),
        "study",
        STUDY.name(),
        "title",
        STUDY.title(),
        "published",
        STUDY.published(),
        "calibration",
        new Calibrated(
            new Calibration(6700, 2570, 1100),
            "fixed 200",
            100_000,
            new AddedLatency(1900, 0),
            new AddedLatency(900, 0),
            new Reached(6712, 6680, 6750),
            new Reached(2.58, 2.56, 2.6),
            new Reached(1.09, 1.08, 1.1),
            40));
  }

  private CellResult cell(Cell cell) {
    List<StepResult> steps =
        points.stream()
            .filter(point -> point.table().equals(cell.published()))
            .filter(point -> point.threads() == cell.provider().pool().threads())
            .map(PublishedStudy::step)
            .toList();
    return new CellResult(
        cell,
        1,
        null,
        new CellEnvironment(
            "0-3", "4-7", true, List.of(), "embedded 6.2.7", "", 0.1, 1.0, 99.0, null),
        null,
        steps,
        Map.of(),
        null);
  }

  private static StepResult step(Point point) {
    double tps = point.value(Metric.TPS);
    double cpuPct = point.value(Metric.PROVIDER_CPU);
    double tp99 = point.value(Metric.TP99);
    double tp999 = point.value(Metric.TP999);
    double response = 1000 * point.users() / tps;
    double service = Math.min(2.6, response);
    Verdict verdict = SampleVerdicts.of(point.verdict().name().charAt(0));
    Latency latency =
        new Latency(
            response,
            point.value(Metric.TP50),
            point.value(Metric.TP90),
            tp99,
            tp999,
            2 * tp999,
            null,
            null,
            null);
    long rejected = Math.round(point.value(Metric.REJECTED));
    StepResult step =
        Changed.with(STEP, "level", point.users(), "tps", tps, "cycleMeanMillis", response);
    step = Changed.with(step, "calls", new Calls(Math.round(10 * tps), rejected, 0, 0, 0));
    step = Changed.with(step, "latency", latency, "verdict", verdict);
    return Changed.with(
        step,
        "figures",
        step.figures()
            .with(Metric.PROVIDER_CPU, cpuPct)
            .with(Metric.PROVIDER_CPU_PER_CALL, cpuPct / 100 * 4e6 / tps)
            .with(Metric.QUEUE_WAIT_MEAN, response - service)
            .with(Metric.QUEUE_WAIT_TP99, tp99 / 2)
            .with(Metric.SERVICE_MEAN, service)
            .with(Metric.SERVICE_TP99, 4.0)
            .with(Metric.APPLICATION_MEAN, service - 1.99));
  }

  /** What all steps have in common; the study prints no more of its percentiles. */
  private static StepResult common() {
    Calls calls = new Calls(1, 0, 0, 0, 0);
    StepResult step = SampleResult.step(1, 1, 1, calls, 1, 1, Verdict.pass());
    step = Changed.with(step, "histogram", HistogramText.encode(new Histogram(3)));
    step = Changed.with(step, "pending", Pending.UNKNOWN, "stability", Stability.UNKNOWN);
    step = Changed.with(step, "userTime", UserTime.UNKNOWN);
    Figures figures = step.figures();
    for (Metric metric : Metric.values()) {
      if (metric.id().matches("(driver|pool|queue)_.*")) {
        figures = figures.with(metric, null);
      }
    }
    return Changed.with(
        step,
        "figures",
        figures
            .with(Metric.GC_COUNT, 20)
            .with(Metric.GC_PAUSE, 620)
            .with(Metric.STEAL, 0.5)
            .with(Metric.OTHERS_CPU, 1)
            .with(Metric.REDIS_MEAN, 1.99));
  }
}
