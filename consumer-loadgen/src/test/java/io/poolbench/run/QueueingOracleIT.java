package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Measurement;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.NanoClock;
import io.poolbench.load.QueueTheory;
import io.poolbench.load.Timeline;
import io.poolbench.result.HistogramText;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.StopLimits;
import io.poolbench.stats.ShareInterval;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole path against queueing theory: Poisson arrivals of the open loop, a real provider with a
 * fixed pool, and a constant latency of Redis as service time: M/D/c, with the mean and the
 * variance of the service time as the provider measured them.
 *
 * <p>A call that finds an idle thread waits for its wake-up, which keeps the thread from other
 * calls too. Waits do not fall where service times grow, so theory has a range: from the service
 * time as it is, to one that is longer by a wake-up for every call, plus that wake-up.
 */
@Tag("nightly")
@Tag("timed")
class QueueingOracleIT {
  private static final int THREADS = 4;
  private static final int PER_SECOND = 480;
  private static final double BOUND_MILLIS = 8;

  /** So few that each finds all threads idle: its wait is a wake-up. */
  private static final int RARE_PER_SECOND = 40;

  /** Arrivals do not keep their rate, and compiled calls differ from others in what is measured. */
  private static final String STUDY =
      """
      title: t
      provider:
        threadpool: fixed
        threads: %d
        queues: 10000
        jvm: {options: [-Xms256m, -Xmx256m]}
      redis: {kind: embedded, records: 10, latency: 6ms}
      load: {rate: "%d, %d", arrivals: poisson, warmup: 3s, settle: 150ms, measure: 1s}
      sla: {tp99: %.0fms}
      """;

  private static final int WINDOWS = 11;
  private static final int MAX_DISTURBED = 6;
  private static final double CONFIDENCE = 0.99;
  private static final long SEED = 20260301;

  @TempDir private Path folder;

  private final StudyListener listener = new StudyListener() {};
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<StepResult> windows = new ArrayList<>();
  private final List<Violation> disturbances = new ArrayList<>();
  private final Histogram service = new Histogram(3);
  private Cell cell;
  private CpuPlan cpus;

  private record Range(double low, double high) {
    boolean meets(Range other) {
      return low <= other.high && other.low <= high;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.3f to %.3f", low, high);
    }
  }

  @Test
  void waitsForAFixedPoolAreThoseOfTheory() throws Exception {
    String study = STUDY.formatted(THREADS, RARE_PER_SECOND, PER_SECOND, BOUND_MILLIS);
    cell =
        new StudyLoader(CellCheck.NONE)
            .parse("queue", "queue.yaml", study, List.of())
            .cells()
            .get(0);
    CpuList hostCpus = new HostFacts().cpus();
    cpus = CpuPlan.of(cell.cpus(), hostCpus);
    NanoClock clock = NanoClock.system();
    Pinning pinning = Pinning.detect();
    try (RedisLab redis = new RedisLab();
        HostProbe probe = new HostProbe(pinning, clock)) {
      Lab lab =
          new Lab(
              Path.of(System.getProperty("poolbench.home"), "provider"),
              hostCpus,
              pinning,
              probe,
              redis,
              clock,
              Timeline.from(Instant.now(), clock),
              StopLimits.DEFAULT,
              Optional.empty());
      Path log = folder.resolve("provider.log");
      try (Bench bench = Bench.open(lab, listener, List.of(cell), cpus, log);
          LoadedPool pool = bench.load(0, cell, SEED, new FailureReasons(), listener)) {
        new WarmUpRunner(lab, List.of(pool), bench.provider(), cpus).run();
        double wakeUp =
            Metric.QUEUE_WAIT_MEAN.of(
                figures(RARE_PER_SECOND, run(pool, RARE_PER_SECOND, cell.load().settle())));
        assertAgrees(figures(PER_SECOND, measured(pool, bench)), wakeUp);
      }
    } finally {
      pinning.pinSelf(hostCpus);
    }
  }

  private MeasuredWindow<Counters> run(LoadedPool pool, int level, Duration settle)
      throws LabException, InterruptedException {
    return pool.run(level, settle, cell.load().measure());
  }

  /** The undisturbed windows, joined. */
  private MeasuredWindow<Counters> measured(LoadedPool pool, Bench bench) throws Exception {
    MeasuredWindow<Counters> joined = null;
    Duration settle = cell.load().settle();
    for (int disturbed = 0; windows.size() < WINDOWS; ) {
      Histogram before = serviceSoFar(bench);
      MeasuredWindow<Counters> window = run(pool, PER_SECOND, settle);
      StepResult step = figures(PER_SECOND, window);
      Measurement measurement = new Measurement(step, cell);
      if (!measurement.violations().isEmpty()) {
        disturbed++;
        disturbances.addAll(measurement.violations());
        // What has queued up meanwhile is not measured.
        settle = cell.load().settle();
        assumeThat(disturbed)
            .as("windows disturbed by the host: %s", disturbances)
            .isLessThanOrEqualTo(MAX_DISTURBED);
      } else {
        settle = Duration.ZERO;
        windows.add(step);
        service.add(serviceSoFar(bench));
        service.subtract(before);
        joined = joined == null ? window : MeasuredWindow.join(joined, window);
      }
    }
    return joined;
  }

