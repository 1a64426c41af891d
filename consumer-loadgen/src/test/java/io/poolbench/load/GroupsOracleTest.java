package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.journal.Level;
import io.poolbench.journal.Slice;
import io.poolbench.load.SliceRunner.Reading;
import io.poolbench.study.Group;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.SampleCells;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ArrivalProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Groups of users at one server, in simulated time, against closed forms. */
class GroupsOracleTest {
  private static final int WINDOWS = 16;
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Workload CLOSED = Workload.Closed.WITHOUT_PAUSES;
  private static final Workload OPEN = new Workload.Open(ArrivalProcess.POISSON, "");

  private final SimulatedTime time = new SimulatedTime();
  private final SplittableRandom random = new SplittableRandom(20260101);

  /** Machine repairman: users of both groups are alike, so that each has its share of the whole. */
  @Test
  void usersOfTwoGroupsShareOneServer() throws Exception {
    var windows =
        run(
            SimulatedServer.of(
                time,
                4,
                Integer.MAX_VALUE,
                Draws.exponential(random, 1),
                Draws.exponential(random, 4)),
            group("few", CLOSED, 6),
            group("many", CLOSED, 18));

    double throughput = QueueTheory.repairmanThroughput(24, 4, 1, 4);
    assertFigures(windows, 0, throughput * 6 / 24, 24 / throughput);
    assertFigures(windows, 1, throughput * 18 / 24, 24 / throughput);
    assertThat(windows).allSatisfy(GroupsOracleTest::assertWholeIsTheSum);
  }

  /** M/M/1: the sum of two Poisson processes is one, and each call meets the whole. */
  @Test
  void requestsOfTwoRatesMeetEachOther() throws Exception {
    var windows =
        run(
            SimulatedServer.of(time, 1, Integer.MAX_VALUE, Draws.exponential(random, 1), () -> 0),
            group("slow", OPEN, 200),
            group("fast", OPEN, 300));

    assertFigures(windows, 0, 0.2, 1 / (1 - 0.5));
    assertFigures(windows, 1, 0.3, 1 / (1 - 0.5));
    assertThat(windows).allSatisfy(GroupsOracleTest::assertWholeIsTheSum);
  }

  @Test
  void whatUsersSendIsDueBesideARate() throws Exception {
    var windows = run(server(1), group("users", CLOSED, 3), group("rate", OPEN, 200));

    // Three users make 1,000 calls a second each.
    assertThat(new Level(SampleCells.FIXED, windows.get(0).subList(0, 1)).due())
        .isBetween(31_500L, 32_500L);
  }

  /** Weights 9 and 1 of calls of 1 and 11 ms: a mean of 2 ms, and one call in ten is long. */
  @Test
  void weightsChooseTheMethodOfEachCall() throws Exception {
    Map<Target.Factory, Integer> weighted = new LinkedHashMap<>();
    weighted.put(server(1), 9);
    weighted.put(server(1_000_000), 0);
    weighted.put(server(11), 1);
    try (Load load = time.closed(MethodMix.of(weighted, 7), 10)) {
      Interval all =
          SliceRunners.interval(
              SliceRunners.step(
                  SliceRunners.of(load, time), 10, Duration.ZERO, Duration.ofSeconds(40)));

      // Some 200,000 independent choices: four standard errors of the share are 0.0027.
      assertThat(all.times().response().countFrom(5 * MILLI) / (double) all.calls().ok())
          .isCloseTo(0.1, within(0.0027));
      assertThat(all.times().response().maxNanos() / MILLI).isEqualTo(11);
      assertThat(all.calls().total()).isCloseTo(200_000L, within(3_000L));
    }
  }

  /** In the schedule's order, all groups step together; a single level stays. */
  @Test
  void groupsStepTogetherAndStopTogether() throws Exception {
    LoadSchedule schedule = schedule(group("a", CLOSED, 2, 4), group("b", CLOSED, 3));
    try (Load load = open(schedule, server(1))) {
      load.level(7);
      assertThat(load.inFlight()).isEqualTo(7);
      load.level(5);
      time.sleepUntil(time.nanoTime() + 10 * MILLI);
      assertThat(load.inFlight()).isEqualTo(5);
      assertThat(load.take().groups()).extracting(each -> each.calls().total()).doesNotContain(0L);
      assertThat(load.drain(Duration.ofSeconds(1))).isTrue();
      assertThat(load.inFlight()).isZero();
    }
  }

  private static void assertFigures(
      List<List<Slice>> windows, int group, double perMilli, double meanMillis) {
    List<Interval> own =
        windows.stream().map(window -> SliceRunners.interval(window.get(1 + group))).toList();
    Estimate.of(own, each -> each.calls().ok() / (double) WINDOW.toMillis())
        .agreesWith("calls a ms", perMilli, 0.02);
    Estimate.of(own, each -> each.times().response().meanNanos() / MILLI)
        .agreesWith("mean response", meanMillis, 0.02);
  }

  private static void assertWholeIsTheSum(List<Slice> window) {
    Interval whole = SliceRunners.interval(window.get(0));
    List<Interval> groups =
        window.subList(1, window.size()).stream().map(SliceRunners::interval).toList();
    assertThat(groups).hasSize(2);
    assertThat(whole.calls().total())
        .isEqualTo(groups.stream().mapToLong(each -> each.calls().total()).sum());
    assertThat(whole.end().pending().ages().count())
        .isEqualTo(groups.stream().mapToLong(each -> each.end().pending().ages().count()).sum());
    assertThat(whole.times().response().sumNanos())
        .isCloseTo(
            groups.stream().mapToDouble(each -> each.times().response().sumNanos()).sum(),
            within(1e-3 * whole.times().response().sumNanos()));
    assertThat(window.get(0).batches()).hasSameSizeAs(window.get(1).batches());
  }

  private List<List<Slice>> run(Target.Factory server, Group... groups) throws Exception {
    LoadSchedule schedule = schedule(groups);
    try (Load load = open(schedule, server)) {
      var runner = SliceRunners.of(load, time, Arrays.stream(groups).map(Group::name).toList());
      List<List<Slice>> windows = new ArrayList<>();
      for (int window = 0; window < WINDOWS; window++) {
        Duration settle = window == 0 ? Duration.ofSeconds(2) : Duration.ZERO;
        windows.add(
            runner.hold(
                SliceRunners.hold(
                    schedule.maxLevel(), settle, WINDOW, Reading.UNDER_LOAD, Duration.ZERO),
                stretch -> {}));
      }
      return windows;
    }
  }

  private Load open(LoadSchedule schedule, Target.Factory server) throws Exception {
    return Loads.open(
        schedule, schedule.maxLevel(), Duration.ofSeconds(30), 7, group -> server, time, time);
  }

  private Target.Factory server(double millis) {
    return SimulatedServer.of(time, Integer.MAX_VALUE, 0, Draws.fixed(millis), () -> 0);
  }

  private static Group group(String name, Workload workload, Integer... levels) {
    return new Group(name, null, workload, List.of(levels), null);
  }

  private static LoadSchedule schedule(Group... groups) {
    return Changed.with(
        new LoadSchedule(groups[0].workload(), List.of(1), Duration.ZERO, Duration.ZERO, WINDOW),
        "groups",
        List.of(groups));
  }
}
