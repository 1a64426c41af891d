package io.poolbench.report;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Durations;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Percentile;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Units;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.limits.PoolLimit;
import io.poolbench.report.format.Chart;
import io.poolbench.report.format.Chart.Axis;
import io.poolbench.report.format.Chart.Band;
import io.poolbench.report.format.Chart.Limit;
import io.poolbench.report.format.Chart.Series;
import io.poolbench.study.Sla;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Charts of levels: metrics over users or rates, parts of a call, percentiles, and over time. */
final class LevelCharts {
  /** From this ratio of the highest to the lowest level on, equal ratios take equal room. */
  private static final double WIDE = 12;

  private static final double STEP_NINES = 0.1;
  private static final int MAX_SPECTRA = 6;
  private static final int MAX_BATCHES = 400;

  private static final List<Metric> PARTS =
      List.of(
          Metric.OUTSIDE_MEAN, Metric.QUEUE_WAIT_MEAN, Metric.REDIS_MEAN, Metric.APPLICATION_MEAN);

  private LevelCharts() {}

  private static Axis loads(String unit, List<JudgedLevel> levels) {
    int low = levels.stream().mapToInt(JudgedLevel::at).min().orElse(1);
    int high = levels.stream().mapToInt(JudgedLevel::at).max().orElse(1);
    return new Axis(unit, high >= WIDE * low, false);
  }

