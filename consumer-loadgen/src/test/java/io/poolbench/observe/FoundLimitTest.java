package io.poolbench.observe;

import static io.poolbench.observe.Seconds.RUNNING;
import static io.poolbench.observe.Seconds.SLEEPING;
import static io.poolbench.observe.Seconds.collecting;
import static io.poolbench.observe.Seconds.second;
import static io.poolbench.observe.Seconds.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.poolbench.Changed;
import io.poolbench.journal.ProgramSamples;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.observe.BusyThreads.Average;
import io.poolbench.observe.BusyThreads.Waiting;
import io.poolbench.observe.FoundLimit.Kind;
import io.poolbench.observe.HoldTime.Growth;
import io.poolbench.observe.HoldTime.Share;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What fails first in programs whose scarce resource is known. */
class FoundLimitTest {
  private static final String VIA = "com.zaxxer.hikari.pool.HikariPool.getConnection";
  private static final ProgramSamples CALM = second(0.4);
  private static final Site CONNECTING =
      site(State.WAIT, "com.shop.Dao.find", VIA, "java.util.concurrent.SynchronousQueue$T", 30);
  private static final Site LOCK =
      site(State.LOCK, "com.shop.Stock.take", "", "java.lang.Object", 30);
  private static final Site PERMIT = waiting("java.util.concurrent.Semaphore$NonfairSync");
  private static final Site FUTURE = waiting("java.util.concurrent.CompletableFuture$Signaller");
  private static final FoundLimit NONE = new FoundLimit(Kind.NONE, "", 0, null);

  private static Site waiting(String blocker) {
    return site(State.WAIT, "com.shop.A.b", "", blocker, 30);
  }

  private static FoundLimit limit(
      double busy, double full, HoldTime hold, ProgramSamples... seconds) {
    BusyThreads threads =
        new BusyThreads(new Average(busy, 1), 1, 1, 1, 0, full, new Waiting(0, 1));
    return FoundLimit.of(threads, hold, List.of(seconds));
  }

  private static HoldTime at(Site... sites) {
    double share = 1.0 / sites.length;
    return new HoldTime(
        10.0,
        1.0,
        Growth.UNKNOWN,
        null,
        100,
        List.of(sites).stream().map(site -> new Share(site, share)).toList());
  }

  private static Connections connections(double full) {
    return connections(1, full);
  }

  private static Connections connections(double waiting, double full) {
    return new Connections("HikariCP", VIA, "HikariPool-1", 10, 9, waiting, full);
  }

  private static HoldTime hold(Share... sites) {
    return new HoldTime(10.0, 1.0, Growth.UNKNOWN, null, 100, List.of(sites));
  }

  private static FoundLimit ofConnections(double percent) {
    return new FoundLimit(Kind.CONNECTIONS, "HikariPool-1 (10 connections)", percent, CONNECTING);
  }

