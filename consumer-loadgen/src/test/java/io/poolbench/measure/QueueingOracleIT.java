package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.lab.ThisMachine;
import io.poolbench.load.NanoClock;
import io.poolbench.load.QueueTheory;
import io.poolbench.load.Timeline;
import io.poolbench.stats.ShareInterval;
import io.poolbench.study.Cell;
import io.poolbench.study.CellCommands;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.StopLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

  @TempDir private Path folder;

  private final List<Level> windows = new ArrayList<>();
  private final List<Violation> disturbances = new ArrayList<>();
  private Cell cell;
  private int visits;

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
    cell = PlainStudy.cell(study);
    NanoClock clock = NanoClock.system();
    try (Machines machines =
        Machines.of(ThisMachine.of(Path.of(System.getProperty("poolbench.home"))))) {
      Lab lab =
          new Lab(machines, clock, Timeline.from(Instant.now(), clock), new StopLimits(null, null));
      SharedCells cells = new SharedCells(List.of(cell), 1);
      Path log = folder.resolve("provider.log");
      try (ProviderCells provider =
          ProviderCells.open(lab, new StudyListener() {}, CellCommands.NONE, cells, log)) {
        provider.warm();
        double wakeUp =
            Metric.QUEUE_WAIT_MEAN.of(level(measured(provider, RARE_PER_SECOND, Hold.STEP)));
        assertAgrees(undisturbed(provider), wakeUp);
      } finally {
        lab.pinning().pinSelf(lab.hostCpus());
      }
    }
  }

  private Slice measured(ProviderCells provider, int perSecond, Hold hold)
      throws LabException, InterruptedException {
    visits++;
    return provider
        .measure(
            new Visit(
                cell.name(),
                1,
                new Turn(1, visits),
                perSecond,
                hold == Hold.STEP ? cell.load().settle() : Duration.ZERO,
                cell.load().measure(),
                hold))
        .get(0);
  }

  private Level level(Slice... slices) {
    return new Level(cell, List.of(slices));
  }

  private Level undisturbed(ProviderCells provider) throws Exception {
    List<Slice> valid = new ArrayList<>();
    Hold hold = Hold.STEP;
    for (int disturbed = 0; windows.size() < WINDOWS; ) {
      Slice slice = measured(provider, PER_SECOND, hold);
      if (slice.isValid()) {
        hold = Hold.PROLONGED;
        windows.add(level(slice));
        valid.add(slice);
      } else {
        disturbed++;
        disturbances.addAll(slice.violations());
        // What has queued up meanwhile is not measured.
        hold = Hold.STEP;
        assumeThat(disturbed)
            .as("windows disturbed by the host: %s", disturbances)
            .isLessThanOrEqualTo(MAX_DISTURBED);
      }
    }
    return new Level(cell, valid);
  }

  private void assertAgrees(Level all, double wakeUp) {
    double millis = Metric.SERVICE_MEAN.of(all);
    Durations service = all.counters().recorded(ProviderHistograms.SERVICE).orElseThrow();
    double scv = Math.pow(service.deviationNanos() / service.meanNanos(), 2);
    double outside = all.outsideMillis();
    assumeThat(outside + millis + wakeUp)
        .as("response time without a wait; a slower host comes close to saturation")
        .isLessThan(BOUND_MILLIS);
    Range wait = meanWait();
    ShareInterval late = ShareInterval.of(all.late(Math.round(BOUND_MILLIS * 1e6)));
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

  private static double calls(Level window) {
    return window.calls().total();
  }

  private static double waitedMillis(Level window) {
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