  /** A metric of all pools over their levels. */
  static Chart overLoads(Metric metric, List<EstimatedCell> pools) {
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < pools.size(); i++) {
      series.add(series(pools.get(i).name(), i, metric, pools.get(i).judged().levels(), true));
    }
    String unit = pools.get(0).unit();
    return new Chart(
        metric.title() + " over " + unit,
        metric.title() + " over " + unit + ", a line for each pool.",
        loads(unit, pools.stream().flatMap(pool -> pool.judged().levels().stream()).toList()),
        axis(metric, series),
        known(series),
        limits(metric, pools),
        List.of());
  }

  private static List<Series> known(List<Series> series) {
    return series.stream().filter(line -> line.y().stream().anyMatch(Objects::nonNull)).toList();
  }

  /** Times that differ much take a logarithmic axis. */
  private static Axis axis(Metric metric, List<Series> series) {
    List<Double> values =
        series.stream().flatMap(line -> line.y().stream()).filter(Objects::nonNull).toList();
    boolean isWide =
        metric.isResponseTime()
            && !values.isEmpty()
            && Collections.min(values) > 0
            && Collections.max(values) >= WIDE * Collections.min(values);
    return new Axis(metric.heading(), isWide, false);
  }

  /** The bounds of an SLA that all pools have. */
  private static List<Limit> limits(Metric metric, List<EstimatedCell> pools) {
    List<Sla> slas = pools.stream().map(pool -> pool.judged().cell().sla()).distinct().toList();
    return slas.stream()
        .filter(sla -> slas.size() == 1)
        .flatMap(sla -> sla.bounds().stream())
        .filter(bound -> Metric.of(bound) == metric)
        .map(bound -> new Limit(bound.limit(), "SLA"))
        .toList();
  }

  private static Series series(
      String name, int style, Metric metric, List<JudgedLevel> levels, boolean toned) {
    List<List<Double>> samples = levels.stream().map(level -> level.byRepetition(metric)).toList();
    boolean isRange = samples.stream().anyMatch(values -> values.size() > 1);
    return new Series(
        name,
        style,
        levels.stream().map(level -> (double) level.at()).toList(),
        column(levels, level -> metric.of(level.together())),
        isRange ? ends(samples, values -> Collections.min(values)) : List.of(),
        isRange ? ends(samples, values -> Collections.max(values)) : List.of(),
        toned ? levels.stream().map(Tones::of).toList() : List.of(),
        false);
  }

  private static List<Double> ends(List<List<Double>> samples, ToDoubleFunction<List<Double>> end) {
    return samples.stream()
        .map(values -> values.isEmpty() ? null : Chart.rounded(end.applyAsDouble(values)))
        .toList();
  }

  private static List<Double> column(
      List<JudgedLevel> levels, Function<JudgedLevel, Double> value) {
    return levels.stream().map(level -> Chart.rounded(value.apply(level))).toList();
  }

  /** Every metric that some pool knows, as the charts of a choice. */
  static List<Chart> everyMetric(List<EstimatedCell> pools) {
    return Arrays.stream(Metric.values())
        .map(metric -> overLoads(metric, pools))
        .filter(Chart::isDrawn)
        .toList();
  }

  /** Percentiles of one pool over its levels. */
  static Chart percentiles(EstimatedCell pool) {
    List<JudgedLevel> levels = pool.judged().levels();
    List<Metric> metrics = List.of(Metric.TP50, Metric.TP90, Metric.TP99, Metric.TP999);
    List<Series> series =
        IntStream.range(0, metrics.size())
            .mapToObj(
                i -> series(metrics.get(i).title(), i, metrics.get(i), levels, /* toned= */ false))
            .toList();
    List<Limit> limits =
        pool.judged().cell().sla().bounds().stream()
            .filter(bound -> metrics.contains(Metric.of(bound)))
            .map(bound -> new Limit(bound.limit(), "SLA " + Metric.of(bound).title()))
            .toList();
    return new Chart(
        "Response time",
        "TP50 to TP999 in milliseconds over " + pool.unit() + ".",
        loads(pool.unit(), levels),
        axis(Metric.TP99, series),
        known(series),
        limits,
        List.of());
  }

  /** The parts of the mean response time, one on the other; of a target by site where known. */
  static Chart parts(EstimatedCell pool, Optional<PoolLimit> limit) {
    List<JudgedLevel> levels = pool.judged().levels();
    List<Series> series = new ArrayList<>();
    if (limit.isPresent() && !limit.get().sites().times().isEmpty()) {
      List<Double> at = limit.get().sites().levels().stream().map(Integer::doubleValue).toList();
      limit
          .get()
          .sites()
          .times()
          .forEach(site -> series.add(stacked(site.name(), series.size(), at, site.millis())));
    } else {
      List<Double> at = levels.stream().map(level -> (double) level.at()).toList();
      for (Metric part : PARTS) {
        List<Double> values = column(levels, level -> part.of(level.together()));
        if (values.stream().anyMatch(Objects::nonNull)) {
          series.add(stacked(part.title(), series.size(), at, values));
        }
      }
    }
    return new Chart(
        "Mean time of a call by part",
        "The parts of the mean response time in milliseconds, stacked, over " + pool.unit() + ".",
        loads(pool.unit(), levels),
        new Axis("ms"),
        series);
  }

  private static Series stacked(String name, int style, List<Double> x, List<Double> y) {
    return new Series(name, style, x, y, List.of(), List.of(), List.of(), true);
  }

  /**
   * All percentiles of some levels on HdrHistogram's scale of nines, where the tail takes as much
   * room as the bulk. A line ends where few calls lie beyond.
   */
  static Chart spectrum(EstimatedCell pool) {
    List<JudgedLevel> levels = pool.judged().levels();
    List<Series> series = new ArrayList<>();
    int count = Math.min(MAX_SPECTRA, levels.size());
    for (int i = 0; i < count; i++) {
      JudgedLevel level = levels.get(count == 1 ? 0 : i * (levels.size() - 1) / (count - 1));
      series.add(spectrum(level, pool, i));
    }
    return new Chart(
        "Percentiles",
        "Response time in milliseconds by percentile, a line for some levels.",
        new Axis("of the calls are faster", false, true),
        axis(Metric.TP99, series),
        series);
  }

  private static Series spectrum(JudgedLevel level, EstimatedCell pool, int style) {
    Durations times = level.together().response();
    double end = Math.log10((double) times.count() / Percentile.CALLS_BEYOND);
    List<Double> nines = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i * STEP_NINES <= end; i++) {
      nines.add(Chart.rounded(i * STEP_NINES));
      double percent = 100 - 100 / Math.pow(10, i * STEP_NINES);
      millis.add(Chart.rounded(Units.millis((double) times.percentileNanos(percent))));
    }
    return new Series(FigureText.load(pool.workload(), level.at()), style, nines, millis);
  }

  /** A figure, null where unknown, of the first level of each pool over the time of its batches. */
  static Chart overTime(
      String title, String unit, List<EstimatedCell> pools, Function<Batch, Double> figure) {
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < pools.size(); i++) {
      if (pools.get(i).isMeasured()) {
        Level level = pools.get(i).judged().levels().get(0).repetitions().get(0);
        series.add(overTime(pools.get(i).name(), i, level, figure));
      }
    }
    return new Chart(
        title,
        title + " over time, a line for each pool.",
        new Axis("seconds"),
        new Axis(unit),
        known(series),
        List.of(),
        pools.stream()
            .filter(EstimatedCell::isMeasured)
            .findFirst()
            .map(LevelCharts::phases)
            .orElse(List.of()));
  }

  /** The phases of a pool's first level, in seconds from its start. */
  private static List<Band> phases(EstimatedCell pool) {
    List<Slice> slices = pool.judged().levels().get(0).repetitions().get(0).slices();
    Instant start = slices.get(0).batches().get(0).span().at();
    return slices.stream()
        .filter(slice -> !slice.key().part().isEmpty())
        .map(
            slice -> {
              List<Batch> batches = slice.batches();
              return new Band(
                  seconds(start, batches.get(0).span().at()),
                  seconds(start, batches.get(batches.size() - 1).span().end()),
                  slice.key().part());
            })
        .toList();
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1e3;
  }

  private static Series overTime(
      String name, int style, Level level, Function<Batch, Double> figure) {
    List<Batch> batches = level.sum().batches();
    int each = Math.max(1, (batches.size() + MAX_BATCHES - 1) / MAX_BATCHES);
    List<Double> at = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < batches.size(); i += each) {
      Batch batch = Batch.sum(batches.subList(i, Math.min(i + each, batches.size())));
      at.add(
          Chart.rounded(
              seconds(batches.get(0).span().at(), batch.span().at()) + batch.span().seconds() / 2));
      values.add(Chart.rounded(figure.apply(batch)));
    }
    return new Series(name, style, at, values);
  }
}
