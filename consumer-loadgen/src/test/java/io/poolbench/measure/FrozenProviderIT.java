package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.lab.Machines;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.ThisMachine;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.study.Cell;
import io.poolbench.study.CellCommands;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.StopLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider process frozen by SIGSTOP, under an open loop. */
@Tag("nightly")
@Tag("timed")
class FrozenProviderIT {
  private static final int PER_SECOND = 2_000;
  private static final Duration FREEZE = Duration.ofMillis(500);

  private static final String STUDY =
      """
      title: t
      provider: {threads: 16, queues: 10000, jvm: {options: [-Xms256m, -Xmx256m]}}
      redis: {kind: embedded, records: 10}
      driver: {method: empty, timeout: 5s}
      load: {rate: %d, arrivals: constant, warmup: 2s, settle: 2s, measure: 3s}
      """;

  @TempDir private Path folder;

  private final NanoClock clock = NanoClock.system();

  /**
   * Of the requests that come evenly over the window {@code T}, the one that was due {@code t}
   * after the provider froze for {@code S} waits {@code S - t} at least; the hundredth part that
   * waits longest was due in the first {@code T/100}. So TP99 is {@code S - T/100}, and somewhat
   * more, as what has queued up is served one after the other.
   */
  @Test
  void aFreezeShowsInTheResponseTimesOfAllRequestsDueMeanwhile() throws Exception {
    assumeThat(System.getProperty("os.name")).as("SIGSTOP").contains("Linux");
    Cell cell = PlainStudy.cell(STUDY.formatted(PER_SECOND));
    LoadSchedule load = cell.load();
    try (Machines machines =
        Machines.of(ThisMachine.of(Path.of(System.getProperty("poolbench.home"))))) {
      Lab lab =
          new Lab(machines, clock, Timeline.from(Instant.now(), clock), new StopLimits(null, null));
      try (ProviderCells provider =
          ProviderCells.open(
              lab,
              new StudyListener() {},
              CellCommands.NONE,
              new SharedCells(List.of(cell), 1),
              folder.resolve("provider.log"))) {
        provider.warm();
        CompletableFuture<Double> frozen = new CompletableFuture<>();
        freezeSoon(pid(provider), load.settle().plusSeconds(1), frozen);

        Slice window =
            provider
                .measure(
                    new Visit(
                        cell.name(),
                        1,
                        new Turn(1, 1),
                        PER_SECOND,
                        load.settle(),
                        load.measure(),
                        Hold.STEP))
                .get(0);

        assertShows(frozen.get(60, TimeUnit.SECONDS), window);
      } finally {
        lab.pinning().pinSelf(lab.hostCpus());
      }
    }
  }

  private static void assertShows(double frozenMillis, Slice slice) {
    Batch window = slice.total();
    Durations response = window.times().response();
    double tp99Millis = response.percentileNanos(99) / 1e6;
    double expectedMillis = frozenMillis - 1e3 * window.span().seconds() / 100;
    System.out.printf(
        Locale.ROOT,
        "frozen for %.1f ms: TP99 must be %.1f ms at least, is %.1f ms (%+.1f %%); service %.1f"
            + " ms%n",
        frozenMillis,
        expectedMillis,
        tp99Millis,
        100 * (tp99Millis / expectedMillis - 1),
        window.times().service().percentileNanos(99) / 1e6);
    assertThat(tp99Millis).isGreaterThanOrEqualTo(0.95 * expectedMillis);
    assertThat(response.count() + slice.pending().ages().count())
        .as("no request is missing")
        .isGreaterThanOrEqualTo((long) (0.99 * PER_SECOND * window.span().seconds()));
  }

  private static long pid(ProviderCells provider) {
    return ((ProviderProcess) provider.bench().provider()).ready().pid();
  }

  private void freezeSoon(long pid, Duration in, CompletableFuture<Double> frozen) {
    Thread freezer = new Thread(() -> freeze(pid, in, frozen), "freezer");
    freezer.setDaemon(true);
    freezer.start();
  }

  private void freeze(long pid, Duration in, CompletableFuture<Double> frozen) {
    try {
      clock.sleepUntil(clock.nanoTime() + in.toNanos());
      signal("STOP", pid);
      long stopped = clock.nanoTime();
      clock.sleepUntil(stopped + FREEZE.toNanos());
      signal("CONT", pid);
      frozen.complete((clock.nanoTime() - stopped) / 1e6);
    } catch (IOException | InterruptedException e) {
      frozen.completeExceptionally(e);
    }
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
  }
}
