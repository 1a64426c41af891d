package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.load.MeasuredWindow.Part;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds the real load, recorder and runner of phases against arithmetic, in simulated time: two
 * servers of exactly 10 ms serve 200 calls per second, and clients give up after a second.
 */
class OverloadOracleTest {
  private static final int CAPACITY = 200;
  private static final int SERVERS = 2;

  /** Slots of the driver that no load here needs. */
  private static final int MANY = 2_000;

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final LoadSchedule OVERLOAD = overload(ArrivalProcess.CONSTANT);

  private static final List<Long> LIMITS = List.of(20 * MILLI);

  private final SimulatedTime time = new SimulatedTime();
  private long serviceNanos = 10 * MILLI;

  /** Twenty calls wait 100 ms; they are the only ones that were not refused beside the served. */
  @Test
  void aQueueShorterThanTheTimeoutLosesNoGoodputAndAddsItsWait() throws Exception {
    var window = run(OVERLOAD, 20, MANY);

    Interval overload = window.phases().get(1).interval();
    assertThat(overload.ok()).isCloseTo(20 * CAPACITY, within(10L));
    assertThat(overload.rejected()).isCloseTo(20 * CAPACITY - 20, within(10L));
    assertThat(overload.late()).isZero();
    assertThat(overload.response().getValueAtPercentile(99) / (double) MILLI)
        .isCloseTo(110, within(2.0));
    // 20 calls, of which 100 a second go.
    assertThat(window.phases().get(2).batches())
        .extracting(slice -> slice.late().get(0) > 0)
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
    var window = run(OVERLOAD, 2_000, MANY);

    Interval overload = window.phases().get(1).interval();
    Interval after = window.phases().get(2).interval();
    assertThat(overload.ok()).isCloseTo(396, within(10L));
    assertThat(overload.late()).isCloseTo(20 * CAPACITY - 396, within(10L));
    assertThat(overload.rejected()).isCloseTo(10 * CAPACITY, within(10L));
    assertThat(after.late()).as("until the wait is short enough").isCloseTo(3_802, within(10L));
  }

  @ParameterizedTest(name = "queue {0}, {1} in flight, {2}")
  @CsvSource({"0, 2000, CONSTANT", "20, 2000, POISSON", "2000, 2000, POISSON", "2000, 60, POISSON"})
  void everyRequestThatCameDueEndedOrIsPendingInEachPartAndNoneTwice(
      int queue, int inFlight, ArrivalProcess arrivals) throws Exception {
    var window = run(overload(arrivals), queue, inFlight);

    Interval first = window.whole().parts().get(0).interval();
    long pending = first.pending().count() - first.growth();
    for (Part part : window.whole().parts()) {
      Interval interval = part.interval();
      long ended = interval.calls().total() + interval.unsent();
      assertThat(pending + interval.due()).isEqualTo(ended + interval.pending().count());
      pending = interval.pending().count();
    }
    Interval whole = window.whole().interval();
    assertThat(whole.ok() + whole.late())
        .isEqualTo(window.whole().after() - window.whole().before());
    for (ToLongFunction<Interval> figure :
        List.<ToLongFunction<Interval>>of(
            Interval::due,
            Interval::ok,
            Interval::rejected,
            Interval::timeout,
            Interval::unsent,
            Interval::late)) {
      assertThat(
              window.phases().stream()
                  .mapToLong(phase -> figure.applyAsLong(phase.interval()))
                  .sum())
          .isEqualTo(figure.applyAsLong(whole));
    }
    assertThat(whole.due()).isCloseTo(11_000, within(400L));
  }

  /** Two users of a service that slows from 10 to 250 ms for a while. */
  @Test
  void usersFollowLittlesLawInEachPartThroughASlowPhase() throws Exception {
    Phase slow = new Phase("slow", Duration.ofSeconds(10), null, Duration.ofMillis(250));
    LoadSchedule schedule =
        phases(
            new Workload.Closed(ThinkTime.NONE),
            new Phase("before", Duration.ofSeconds(5), null, null),
            slow,
            new Phase("after", Duration.ofSeconds(5), null, null));
    Target.Factory server = server(100, () -> serviceNanos);
    Load loop = time.closed(server, SERVERS);

    var window =
        StepRunners.of(loop, time)
            .runPhases(
                SERVERS,
                schedule,
                () -> 0,
                phase -> serviceNanos = phase.equals(slow) ? 250 * MILLI : 10 * MILLI);

    assertThat(window.whole().parts())
        .allSatisfy(
            part ->
                assertThat(part.interval().userNanos() / part.nanos())
                    .isCloseTo(SERVERS, within(0.01)));
    assertThat(window.phases())
        .extracting(phase -> phase.interval().ok())
        .satisfies(ok -> assertThat(ok.get(0)).isCloseTo(1_000, within(4L)))
        .satisfies(ok -> assertThat(ok.get(1)).isCloseTo(80, within(4L)))
        .satisfies(ok -> assertThat(ok.get(2)).isCloseTo(1_000, within(8L)));
  }

  @Test
  void requestsThatWaitForASlotAtAChangeOfTheRateKeepTheirIntendedStart() throws Exception {
    var window = run(OVERLOAD, 2_000, 60);

    // 60 in flight wait 0.3 s in the server, the others in the driver, up to the timeout.
    Interval after = window.phases().get(2).interval();
    assertThat(after.sendDelay().getMaxValue() / (double) MILLI).isBetween(900.0, 1_001.0);
    assertThat(window.phases().get(1).interval().backlog()).isGreaterThan(100);
  }

  /** Before and after the window, how many calls the server has answered. */
  private PhasedWindow<Integer> run(LoadSchedule schedule, int queue, int inFlight)
      throws Exception {
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
      return StepRunners.of(load, time, LIMITS)
          .runPhases(CAPACITY, schedule, answers::get, phase -> {});
    }
  }

  private Target.Factory server(int queue, LongSupplier service) {
    return SimulatedServer.of(time, SERVERS, queue, service, () -> 0);
  }

  private static LoadSchedule overload(ArrivalProcess arrivals) {
    return phases(
        new Workload.Open(arrivals),
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