  static Stream<Arguments> limits() {
    Connections spare = new Connections("HikariCP", VIA, "HikariPool-1", 99, 59, 0, 0.6);
    Connections held = new Connections("HikariCP", VIA, "leader", 1, 1, 0, 1);
    HoldTime grown = new HoldTime(10.0, 1.0, Growth.GROWS, SLEEPING, 100, List.of());
    return Stream.of(
        arguments("nothing was full", limit(5, 0, at(SLEEPING), CALM), NONE),
        arguments(
            "threads that were all busy",
            limit(20, 0.5, at(SLEEPING), CALM),
            new FoundLimit(Kind.THREADS, "", 50, SLEEPING)),
        arguments(
            "connections that were full, before the threads that wait for them",
            limit(
                20,
                0.5,
                at(CONNECTING, SLEEPING),
                second(0.4, connections(0)),
                second(0.4, connections(0.5))),
            ofConnections(25)),
        arguments(
            "two pools of one name, as those of one class of objects",
            limit(5, 0, at(CONNECTING), second(0.4, connections(0.8), spare)),
            ofConnections(80)),
        arguments(
            "a pool without a maximum, beside one of its name that calls wait for",
            limit(
                5,
                0,
                at(CONNECTING),
                second(
                    0.4,
                    new Connections("commons-pool2", VIA, "Jedis", -1, 3, 0, 1),
                    new Connections("commons-pool2", VIA, "Jedis", 8, 8, 5, 0.9))),
            new FoundLimit(Kind.CONNECTIONS, "Jedis (8 connections)", 90, CONNECTING)),
        arguments(
            "full connections for which no call waits",
            limit(5, 0, at(SLEEPING), second(0.4, connections(1))),
            NONE),
        arguments(
            "a connection that is always held, beside a pool that calls wait for at the same site",
            limit(5, 0, at(CONNECTING), second(0.4, connections(0.02), held)),
            ofConnections(2)),
        arguments(
            "a connection that is always held, and that nobody waits for",
            limit(5, 0, at(CONNECTING), second(0.4, held)),
            NONE),
        arguments(
            "connections that were hardly full",
            limit(5, 0, at(CONNECTING), second(0.4, connections(0.005))),
            NONE),
        arguments(
            "a lock for which most of those wait that have a connection",
            limit(
                40,
                1,
                hold(new Share(CONNECTING, 0.75), new Share(LOCK, 0.2), new Share(SLEEPING, 0.05)),
                second(0.4, connections(30, 1))),
            new FoundLimit(Kind.LOCK, "java.lang.Object", 8, LOCK)),
        arguments(
            "connections for which more threads wait than for the lock that some of them hold",
            limit(
                40,
                1,
                hold(new Share(CONNECTING, 0.75), new Share(LOCK, 0.1), new Share(SLEEPING, 0.15)),
                second(0.4, connections(30, 1))),
            ofConnections(100)),
        arguments(
            "a lock, beside connections for which hardly a thread waits",
            limit(
                40,
                1,
                hold(new Share(LOCK, 0.4), new Share(CONNECTING, 0.01), new Share(SLEEPING, 0.59)),
                second(0.4, connections(0.4, 0.02))),
            new FoundLimit(Kind.LOCK, "java.lang.Object", 16, LOCK)),
        arguments(
            "busy CPUs, before what calls keep meanwhile",
            limit(20, 1, at(RUNNING, CONNECTING), second(0.95, connections(1))),
            new FoundLimit(Kind.CPU, "", 100, RUNNING)),
        arguments(
            "busy CPUs where calls hardly run",
            limit(20, 1, at(SLEEPING, SLEEPING, RUNNING), second(0.95)),
            new FoundLimit(Kind.THREADS, "", 100, SLEEPING)),
        arguments(
            "a collector that stops the program",
            limit(5, 0, at(RUNNING), collecting(150)),
            new FoundLimit(Kind.COLLECTOR, "", 15, null)),
        arguments(
            "a lock for which threads wait",
            limit(6, 0, at(LOCK, SLEEPING), CALM),
            new FoundLimit(Kind.LOCK, "java.lang.Object", 3, LOCK)),
        arguments(
            "a semaphore, which is a lock",
            limit(6, 0, at(PERMIT, SLEEPING), CALM),
            new FoundLimit(Kind.LOCK, PERMIT.blocker(), 3, PERMIT)),
        arguments(
            "a reply waited for with a semaphore, for as long at any rate",
            limit(6, 0, Changed.with(at(PERMIT, SLEEPING), "growth", Growth.STEADY), CALM),
            NONE),
        arguments("an answer of another thread", limit(6, 0, at(FUTURE), CALM), NONE),
        arguments("a lock for which few threads wait", limit(3, 0, at(LOCK, SLEEPING), CALM), NONE),
        arguments(
            "CPUs that twice the traffic would fill",
            limit(5, 0, at(RUNNING), second(0.5), second(0.7)),
            new FoundLimit(Kind.CPU_AT_TWICE_THE_TRAFFIC, "", 60, null)),
        arguments(
            "a wait that grew, where nothing was full",
            limit(5, 0, grown, CALM),
            new FoundLimit(Kind.GROWING_WAIT, "", 0, SLEEPING)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void limits(String program, FoundLimit found, FoundLimit limit) {
    assertThat(found).isEqualTo(limit);
  }
}
