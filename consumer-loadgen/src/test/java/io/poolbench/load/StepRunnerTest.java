package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.load.MeasuredWindow.Part;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepRunnerTest {
  private static final long SECOND = 1_000 * MILLI;

  private final SimulatedTime time = new SimulatedTime();

  @Test
  void aStepMeasuresItsOwnWindowOnly() throws Exception {
    List<Long> probed = new ArrayList<>();
    var loop = oneUser(10 * MILLI);

    var window =
        StepRunners.of(loop, time)
            .run(
                1,
                Duration.ofMillis(105),
                Duration.ofSeconds(1),
                () -> {
                  probed.add(time.nanoTime() / MILLI);
                  return probed.size();
                });

    assertThat(window.interval().calls().total()).isEqualTo(100);
    assertThat(window.nanos()).isEqualTo(1000 * MILLI);
    assertThat(probed).containsExactly(105L, 1105L);
    assertThat(List.of(window.before(), window.after())).containsExactly(1, 2);
  }

  /** A histogram takes up to 160 KiB, the counts of a slice some hundred bytes. */
  @Test
  void histogramsOfManySlicesAreMergedAsTheyClose() throws Exception {
    List<WeakReference<Histogram>> taken = new ArrayList<>();
    List<Long> reachable = new ArrayList<>();
    Load loop = StepRunners.recorded(oneUser(10 * MILLI), taken);
    LoadSchedule schedule =
        Changed.with(
            new LoadSchedule(
                new Workload.Closed(ThinkTime.NONE),
                List.of(1),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(1)),
            "phases",
            List.of(
                new Phase("short", Duration.ofSeconds(100), null, null),
                new Phase("long", Duration.ofSeconds(900), null, null)));

    var window =
        StepRunners.of(loop, time)
            .runPhases(
                1,
                schedule,
                () -> {
                  System.gc();
                  reachable.add(taken.stream().filter(each -> each.get() != null).count());
                  return 0;
                },
                phase -> {});

    assertThat(taken).hasSize(2_001);
    // A slice is kept until it is merged into its phase, and into the whole.
    assertThat(reachable).hasSize(3).allMatch(count -> count <= 2 * SlicedWindow.UNMERGED);
    assertThat(window.whole().batches()).hasSize(2_000).allMatch(slice -> slice.ok() == 50);
    assertThat(window.whole().parts())
        .hasSize(StepRunner.PARTS)
        .allMatch(part -> part.nanos() == 200_000 * MILLI && part.interval().ok() == 20_000);
    assertThat(window.phases())
        .extracting(phase -> phase.interval().ok())
        .containsExactly(10_000L, 90_000L);
  }

  /** A reading under load would delay the calls of the window's first batch. */
  @Test
  void aSliceIsReadAtRestAndKnowsWhatItsCountersCover() throws Exception {
    var loop = oneUser(10 * MILLI);
    List<Integer> inFlight = new ArrayList<>();
    Probe<Integer, RuntimeException> slow =
        () -> {
          time.sleepUntil(time.nanoTime() + 40 * MILLI);
          inFlight.add(loop.inFlight());
          return inFlight.size();
        };

    var slice =
        StepRunners.of(loop, time)
            .slice(1, Duration.ofMillis(105), Duration.ofSeconds(1), Duration.ofSeconds(2), slow);

    assertThat(inFlight).containsExactly(0, 0);
    assertThat(slice.openedNanos()).isEqualTo(145 * MILLI);
    assertThat(slice.nanos()).isEqualTo(1000 * MILLI);
    assertThat(slice.interval().calls().total()).isEqualTo(100);
    assertThat(slice.atRest()).contains(new MeasuredWindow.AtRest(10 + 1, 1110 * MILLI));
    assertThat(slice.countedCalls()).isEqualTo(111);
    assertThat(List.of(slice.before(), slice.after())).containsExactly(1, 2);
  }

  @Test
  void aWindowConsistsOfEqualParts() throws Exception {
    long[] service = {10 * MILLI};
    var loop = time.closed(server(1, () -> service[0]), 1);
    // Faster from the window's middle on.
    time.after(505 * MILLI, () -> service[0] = 5 * MILLI);

    var window = StepRunners.of(loop, time).run(1, Duration.ZERO, Duration.ofSeconds(1), () -> 0);

    assertThat(window.parts()).extracting(Part::nanos).containsOnly(200 * MILLI);
    assertThat(window.parts())
        .extracting(part -> part.interval().calls().total())
        .containsExactly(20L, 20L, 29L, 40L, 40L);
    assertThat(window.batches())
        .extracting(Batch::ok)
        .containsExactly(
            5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 9L, 10L, 10L, 10L, 10L, 10L, 10L, 10L, 10L,
            10L);
    assertThat(window.batches()).extracting(Batch::nanos).containsOnly(50 * MILLI);
    assertThat(window.interval().calls().total()).isEqualTo(149);
    assertThat(window.nanos()).isEqualTo(1000 * MILLI);
  }

  @Test
  void listenersReceiveBatchesAtTheirEndAndTheLastAfterTheProbe() throws Exception {
    List<String> received = new ArrayList<>();
    var loop = oneUser(10 * MILLI);

    new StepRunner(
            loop,
            time,
            List.of(),
            List.of(),
            (level, batch) ->
                received.add(
                    level
                        + " user: "
                        + batch.interval().calls().total()
                        + " by "
                        + time.nanoTime() / MILLI))
        .run(1, Duration.ZERO, Duration.ofSeconds(1), () -> received.add("probed"));

    assertThat(received).hasSize(StepRunner.BATCHES + 2);
    assertThat(received).startsWith("probed", "1 user: 5 by 50", "1 user: 5 by 100");
    assertThat(received).endsWith("1 user: 5 by 950", "probed", "1 user: 5 by 1000");
  }

  @Test
  void aDecidedStepTakesNoLongerAndAnUndecidedOneUpToItsBound() throws Exception {
    var loop = oneUser(10 * MILLI);
    var runner = StepRunners.of(loop, time);
    List<Integer> judged = new ArrayList<>();

    var decided = longer(runner, 4000, window -> false);
    var inTime = longer(runner, 4000, window -> window.windows() < 3);
    var never = longer(runner, 3900, window -> judged.add(window.windows()));

    assertThat(decided.nanos()).isEqualTo(1000 * MILLI);
    assertThat(inTime.nanos()).isEqualTo(3000 * MILLI);
    assertThat(never.nanos()).isEqualTo(3000 * MILLI);
    assertThat(never.interval().calls().total()).isEqualTo(300);
    assertThat(judged).containsExactly(1, 2);
  }

  private MeasuredWindow<SimulatedTime.Elapsed> longer(
      StepRunner runner,
      long upToMillis,
      Predicate<MeasuredWindow<SimulatedTime.Elapsed>> undecided)
      throws Exception {
    return runner.runWhile(
        1,
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ZERO,
        Duration.ofMillis(upToMillis),
        time::elapsed,
        undecided);
  }

  /**
   * D/D/10 with a service time of 1 s at 20 requests/s: request {@code 10 k + j} is due after
   * {@code k / 2 + j / 20} s, starts after {@code k + j / 20} s, and so takes {@code 1 + k / 2} s.
   * Of 1,200 the last ends after 119 + 9/20 + 1 s.
   */
  @Test
  void everyRequestOfAnOverloadedStepIsFollowedToItsAnswer() throws Exception {
    var window = overloaded(Duration.ofMinutes(10));
    Interval interval = window.interval();

    assertThat(interval.ok()).isEqualTo(1_200);
    assertThat(interval.due()).isEqualTo(1_200);
    assertThat(window.nanos()).isEqualTo(120_450 * MILLI);
    assertThat(interval.response().getMaxValue() / 60.5e9).isCloseTo(1, within(0.001));
    assertThat(interval.response().getMean() / (1 + 119 / 4.0) / SECOND)
        .isCloseTo(1, within(0.001));
    assertThat(interval.pending().count()).isZero();
    assertThat(window.growth().calls()).isZero();
    assertThat(window.batches()).as("none was left out").hasSize(StepRunner.BATCHES);
  }

  /** Of the 10 requests of each {@code k} all time out where {@code 1 + k / 2} s is longer. */
  @ParameterizedTest
  @CsvSource({"59900, 20", "30900, 600"})
  void whatWaitsLongerThanTheTimeoutIsCountedAsSuch(long timeoutMillis, long timeouts)
      throws Exception {
    var window = overloaded(Duration.ofMillis(timeoutMillis));
    Interval interval = window.interval();

    assertThat(interval.timeout()).isEqualTo(timeouts);
    assertThat(interval.ok()).isEqualTo(1_200 - timeouts);
    long answered = 119_450 * MILLI - (timeouts / 10 - 1) * SECOND;
    assertThat(window.nanos()).isEqualTo(Math.max(answered, (59_950 + timeoutMillis) * MILLI));
  }

  /** Two threads of 500 ms: the calls of 200 users end after 0.5, 0.5, 1, 1, .. 50 s. */
  @Test
  void eachUserOfAWindowShorterThanACallMakesOneCall() throws Exception {
    Load load = time.closed(SimulatedServer.of(time, 2, 1_000, Draws.fixed(500), () -> 0), 200);

    var window = drained(load, 200, Duration.ofMillis(100), Duration.ofMinutes(1));

    assertThat(window.interval().ok()).isEqualTo(200);
    assertThat(window.nanos()).isEqualTo(50 * SECOND);
    assertThat(window.interval().response().getMean() / (50.5 / 2 * SECOND))
        .isCloseTo(1, within(0.001));
    assertThat(load.inFlight()).isZero();
  }

  @Test
  void callsThatNeverEndAreWaitedForNoLongerThanTheDrain() throws Exception {
    Load load = time.closed(SimulatedServer.of(time, 1, 0, () -> Long.MAX_VALUE / 2, () -> 0), 1);

    var window = drained(load, 1, Duration.ofSeconds(1), Duration.ofSeconds(3));

    assertThat(window.nanos()).isEqualTo(4 * SECOND);
    assertThat(window.interval().pending().count()).isEqualTo(1);
    assertThat(load.drain(Duration.ofSeconds(1))).isFalse();
  }

  private MeasuredWindow<SimulatedTime.Elapsed> overloaded(Duration timeout) throws Exception {
    Target.Factory server = SimulatedServer.of(time, 10, 10_000, () -> SECOND, () -> 0);
    Target.Factory client = ImpatientClient.of(time, timeout.toNanos(), server);
    Load load = time.open(client, 1_200, timeout, Draws.constantRate());
    // The last of 1,200 requests is due after 59.95 s.
    return drained(load, 20, Duration.ofMillis(59_990), timeout.plusSeconds(1));
  }

  private MeasuredWindow<SimulatedTime.Elapsed> drained(
      Load load, int level, Duration measure, Duration drain) throws Exception {
    return StepRunners.of(load, time)
        .runWhile(level, Duration.ZERO, measure, drain, measure, time::elapsed, window -> false);
  }

  private Load oneUser(long serviceNanos) throws IOException {
    return time.closed(server(1, () -> serviceNanos), 1);
  }

  private Target.Factory server(int threads, LongSupplier serviceNanos) {
    return SimulatedServer.of(time, threads, 0, serviceNanos, () -> 0);
  }
}
