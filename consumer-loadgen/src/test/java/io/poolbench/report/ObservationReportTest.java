package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.poolbench.Changed;
import io.poolbench.journal.PoolSetup;
import io.poolbench.journal.PoolSetup.Counting;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.observe.AgentLine;
import io.poolbench.observe.BusyThreads;
import io.poolbench.observe.BusyThreads.Average;
import io.poolbench.observe.BusyThreads.Waiting;
import io.poolbench.observe.CallRate;
import io.poolbench.observe.FoundLimit;
import io.poolbench.observe.FoundLimit.Kind;
import io.poolbench.observe.HoldTime;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.HoldTime.Share;
import io.poolbench.observe.NeededThreads;
import io.poolbench.observe.NeededThreads.Basis;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.observe.ObservedProgram.About;
import io.poolbench.observe.PoolFinding;
import io.poolbench.observe.Watch;
import io.poolbench.report.format.Markdown;
import io.poolbench.report.format.Report;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ObservationReportTest {
  private static final String HIKARI = "com.zaxxer.hikari.pool.HikariPool.getConnection";
  private static final Site CONNECTING =
      new Site(State.WAIT, "com.shop.OrderDao.find", HIKARI, "java.lang.Object", 61);
  private static final Site RUNNING = new Site(State.RUN, "com.shop.Orders.price", "", "", 9);
  private static final FoundLimit NONE = new FoundLimit(Kind.NONE, "", 0, null);

  private static PoolFinding found(
      double full, Growth growth, NeededThreads needed, FoundLimit limit, long held) {
    return new PoolFinding(
        new PoolSetup(
            1,
            "",
            "DubboServerHandler-a:20880-thread-1",
            1,
            200,
            false,
            0,
            new Counting(true, false),
            null),
        new BusyThreads(new Average(5.9, 3), 6, 27, 31, 250_000, full, new Waiting(0, 31)),
        new CallRate(247_200, 412.0, 1_120.0, 3.5, null),
        new HoldTime(
            14.2,
            0.81,
            growth,
            null,
            930,
            List.of(new Share(CONNECTING, 0.61), new Share(RUNNING, 0.09))),
        needed,
        limit,
        held);
  }

  private static PoolFinding watched(Growth growth, Basis basis) {
    return found(0, growth, new NeededThreads(basis, 31, 45, 62), NONE, 0);
  }

  private static PoolFinding hung() {
    List<Share> waiting = List.of(new Share(CONNECTING, 1));
    return Changed.with(
        found(1, Growth.UNKNOWN, new NeededThreads(Basis.FULL, 200, 400, 400), NONE, 9),
        "hold",
        new HoldTime(null, null, Growth.UNKNOWN, null, 0, waiting));
  }

  private static PoolFinding full(int core, int busy, int queue, Waiting waiting) {
    return new PoolFinding(
        new PoolSetup(
            1,
            "java.util.concurrent.ThreadPoolExecutor",
            "DubboServerHandler-a:20880-thread-1",
            core,
            200,
            false,
            queue,
            new Counting(true, false),
            null),
        new BusyThreads(new Average(busy, 0), busy, busy, busy, 0, 1, waiting),
        new CallRate(200, 1.0, 1.0, 1.0, null),
        new HoldTime(1.0, 1.0, Growth.UNKNOWN, null, 1, List.of()),
        new NeededThreads(Basis.FULL, waiting.maxHeldOrQueued(), waiting.maxHeldOrQueued(), busy),
        NONE,
        0);
  }

  static Stream<Arguments> sentences() {
    String busy =
        "Dubbo 20880, at most 200 threads, no queue: at most 31 busy at once (99.9 % of the time 27"
            + " or fewer, median 6); ";
    String sufficed =
        "31 threads would have sufficed; twice the traffic needs 45 to 62, if calls hold threads"
            + " as long as now";
    PoolFinding steady = watched(Growth.STEADY, Basis.WATCHED);
    PoolFinding full =
        found(0.25, Growth.UNKNOWN, new NeededThreads(Basis.FULL, 200, 400, 400), NONE, 0);
    return Stream.of(
        arguments(ObservationReport.busy(steady), busy + "never all busy."),
        arguments(ObservationReport.busy(full), busy + "all busy for 25.0 % of the time."),
        arguments(
            ObservationReport.needed(full),
            "All 200 threads were busy at times: how many more were needed is not known."),
        arguments(
            ObservationReport.needed(full(200, 200, 1_000, new Waiting(1_300, 1_500))),
            "All 200 threads were busy at times: with up to 1,300 calls in the queue, more than 200"
                + " and at most 1,500 threads were needed for none to wait."),
        arguments(
            ObservationReport.needed(full(10, 10, 1_000, new Waiting(900, 910))),
            "All 10 core threads were busy at times, and others start only when the queue is full:"
                + " with up to 900 calls in the queue, more than 10 and at most 910 threads were"
                + " needed for none to wait."),
        arguments(
            ObservationReport.needed(watched(Growth.UNKNOWN, Basis.UNCOUNTED)),
            "Samples found at most 31 busy; peaks between them are not known, as the pool counts no"
                + " calls."),
        arguments(
            ObservationReport.needed(watched(Growth.STEADY, Basis.LIMITED)),
            "31 threads would have sufficed. Of more traffic nothing is known: what fails first are"
                + " not the threads."),
        arguments(
            ObservationReport.limit(new FoundLimit(Kind.CPU_AT_TWICE_THE_TRAFFIC, "", 60, null)),
            "What fails first: the CPUs, busy for 60.0 % in the mean: twice the traffic needs"
                + " more."),
        arguments(ObservationReport.needed(steady), sufficed + ", as they did up to 930 calls/s."),
        arguments(
            ObservationReport.needed(watched(Growth.UNKNOWN, Basis.WATCHED)),
            sufficed + " (whether that depends on the rate was not to be seen)."),
        arguments(
            ObservationReport.needed(watched(Growth.GROWS, Basis.GROWING)),
            "31 threads would have sufficed. Beyond 930 calls/s nothing is known: calls hold"
                + " threads longer at higher rates."),
        arguments(
            ObservationReport.needed(watched(Growth.UNKNOWN, Basis.TOO_LITTLE_TRAFFIC)),
            "Too little traffic to say: 247,200 calls."),
        arguments(
            ObservationReport.limit(
                new FoundLimit(Kind.CONNECTIONS, "HikariPool-1 (10 connections)", 4, CONNECTING)),
            "What fails first: HikariPool-1 (10 connections) was full for 4.0 % of the time, waited"
                + " for at OrderDao.find."),
        arguments(
            ObservationReport.limit(new FoundLimit(Kind.THREADS, "", 50, CONNECTING)),
            "What fails first: the threads, all busy for 50.0 % of the time, mostly waiting"
                + " (HikariPool.getConnection) at OrderDao.find."),
        arguments(ObservationReport.limit(NONE), ""),
        arguments(
            ObservationReport.hold(
                found(0, Growth.STEADY, new NeededThreads(Basis.WATCHED, 31, 45, 62), NONE, 12)),
            "Calls hold a thread for 14.2 ms (0.81 ms of CPU); the longest for 12 s or more: 61.0 %"
                + " waiting (HikariPool.getConnection) at OrderDao.find, 9.0 % running at"
                + " Orders.price."),
        arguments(
            ObservationReport.hold(hung()),
            "No call ended: how long calls hold a thread is not known; the longest for 9 s or more:"
                + " 100.0 % waiting (HikariPool.getConnection) at OrderDao.find."));
  }

  /** Nothing is said beyond what was watched, as at rates at which calls hold threads longer. */
  @ParameterizedTest
  @MethodSource
  void sentences(String text, String expected) {
    assertThat(text).isEqualTo(expected);
  }

  @Test
  void aWatchWithoutATaskSaysSo() throws JsonProcessingException {
    assertThat(ObservationReport.of(observed()).front().toString())
        .contains("No thread pool ran a task");
  }

  private static ObservedProgram observed(String... lines) throws JsonProcessingException {
    Watch watch = new Watch();
    for (String line : lines) {
      watch.add(AgentLine.parse(line));
    }
    return new ObservedProgram(new About("7", "2026-11-28T10:00:00Z", "1.0"), watch);
  }

  /** A second with a pool of 8 threads, of which some were busy. */
  private static ObservedProgram served(int busy, int calls) throws JsonProcessingException {
    return ran(pool("DubboServerHandler-a:20880-thread-3", 8, busy, calls));
  }

  private static ObservedProgram ran(String... pools) throws JsonProcessingException {
    return observed(
        """
        {"sampled":{"fromMillis":0,"toMillis":1000,"process":{"samples":1},"connections":[],
         "pools":[%s]}}
        """
            .formatted(String.join(",", pools)));
  }

  private static String pool(String thread, int threads, int busy, int calls) {
    return """
        {"setup":{"id":%d,"type":"","thread":"%s","core":%d,"max":%d,
         "queueCapacity":0,"counts":{"tasks":true,"refusals":false}},
         "samples":{"busy":[%d],"queued":[0]},"arrivals":[],"counts":{"completed":%d},"sites":[]}
        """
        .formatted(threads, thread, threads, threads, busy, calls);
  }

  /** A name such as pool-3 is that of another pool where one more was made before. */
  @ParameterizedTest
  @CsvSource({
    "pool-3-thread-1, 8, false",
    "pool-3-thread-1, 200, true",
    "orders-1, 8, true",
    "http-nio-8080-exec-1, 8, true"
  })
  void poolsArePairedByNamesThatUsersGaveOrByTheirSizes(String thread, int threads, boolean paired)
      throws JsonProcessingException {
    Report report =
        new ObservationComparison(
                ran(pool(thread, 200, 6, 300)), ran(pool(thread, threads, 3, 300)))
            .report();

    assertThat(Markdown.text(report).contains("at most 6, then 3 threads busy")).isEqualTo(paired);
    assertThat(Markdown.text(report).contains("No pool is known")).isNotEqualTo(paired);
  }

  @Test
  void severalPoolsOfANameAreNotPaired() throws JsonProcessingException {
    ObservedProgram two = ran(pool("orders-1", 8, 6, 300), pool("orders-1", 9, 3, 300));

    assertThat(Markdown.text(new ObservationComparison(two, two).report()))
        .contains("No pool is known to have run tasks in both observations.");
  }

  @Test
  void ofTwoObservationsNoDifferenceIsShown() throws JsonProcessingException {
    Report report = new ObservationComparison(served(6, 300), served(3, 290)).report();

    assertThat(Markdown.text(report).replaceAll("\\s+", " "))
        .contains(
            "Dubbo 20880: at most 6, then 3 threads busy at once, at 300, then 290 calls/s; a call"
                + " holds one for 20.0 ms, then 10.3 ms.")
        .contains("| calls/s | 300 | 290 |")
        .contains("none is shown to come from a change")
        .doesNotContain("The rates differ");
  }

  /** A program that hangs must not look better than one that answers. */
  @Test
  void whereNoCallEndedTheHoldTimeIsUnknown() throws JsonProcessingException {
    String report =
        Markdown.text(new ObservationComparison(served(6, 300), served(8, 0)).report())
            .replaceAll("\\s+", " ");

    assertThat(report)
        .contains("a call holds one for 20.0 ms, then an unknown time.")
        .contains("| hold ms | 20.0 | - |");
  }

  @Test
  void ratesThatDifferAreNamed() throws JsonProcessingException {
    assertThat(Markdown.text(new ObservationComparison(served(6, 300), served(3, 150)).report()))
        .contains("The rates differ");
  }
}