  private StepResult figures(int level, MeasuredWindow<Counters> window) {
    return StepFigures.of(1, level, Instant.now(), window, cpus, cell);
  }

  private Histogram serviceSoFar(Bench bench) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + ((ProviderProcess) bench.provider()).endpoint().metricsPort()
                + ProviderHistograms.PATH);
    String lines =
        http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString()).body();
    return lines
        .lines()
        .filter(line -> line.startsWith(ProviderHistograms.SERVICE + " "))
        .map(line -> HistogramText.decode(line.substring(line.indexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private void assertAgrees(StepResult all, double wakeUp) {
    double millis = Metric.SERVICE_MEAN.of(all);
    double scv = Math.pow(service.getStdDeviation() / service.getMean(), 2);
    double outside = all.outsideMillis();
    assumeThat(outside + millis + wakeUp)
        .as("response time without a wait; a slower host comes close to saturation")
        .isLessThan(BOUND_MILLIS);
    Range wait = meanWait();
    ShareInterval late = all.batches().lateShare().orElseThrow();
    Range share = new Range(late.low(), late.high());
    System.out.printf(
        Locale.ROOT,
        "service %.3f ms, scv %.4f, utilisation %.3f, wake-up %.3f ms, outside %.3f ms%n"
            + "mean wait %s ms, theory %s, exponential %s, %d threads %s%n"
            + "share later than %.0f ms %s, theory %s, %d threads %s; disturbed: %s%n",
        millis,
        scv,
        PER_SECOND * millis / 1e3 / THREADS,
        wakeUp,
        outside,
        wait,
        meanWait(THREADS, millis, wakeUp, scv),
        meanWait(THREADS, millis, wakeUp, 1),
        THREADS + 1,
        meanWait(THREADS + 1, millis, wakeUp, scv),
        BOUND_MILLIS,
        share,
        late(THREADS, millis, wakeUp, outside),
        THREADS + 1,
        late(THREADS + 1, millis, wakeUp, outside),
        disturbances);

    assertThat(all.calls().total()).as("all are answered OK").isEqualTo(all.calls().ok());
    Range theory = meanWait(THREADS, millis, wakeUp, scv);
    assertThat(wait.meets(theory)).as("mean wait %s ms, theory %s", wait, theory).isTrue();
    Range lateInTheory = late(THREADS, millis, wakeUp, outside);
    assertThat(share.meets(lateInTheory)).as("late: %s, theory %s", share, lateInTheory).isTrue();

    // Narrow enough: a thread more, and waits as long as those of exponential service, are refuted;
    // not on a host whose speed changes from window to window.
    assumeThat(disturbances).as("disturbances by the host").isEmpty();
    assertThat(wait.meets(meanWait(THREADS + 1, millis, wakeUp, scv))).isFalse();
    assertThat(share.meets(late(THREADS + 1, millis, wakeUp, outside))).isFalse();
    assertThat(wait.meets(meanWait(THREADS, millis, wakeUp, 1))).isFalse();
  }

  /** The mean wait as measured, with its interval by the residuals of the windows. */
  private Range meanWait() {
    double calls = windows.stream().mapToDouble(QueueingOracleIT::calls).sum();
    double mean = windows.stream().mapToDouble(QueueingOracleIT::waitedMillis).sum() / calls;
    double squares =
        windows.stream()
            .mapToDouble(window -> Math.pow(waitedMillis(window) - mean * calls(window), 2))
            .sum();
    double error = Math.sqrt(squares * WINDOWS / (WINDOWS - 1)) / calls;
    double t = TDistribution.of(WINDOWS - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    return new Range(mean - t * error, mean + t * error);
  }

  private static double calls(StepResult window) {
    return window.calls().total();
  }

  private static double waitedMillis(StepResult window) {
    return Metric.QUEUE_WAIT_MEAN.of(window) * calls(window);
  }

  private static Range meanWait(int threads, double millis, double wakeUp, double scv) {
    double perMilli = PER_SECOND / 1e3;
    return new Range(
        QueueTheory.meanWait(threads, perMilli, millis, scv),
        QueueTheory.meanWait(threads, perMilli, millis + wakeUp, scv) + wakeUp);
  }

  /** Responses consist of the wait, the service and what is outside the provider's pool. */
  private static Range late(int threads, double millis, double wakeUp, double outside) {
    double perMilli = PER_SECOND / 1e3;
    double wait = BOUND_MILLIS - outside - millis;
    return new Range(
        QueueTheory.deterministicWaitBeyond(wait, threads, perMilli, millis),
        QueueTheory.deterministicWaitBeyond(wait - wakeUp, threads, perMilli, millis + wakeUp));
  }
}
