package io.poolbench.published;

import io.poolbench.api.AddedLatency;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Batch;
import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Calibrated.Chosen;
import io.poolbench.journal.Calibrated.Reached;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Verdict;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import io.poolbench.study.Study.Calibration;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A journal of the published values themselves and of values between them that its text describes;
 * to be changed value by value. The SLA's bound is on unsent requests, of which a failing level has
 * one: a verdict is changed apart from the times.
 *
 * @param points the "measured" values; each is a slice of its own
 */
public record PublishedStudy(List<Point> points) {
  static final String CACHED = "jsf-cached";
  static final String FIXED = "jsf-fixed";
  static final String FIXED_QUEUE = "jsf-fixed-queue";

  private static final List<Metric> METRICS =
      List.of(Metric.TPS, Metric.PROVIDER_CPU, Metric.TP50, Metric.TP90, Metric.TP99, Metric.TP999);

  private static final double SECONDS = 40;
  private static final int CPUS = 4;

  static final Study STUDY =
      parse(
          """
          title: The published study
          sla: {unsent: 1, availability: 1%}
          provider: {threadpool: fixed}
          load: {users: 1..200}
          cells:
            - {published: jsf-cached, provider: {threadpool: cached, corethreads: 20, threads: 200}}
          """
              + fixed("jsf-fixed, provider: {threads: %d}", 4, 8, 16, 20, 24, 25, 26)
              + fixed(
                  "jsf-fixed-queue, provider: {threads: %d, queues: 1000}", 4, 8, 16, 20, 24, 25));

  static Study parse(String yaml) {
    Path published = Path.of(System.getProperty("poolbench.home"), "bench-configs", "published");
    return new StudyLoader(Metric.ALL, CellCheck.NONE, published)
        .parse("jsf", "jsf.yaml", yaml, List.of());
  }

  private static String fixed(String published, Integer... threads) {
    return Stream.of(threads)
        .map(each -> "  - {published: " + published.formatted(each) + "}\n")
        .collect(Collectors.joining());
  }

  /**
   * A load of a pool.
   *
   * @param threads of the pool; 200 for cached
   * @param values of {@link #METRICS}, and the rejections in 10 s
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

    boolean isOf(Cell cell) {
      return table.equals(cell.standards().published())
          && threads == cell.provider().pool().threads();
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

  /** A calibration that reached this throughput, of a target of 6,700, and all else. */
  static Calibrated reaching(double saturationTps) {
    return new Calibrated(
        new Calibration(6700, 2570, 1100),
        "fixed 200",
        new Chosen(100_000, new AddedLatency(1900, 0), new AddedLatency(900, 0)),
        new Reached(saturationTps, saturationTps, saturationTps),
        new Reached(2.58, 2.56, 2.6),
        new Reached(1.09, 1.08, 1.1),
        40);
  }

  /** All of it beside the published tables. */
  Published published() {
    return published(6712);
  }

  Published published(double saturationTps) {
    return new PublishedComparison(judged(), Optional.of(reaching(saturationTps)))
        .published()
        .orElseThrow();
  }

  public JudgedStudy judged() {
    return judged(STUDY, List.of(this));
  }

  /** The study with a repetition for each of these. */
  static JudgedStudy judged(Study study, List<PublishedStudy> repetitions) {
    List<Slice> slices = new ArrayList<>();
    int block = 0;
    for (int i = 0; i < repetitions.size(); i++) {
      for (Cell cell : study.cells()) {
        for (Point point : repetitions.get(i).points) {
          if (point.isOf(cell)) {
            block++;
            Key key = new Key(cell.name(), i + 1, new Turn(1, block), point.users(), "");
            slices.add(slice(key, point));
          }
        }
      }
    }
    return JudgedStudy.of(study, SampleSlices.journal(slices));
  }

  /** A slice of one batch, of which no noise is known. */
  private static Slice slice(Key key, Point point) {
    double tps = point.value(Metric.TPS);
    long ok = Math.max(1, Math.round(SECONDS * tps));
    Calls calls =
        Calls.ok(ok)
            .with(CallSum.REJECTED, Math.round(SECONDS / 10 * point.value(Metric.REJECTED)))
            .with(CallSum.UNSENT, point.verdict() == Verdict.Kind.FAIL ? 1 : 0);
    Instant at = SampleSlices.START.plusSeconds(100L * key.turn().block());
    Batch batch = SampleSlices.batch(at, Math.round(ok / tps * 1e9), calls, times(point, ok));
    Slice slice = SampleSlices.slice(key, List.of(batch)).with(counters(point, ok));
    return point.verdict() == Verdict.Kind.INVALID
        ? slice.with(Set.of(Violation.of(Metric.STEAL, 9, 5)))
        : slice;
  }

  /** Response times with these percentiles; TP99 comes before lower ones that contradict it. */
  private static Durations times(Point point, long calls) {
    double tp99 = point.value(Metric.TP99);
    double[] millis = {
      Math.min(tp99, point.value(Metric.TP50)),
      Math.min(tp99, Math.max(point.value(Metric.TP50), point.value(Metric.TP90))),
      tp99,
      Math.max(tp99, point.value(Metric.TP999)),
      2 * Math.max(tp99, point.value(Metric.TP999))
    };
    double[] shares = {0.5, 0.9, 0.99, 0.999, 1};
    long[] counted = new long[2 * millis.length];
    long before = 0;
    for (int i = 0; i < millis.length; i++) {
      long upTo = (long) Math.ceil(shares[i] * calls);
      counted[2 * i] = Math.round(millis[i] * 1e6);
      counted[2 * i + 1] = upTo - before;
      before = upTo;
    }
    return SampleSlices.durations(counted);
  }

  private static Counters counters(Point point, long calls) {
    double response = 1000 * point.users() / point.value(Metric.TPS);
    double service = Math.min(2.6, response);
    Map<String, Double> gained = new HashMap<>();
    gained.put(CounterNames.LOAD, SECONDS);
    gained.put(CounterNames.CALLS, (double) calls);
    gained.put(Side.PROVIDER.cpu(), point.value(Metric.PROVIDER_CPU) / 100 * CPUS * SECONDS);
    gained.put(Side.PROVIDER.cpuAvailable(), CPUS * SECONDS);
    gained.put(ProviderMetrics.GC_YOUNG_COUNT, 20.0);
    gained.put(ProviderMetrics.GC_YOUNG_PAUSE, 0.62);
    Map.of(
            ProviderMetrics.QUEUE_WAIT,
            response - service,
            ProviderMetrics.SERVICE,
            service,
            ProviderMetrics.REDIS,
            1.99,
            ProviderMetrics.APPLICATION,
            service - 1.99)
        .forEach((stage, millis) -> gained.putAll(SampleSlices.stage(stage, calls, millis)));
    return Counters.ofGained(gained);
  }
}
