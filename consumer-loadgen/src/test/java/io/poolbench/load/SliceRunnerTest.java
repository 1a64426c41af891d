package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Key;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.load.SliceRunner.Hold;
import io.poolbench.load.SliceRunner.Reading;
import io.poolbench.load.SliceRunner.Stretch;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slices of simulated loads, whose figures follow by arithmetic. */
class SliceRunnerTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final SimulatedTime time = new SimulatedTime();

  @Test
  void aStepMeasuresItsOwnTimeOnly() throws Exception {
    Slice slice =
        SliceRunners.step(
            SliceRunners.of(oneUser(10 * MILLI), time),
            1,
            Duration.ofMillis(105),
            Duration.ofSeconds(1));

    assertThat(slice.total().calls().total()).isEqualTo(100);
    assertThat(slice.total().span().nanos()).isEqualTo(SECOND);
    assertThat(slice.total().span().at()).isEqualTo(Instant.EPOCH.plusMillis(105));
    assertThat(slice.counters().gained(SliceRunners.ELAPSED)).isEqualTo(1.0);
    assertThat(slice.counters().gained(SliceRunners.COUNTED)).isEqualTo(100.0);
    assertThat(slice.key()).isEqualTo(new Key("fixed 4", 1, new Turn(1, 1), 1, ""));
  }

  /** A reading under load would delay the calls of the first batch. */
  @Test
  void aSliceOfABlockIsReadAtRestAndKnowsWhatItsCountersCover() throws Exception {
    Load loop = oneUser(10 * MILLI);
    List<Integer> inFlight = new ArrayList<>();
    var slow =
        new SliceRunner<>(
            loop,
            time,
            Timeline.from(Instant.EPOCH, time),
            new Probe<Integer, RuntimeException>() {
              @Override
              public Integer read() throws InterruptedException {
                time.sleepUntil(time.nanoTime() + 40 * MILLI);
                inFlight.add(loop.inFlight());
                return inFlight.size();
              }

              @Override
              public Counters gained(Integer before, Integer after, Loaded loaded) {
                return new SliceRunners.Elapsed(time).gained(0L, 0L, loaded);
              }
            },
            Map::of,
            List.of(),
            (level, batch) -> {});

    Slice slice =
        slow.hold(
                SliceRunners.hold(
                    1,
                    Duration.ofMillis(105),
                    Duration.ofSeconds(1),
                    Reading.AT_REST,
                    Duration.ofSeconds(2)),
                stretch -> {})
            .get(0);

    assertThat(inFlight).containsExactly(0, 0);
    assertThat(slice.total().span().at()).isEqualTo(Instant.EPOCH.plusMillis(145));
    assertThat(slice.total().calls().total()).isEqualTo(100);
    assertThat(slice.counters().gained(SliceRunners.COUNTED)).isEqualTo(100.0 + 10 + 1);
    assertThat(slice.counters().gained(SliceRunners.ELAPSED)).isEqualTo(1.11);
  }

  @Test
  void aSliceConsistsOfEqualBatches() throws Exception {
    long[] service = {10 * MILLI};
    Load loop = time.closed(server(1, () -> service[0]), 1);
    // Faster from the middle on.
    time.after(505 * MILLI, () -> service[0] = 5 * MILLI);

    Slice slice =
        SliceRunners.step(SliceRunners.of(loop, time), 1, Duration.ZERO, Duration.ofSeconds(1));

    assertThat(slice.batches())
        .extracting(batch -> batch.calls().ok())
        .containsExactly(
            5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 5L, 9L, 10L, 10L, 10L, 10L, 10L, 10L, 10L, 10L,
            10L);
    assertThat(slice.batches()).extracting(batch -> batch.span().nanos()).containsOnly(50 * MILLI);
  }

  @Test
  void phasesFollowEachOtherWithoutAPauseAndEachIsASlice() throws Exception {
    List<String> begun = new ArrayList<>();
    var runner = SliceRunners.of(oneUser(10 * MILLI), time);

    List<Slice> slices =
        runner.hold(
            new Hold(
                new Key("fixed 4", 1, new Turn(1, 1), 1, ""),
                Duration.ofMillis(100),
                List.of(
                    new Stretch("short", 1, Duration.ofSeconds(2), 4),
                    new Stretch("long", 1, Duration.ofSeconds(18), 36)),
                Reading.UNDER_LOAD,
                Duration.ZERO),
            stretch -> begun.add(stretch + " at " + time.nanoTime() / MILLI));

    assertThat(begun).containsExactly("0 at 0", "1 at 2100");
    assertThat(slices).extracting(slice -> slice.key().part()).containsExactly("short", "long");
    assertThat(slices)
        .extracting(slice -> slice.total().calls().ok())
        .containsExactly(200L, 1_800L);
    assertThat(slices.get(1).total().span().at()).isEqualTo(Instant.EPOCH.plusMillis(2_100));
    assertThat(slices.get(1).counters().gained(SliceRunners.ELAPSED)).isEqualTo(18.0);
  }

  /**
   * Recorded arrivals begin at the same place for all cells of a block, in each provider elsewhere.
   */
  @Test
  void aSliceOfABlockBeginsTheRoundOfItsLoad() throws Exception {
    Load loop = oneUser(10 * MILLI);
    List<String> changes = new ArrayList<>();
    Load watched =
        (Load)
            Proxy.newProxyInstance(
                Load.class.getClassLoader(),
                new Class<?>[] {Load.class},
                (proxy, method, arguments) -> {
                  if (List.of("beginRound", "level").contains(method.getName())) {
                    changes.add(method.getName() + " " + arguments[0]);
                  }
                  return method.invoke(loop, arguments);
                });

    List<Slice> slices =
        SliceRunners.of(watched, time)
            .hold(
                new Hold(
                    new Key("fixed 4", 2, new Turn(3, 7), 1, ""),
                    Duration.ZERO,
                    List.of(new Stretch("", 1, Duration.ofSeconds(1), 5)),
                    Reading.AT_REST,
                    Duration.ofSeconds(2)),
                stretch -> {});

    assertThat(slices).hasSize(1);
    assertThat(changes).containsExactly("beginRound 1003", "level 1");
  }

  @Test
  void failuresAreThoseOfTheSlice() throws Exception {
    List<Map<String, Long>> counts =
        new ArrayList<>(List.of(Map.of("refused", 5L), Map.of("refused", 5L, "reset", 2L)));
    var runner =
        new SliceRunner<>(
            oneUser(10 * MILLI),
            time,
            Timeline.from(Instant.EPOCH, time),
            new SliceRunners.Elapsed(time),
            () -> counts.remove(0),
            List.of(),
            (level, batch) -> {});

    assertThat(SliceRunners.step(runner, 1, Duration.ZERO, Duration.ofSeconds(1)).failures())
        .isEqualTo(Map.of("reset", 2L));
  }

  /**
   * D/D/10 with a service time of 1 s at 20 requests/s: request {@code 10 k + j} is due after
   * {@code k / 2 + j / 20} s, starts after {@code k + j / 20} s, and so takes {@code 1 + k / 2} s.
   * Of 1,200 the last ends after 119 + 9/20 + 1 s.
   */
  @Test
  void everyRequestOfADrainedOverloadIsFollowedToItsAnswer() throws Exception {
    Batch total = overloaded(Duration.ofMinutes(10)).total();

    assertThat(total.calls().ok()).isEqualTo(1_200);
    assertThat(total.calls().due()).isEqualTo(1_200);
    assertThat(total.calls().growth()).isZero();
    assertThat(total.span().nanos()).isEqualTo(120_450 * MILLI);
    assertThat(total.times().response().maxNanos() / 60.5e9).isCloseTo(1, within(0.001));
    assertThat(total.times().response().meanNanos() / (1 + 119 / 4.0) / SECOND)
        .isCloseTo(1, within(0.001));
  }

  /** Of the 10 requests of each {@code k} all time out where {@code 1 + k / 2} s is longer. */
  @ParameterizedTest
  @CsvSource({"59900, 20", "30900, 600"})
  void whatWaitsLongerThanTheTimeoutIsCountedAsSuch(long timeoutMillis, long timeouts)
      throws Exception {
    Batch total = overloaded(Duration.ofMillis(timeoutMillis)).total();

    assertThat(total.calls().timeout()).isEqualTo(timeouts);
    assertThat(total.calls().ok()).isEqualTo(1_200 - timeouts);
    long answered = 119_450 * MILLI - (timeouts / 10 - 1) * SECOND;
    assertThat(total.span().nanos())
        .isEqualTo(Math.max(answered, (59_950 + timeoutMillis) * MILLI));
  }

  /** Two threads of 500 ms: the calls of 200 users end after 0.5, 0.5, 1, 1, .. 50 s. */
  @Test
  void eachUserOfAWindowShorterThanACallMakesOneCall() throws Exception {
    Load load = time.closed(SimulatedServer.of(time, 2, 1_000, Draws.fixed(500), () -> 0), 200);

    Batch total = drained(load, 200, Duration.ofMillis(100), Duration.ofMinutes(1)).total();

    assertThat(total.calls().ok()).isEqualTo(200);
    assertThat(total.span().nanos()).isEqualTo(50 * SECOND);
    assertThat(total.times().response().meanNanos() / (50.5 / 2 * SECOND))
        .isCloseTo(1, within(0.001));
    assertThat(load.inFlight()).isZero();
  }

  @Test
  void callsThatNeverEndAreWaitedForNoLongerThanTheDrain() throws Exception {
    Load load = time.closed(SimulatedServer.of(time, 1, 0, () -> Long.MAX_VALUE / 2, () -> 0), 1);

    Slice slice = drained(load, 1, Duration.ofSeconds(1), Duration.ofSeconds(3));

    assertThat(slice.total().span().nanos()).isEqualTo(4 * SECOND);
    assertThat(slice.pending().ages().count()).isEqualTo(1);
    assertThat(slice.pending().ages().maxNanos() / 4e9).isCloseTo(1, within(0.001));
  }

  private Slice overloaded(Duration timeout) throws Exception {
    Target.Factory server = SimulatedServer.of(time, 10, 10_000, () -> SECOND, () -> 0);
    Target.Factory client = ImpatientClient.of(time, timeout.toNanos(), server);
    Load load = time.open(client, 1_200, timeout, Draws.constantRate());
    // The last of 1,200 requests is due after 59.95 s.
    return drained(load, 20, Duration.ofMillis(59_990), timeout.plusSeconds(1));
  }

  private Slice drained(Load load, int level, Duration measure, Duration drain) throws Exception {
    return SliceRunners.of(load, time)
        .hold(
            SliceRunners.hold(level, Duration.ZERO, measure, Reading.AROUND_ALL_CALLS, drain),
            stretch -> {})
        .get(0);
  }

  private Load oneUser(long serviceNanos) throws IOException {
    return time.closed(server(1, () -> serviceNanos), 1);
  }

  private Target.Factory server(int threads, LongSupplier serviceNanos) {
    return SimulatedServer.of(time, threads, 0, serviceNanos, () -> 0);
  }
}
