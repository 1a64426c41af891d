package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Phase;
import io.poolbench.study.SampleCells;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds the real load, recorder and runner of phases against arithmetic, in simulated time: two
 * servers of exactly 10 ms serve 200 calls per second, and clients give up after a second.
 */
class OverloadOracleTest {
  private static final String ANSWERS = "answers";
  private static final int CAPACITY = 200;
  private static final int SERVERS = 2;

  /** Slots of the driver that no load here needs. */
  private static final int MANY = 2_000;

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final LoadSchedule OVERLOAD = overload(ArrivalProcess.CONSTANT);

  private final SimulatedTime time = new SimulatedTime();
  private long serviceNanos = 10 * MILLI;

  /** Twenty calls wait 100 ms; they are the only ones that were not refused beside the served. */
  @Test
  void aQueueShorterThanTheTimeoutLosesNoGoodputAndAddsItsWait() throws Exception {
    List<Slice> phases = run(OVERLOAD, 20, MANY);

    Interval overload = SliceRunners.interval(phases.get(1));
    assertThat(overload.calls().ok()).isCloseTo(20 * CAPACITY, within(10L));
    assertThat(overload.calls().rejected()).isCloseTo(20 * CAPACITY - 20, within(10L));
    assertThat(overload.calls().sum(CallSum.EXPIRED)).isZero();
    assertThat(overload.times().response().percentileNanos(99) / (double) MILLI)
        .isCloseTo(110, within(2.0));
    // 20 calls, of which 100 a second go.
    assertThat(phases.get(2).batches())
        .extracting(batch -> batch.times().response().countFrom(20 * MILLI) > 0)
        .as("of slices of 500 ms")
        .startsWith(true)
        .containsOnlyOnce(true);
  }

  /**
   * A call that comes t seconds into the overload waits t seconds and is answered at 2t: in time
   * until 1.98 s, and none later. The queue is full after 10 s, and refuses half from then on. What
   * it holds takes (2,000 - 198) / 100 s to come down to a wait within the timeout.
   */
  @Test
  void behindALongQueueAllButTheFirstTwoSecondsIsServedInVain() throws Exception {
    List<Slice> phases = run(OVERLOAD, 2_000, MANY);

    Interval overload = SliceRunners.interval(phases.get(1));
    Interval after = SliceRunners.interval(phases.get(2));
    assertThat(overload.calls().ok()).isCloseTo(396, within(10L));
    assertThat(overload.calls().sum(CallSum.EXPIRED)).isCloseTo(20 * CAPACITY - 396, within(10L));
    assertThat(overload.calls().rejected()).isCloseTo(10 * CAPACITY, within(10L));
    assertThat(after.calls().sum(CallSum.EXPIRED))
        .as("until the wait is short enough")
        .isCloseTo(3_802, within(10L));
  }

  @ParameterizedTest(name = "queue {0}, {1} in flight, {2}")
  @CsvSource({"0, 2000, CONSTANT", "20, 2000, POISSON", "2000, 2000, POISSON", "2000, 60, POISSON"})
  void everyRequestThatCameDueEndedOrIsPendingInEachPhaseAndNoneTwice(
      int queue, int inFlight, ArrivalProcess arrivals) throws Exception {
    List<Slice> phases = run(overload(arrivals), queue, inFlight);

    long pending = phases.get(0).pending().ages().count() - phases.get(0).total().calls().growth();
    for (Slice phase : phases) {
      Calls calls = phase.total().calls();
      assertThat(pending + calls.due()).isEqualTo(calls.ended() + phase.pending().ages().count());
      pending = phase.pending().ages().count();
    }
    Slice whole = Slice.sum(phases);
    Calls calls = whole.total().calls();
    assertThat((double) calls.ok() + calls.expired()).isEqualTo(whole.counters().gained(ANSWERS));
    assertThat(calls.due()).isCloseTo(11_000, within(400L));
  }

  /** Two users of a service that slows from 10 to 250 ms for a while. */
  @Test
  void usersFollowLittlesLawInEachPartThroughASlowPhase() throws Exception {
    Phase slow = new Phase("slow", Duration.ofSeconds(10), null, Duration.ofMillis(250));
    LoadSchedule schedule =
        phases(
            Workload.Closed.WITHOUT_PAUSES,
            new Phase("before", Duration.ofSeconds(5), null, null),
            slow,
            new Phase("after", Duration.ofSeconds(5), null, null));
    Target.Factory server = server(100, () -> serviceNanos);
    Load loop = time.closed(server, SERVERS);

    List<Slice> phases =
        SliceRunners.phases(
            SliceRunners.of(loop, time),
            SERVERS,
            schedule,
            phase -> serviceNanos = phase == 1 ? 250 * MILLI : 10 * MILLI);

    assertThat(phases)
        .allSatisfy(
            phase ->
                assertThat(new Level(SampleCells.FIXED, List.of(phase)).busyUsers())
                    .isCloseTo(SERVERS, within(0.01)))
        .extracting(phase -> phase.total().calls().ok())
        .satisfies(ok -> assertThat(ok.get(0)).isCloseTo(1_000, within(4L)))
        .satisfies(ok -> assertThat(ok.get(1)).isCloseTo(80, within(4L)))
        .satisfies(ok -> assertThat(ok.get(2)).isCloseTo(1_000, within(8L)));
  }

  @Test
  void requestsThatWaitForASlotAtAChangeOfTheRateKeepTheirIntendedStart() throws Exception {
    List<Slice> phases = run(OVERLOAD, 2_000, 60);

    // 60 in flight wait 0.3 s in the server, the others in the driver, up to the timeout.
    Interval after = SliceRunners.interval(phases.get(2));
    assertThat(after.times().sendDelay().maxNanos() / (double) MILLI).isBetween(900.0, 1_001.0);
    assertThat(phases.get(1).pending().backlog()).isGreaterThan(100);
  }

  /** With a counter of the calls that the server has answered. */
  private List<Slice> run(LoadSchedule schedule, int queue, int inFlight) throws Exception {
    Target.Factory server = server(queue, Draws.fixed(10));
    AtomicInteger answers = new AtomicInteger();
    Target.Factory counted =
        (slots, completion) ->
            server.open(
                slots,
                (slot, outcome, sent, answered) -> {
                  answers.addAndGet(outcome == Outcome.OK ? 1 : 0);
                  completion.completed(slot, outcome, sent, answered);
                });
    Target.Factory client = ImpatientClient.of(time, TIMEOUT.toNanos(), counted);
    try (Load load = Loads.open(schedule.workload(), inFlight, TIMEOUT, 7, client, time, time)) {
      SliceRunner<Integer, RuntimeException> runner =
          new SliceRunner<>(
              load,
              time,
              Timeline.from(Instant.EPOCH, time),
              new Probe<>() {
                @Override
                public Integer read() {
                  return answers.get();
                }

                @Override
                public Counters gained(Integer before, Integer after, Loaded loaded) {
                  return Counters.ofGained(Map.of(ANSWERS, (double) after - before));
                }
              },
              Map::of,
              List.of(),
              (level, batch) -> {});
      return SliceRunners.phases(runner, CAPACITY, schedule, phase -> {});
    }
  }

  private Target.Factory server(int queue, LongSupplier service) {
    return SimulatedServer.of(time, SERVERS, queue, service, () -> 0);
  }

  private static LoadSchedule overload(ArrivalProcess arrivals) {
    return phases(
        new Workload.Open(arrivals, ""),
        new Phase("before", Duration.ofSeconds(5), 50, null),
        new Phase("overload", Duration.ofSeconds(20), 200, null),
        new Phase("after", Duration.ofSeconds(25), 50, null));
  }

  private static LoadSchedule phases(Workload workload, Phase... phases) {
    int level = workload instanceof Workload.Open ? CAPACITY : SERVERS;
    Duration second = Duration.ofSeconds(1);
    LoadSchedule plain = new LoadSchedule(workload, List.of(level), Duration.ZERO, second, second);
    return Changed.with(plain, "phases", List.of(phases));
  }
}
