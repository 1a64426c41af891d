package io.poolbench.limits;

import static io.poolbench.journal.SampledPools.other;
import static io.poolbench.limits.SampleLoads.VIA;
import static io.poolbench.limits.SampleLoads.beside;
import static io.poolbench.limits.SampleLoads.load;
import static io.poolbench.limits.SampleLoads.ofConnections;
import static io.poolbench.limits.SampleLoads.ofPlaces;
import static io.poolbench.limits.SampleLoads.ofThreads;
import static io.poolbench.limits.SampleLoads.series;
import static io.poolbench.limits.SampleLoads.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.poolbench.Changed;
import io.poolbench.journal.ProgramSamples.ConnectionTrial;
import io.poolbench.journal.ProgramSamples.Connections;
import io.poolbench.journal.ProgramSamples.PoolSamples;
import io.poolbench.journal.ProgramSamples.Site;
import io.poolbench.journal.ProgramSamples.State;
import io.poolbench.journal.SampledPools;
import io.poolbench.limits.LoadSeries.Tried;
import io.poolbench.limits.SampledLoad.Pauses;
import io.poolbench.limits.Suspicion.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What limits providers whose bottleneck is known. */
class PoolLimitTest {
  private static final Site MONITOR =
      site(State.LOCK, "com.example.Stock.level", "", "java.lang.Object", 1);
  private static final Site PERMIT =
      site(
          State.WAIT,
          "com.example.Stock.level",
          "",
          "java.util.concurrent.Semaphore$NonfairSync",
          1);
  private static final String POOL = "org.example.Pool.get";
  private static final Site SOCKET = site(State.SOCKET, "com.example.Store.read", "", "", 1);

  private static List<Kind> kinds(LoadSeries loads) {
    return PoolLimit.limits(PoolLimit.checked(loads)).stream().map(Suspicion::kind).toList();
  }

  private static PoolLimit limit(LoadSeries loads) {
    return PoolLimit.of("own", loads);
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        arguments(
            "calls of 50 ms in 63 threads, which sleep at any load",
            series(users -> ofThreads(users, 63, 50)),
            List.of(Kind.THREADS)),
        arguments(
            "threads without a queue, which refuse 12 % of the calls",
            series(users -> refusing(users, 12)), List.of(Kind.THREADS)),
        arguments(
            "as many users as threads: an answer leaves before its thread is free",
            series(users -> refusing(users, 1)),
            List.of()),
        arguments(
            "16 threads of which all but one wait for a monitor",
            series(users -> ofPlaces(users, 1, 3, 16, MONITOR)),
            List.of(Kind.LOCK)),
        arguments(
            "the same, where even the lowest load fills all threads",
            series(users -> ofPlaces(users, 1, 3, 4, MONITOR), 8, 16, 32, 64),
            List.of(Kind.LOCK)),
        arguments(
            "a monitor that calls with one of 10 connections wait for",
            series(PoolLimitTest::monitorBehindConnections),
            List.of(Kind.LOCK)),
        arguments(
            "3 permits", series(users -> ofPlaces(users, 3, 3, 200, PERMIT)), List.of(Kind.LOCK)),
        arguments(
            "a store that answers 4 calls at once",
            series(users -> ofPlaces(users, 4, 3, 200, SOCKET)),
            List.of(Kind.SITE)),
        arguments(
            "the same behind 16 threads: all are busy, as calls hold them for longer",
            series(users -> ofPlaces(users, 4, 3, 16, SOCKET)),
            List.of(Kind.SITE)),
        arguments(
            "6 connections",
            series(users -> ofConnections(users, 6, 40)),
            List.of(Kind.CONNECTIONS)),
        arguments(
            "a full CPU: calls that wait for it keep all connections",
            series(users -> ofConnections(users, 6, 95)),
            List.of(Kind.CPU)),
        arguments(
            "half of the CPU, of which a quota withholds the rest",
            series(users -> withCpu(users, 50, 45, 0)),
            List.of(Kind.CPU)),
        arguments(
            "half of the CPU, of which nobody uses the rest",
            series(users -> withCpu(users, 50, 0, 0)),
            List.of()),
        arguments(
            "8 threads that also fill the CPU from the next load on",
            series(PoolLimitTest::threadsThenCpu),
            List.of(Kind.THREADS, Kind.CPU)),
        arguments(
            "a sleep that takes longer where others take the CPU",
            series(
                users -> Changed.with(slept(users, 8 * Math.min(users, 8)), "cpu.othersPct", 75.0)),
            List.of()),
        arguments(
            "a driver without CPU to spare for more",
            Changed.with(series(users -> load(users, 300 * users, 200, 3, 0)), "driverLacks", true),
            List.of(Kind.DRIVER)),
        arguments(
            "a driver of which a neighbour takes half of the CPU",
            series(
                users ->
                    Changed.with(
                        load(users, Math.min(users, 4) * 1_000, 200, 0.5, 0),
                        "cpu.driverPct",
                        users < 4 ? 60.0 : 98.0)),
            List.of(Kind.DRIVER)),
        arguments(
            "8 threads beside a driver of which a neighbour takes half of the CPU",
            series(users -> Changed.with(ofThreads(users, 8, 3), "cpu.driverPct", 95.0)),
            List.of(Kind.THREADS)),
        arguments(
            "a reply that threads wait for with a semaphore, for 50 ms at any load",
            series(
                users ->
                    load(
                        users,
                        1_000 * Math.min(users, 63) / 50.0,
                        63,
                        50,
                        Math.max(0, 50.0 * users / 63 - 50),
                        Changed.with(PERMIT, "count", 10_000L))),
            List.of(Kind.THREADS)),
        arguments(
            "the same, where 8 threads answer no more calls",
            Changed.with(series(users -> ofThreads(users, 8, 3)), "driverLacks", true),
            List.of(Kind.THREADS)),
        arguments(
            "executes, which refuses up to half of the calls",
            series(users -> refused(users, "limit")),
            List.of(Kind.REFUSER)),
        arguments(
            "Sentinel",
            series(users -> refused(users, "com.alibaba.csp.sentinel.slots.FlowException")),
            List.of(Kind.REFUSER)),
        arguments(
            "an exception of the application that becomes frequent with load",
            series(users -> refused(users, "java.lang.IllegalStateException: too many")),
            List.of(Kind.REFUSER)),
        arguments(
            "an exception of one call in ten, at any load",
            series(PoolLimitTest::faulty),
            List.of()),
        arguments(
            "dispatcher=direct",
            series(users -> Changed.with(load(users, 1_000, 100, 1, 0), "pool.tasks", 0.0)),
            List.of(Kind.IO_THREADS)),
        arguments(
            "an executor of 4 threads that calls are handed to for 20 ms",
            series(users -> load(users, Math.min(users, 4) * 50, 1, 0.03, 0)),
            List.of(Kind.HAND_OVER)),
        arguments(
            "64 threads that are held for 50 ms, and I/O threads that refuse all other calls",
            series(
                users ->
                    Changed.with(
                        ofThreads(users, 64, 50),
                        "pool.queueMillis",
                        0.0,
                        "pool.outsideMillis",
                        users > 64 ? 40.0 : 0.5,
                        "refused",
                        users > 64 ? Map.of(Refuser.POOL, 60.0) : Map.of())),
            List.of(Kind.THREADS)),
        arguments(
            "a collector that stops the provider for longer than the SLA allows",
            series(users -> collected(users, 300)),
            List.of(Kind.COLLECTOR)),
        arguments(
            "one long collection at the highest load",
            series(users -> users < 128 ? ofThreads(users, 500, 3) : paused(users, 1, 2_000)),
            List.of()),
        arguments(
            "8 threads without a queue, of which refused calls run no task",
            series(
                users -> Changed.with(refusing(users, 90), "pool.tasks", users > 8 ? 0.05 : 1.0)),
            List.of(Kind.THREADS)),
        arguments(
            "the same where 4 threads are all busy, for 2 % of the time",
            series(
                users ->
                    users < 4
                        ? paused(ofThreads(users, 4, 3), 1, 60)
                        : paused(ofThreads(users, 4, 3), 3, 180)),
            List.of(Kind.THREADS)),
        arguments("short collections", series(users -> collected(users, 3)), List.of()),
        arguments(
            "a neighbour: 45 % more calls at 128 users than at 8",
            series(
                users -> held(users, 1_000 * (1 + 0.45 * Math.max(0, log2(users) - 3) / 4)),
                8,
                16,
                32,
                64,
                128),
            List.of()));
  }

  /** A thread is held while the call lasts. */
  private static SampledLoad held(int users, double tps) {
    return load(users, tps, 500, 900 * users / tps, 0);
  }

  private static double log2(double users) {
    return Math.log(users) / Math.log(2);
  }

  private static SampledLoad slept(int users, double holdMillis) {
    return load(
        users,
        1_000 * users / holdMillis,
        200,
        holdMillis,
        0,
        site(State.SLEEP, "com.example.Greeter.greet", "", "", 10_000));
  }

  private static SampledLoad refusing(int users, double pct) {
    return Changed.with(
        ofThreads(users, 8, 3),
        "pool.queueMillis",
        0.0,
        "refused",
        users > 8 ? Map.of(Refuser.POOL, pct) : Map.of());
  }

  private static SampledLoad withCpu(int users, double used, double withheld, double others) {
    double share = Math.min(1, users / 8.0);
    return Changed.with(
        load(users, 1_000 * share, 200, Math.max(8, users), 0),
        "cpu.providerPct",
        used * share,
        "cpu.withheldPct",
        withheld * share,
        "cpu.othersPct",
        others);
  }

  private static SampledLoad threadsThenCpu(int users) {
    return Changed.with(ofThreads(users, 8, 3), "cpu.providerPct", users < 32 ? 80.0 : 93.0);
  }

  private static SampledLoad refused(int users, String reason) {
    double pct = users <= 8 ? 0 : 50;
    return Changed.with(
        load(users, Math.min(users, 8) * 300, 200, 3, 0),
        "pool.outsideMillis",
        0.3,
        "refused",
        Refuser.shares(pct, pct == 0 ? Map.of() : Map.of(reason, 7L)));
  }

  /** Calls that change one row, one after the other, each with one of 10 connections. */
  private static SampledLoad ofOneRow(int users) {
    int holding = Math.min(users, 10);
    return Changed.with(
        load(
            users,
            450,
            200,
            users / 0.45,
            0,
            site(State.RUN, "com.example.Account.debit", "", "", 1_000 / users),
            site(
                State.WAIT,
                "com.example.Account.debit",
                "com.example.db.Row.await",
                "com.example.db.Transaction",
                1_000 * (holding - 1) / users),
            site(
                State.WAIT,
                "com.example.Account.debit",
                VIA,
                "",
                1_000 * (users - holding) / users)),
        "samples.connections",
        List.of(new Connections("HikariCP", VIA, "db", 10, holding, users - holding, 0)),
        "cpu.providerPct",
        30.0);
  }

  /** Calls of which each needs a connection, and then a monitor for 3 ms. */
  private static SampledLoad monitorBehindConnections(int users) {
    int holding = Math.min(users, 10);
    return Changed.with(
        load(
            users,
            1_000 / 3.0,
            200,
            3.0 * users,
            0,
            site(State.SLEEP, "com.example.Stock.level", "", "", 10_000 / users),
            Changed.with(MONITOR, "count", 10_000L * (holding - 1) / users),
            site(
                State.WAIT,
                "com.example.Stock.level",
                VIA,
                "",
                10_000L * (users - holding) / users)),
        "samples.connections",
        List.of(new Connections("HikariCP", VIA, "db", 10, holding, users - holding, 0)));
  }

  private static SampledLoad faulty(int users) {
    return Changed.with(
        load(users, 100 * users, 200, 3, 0),
        "refused",
        Refuser.shares(10, Map.of("com.example.NoSuchOrder: 7", 100L)));
  }

  private static SampledLoad collected(int users, double millis) {
    return Changed.with(
        load(users, 300 * users, 200, 3, 0),
        "pauses",
        // By chance none at the highest load.
        users == 128 ? new Pauses(10, 0, 0) : new Pauses(10, 1, millis));
  }

  private static SampledLoad paused(int users, int count, double millis) {
    return paused(ofThreads(users, 500, 3), count, millis);
  }

  private static SampledLoad paused(SampledLoad load, int count, double millis) {
    return Changed.with(load, "pauses", new Pauses(10, count, millis));
  }

  @Test
  void aFullCpuTellsWhatOfItCompilersUse() {
    LoadSeries loads =
        series(users -> Changed.with(withCpu(users, 107, 0, 0), "cpu.compilersPct", 24.0));

    assertThat(limit(loads).sentence())
        .contains("100 % busy, of which JIT compilers use 24.0 % for some time");
  }

  @Test
  void aLimitIsNamedFromTheLoadOnAtWhichItBegins() {
    LoadSeries loads = series(users -> users < 32 ? paused(users, 3, 9) : paused(users, 9, 3_000));

    assertThat(limit(loads).sentence())
        .startsWith("the garbage collector, from 32 users on: it stops the provider for 30.0 % of");
  }

  @Test
  void whatAQuotaWithholdsIsNotBlamedOnOthers() {
    assertThat(limit(series(users -> withCpu(users, 84, 8, 0))).brief()).isEqualTo("the CPU quota");
  }

  @ParameterizedTest
  @CsvSource({
    "limit, 'Raise it, if what is behind it can take more; no pool changes it.'",
    "java.util.concurrent.TimeoutException: late, 'Find what makes these calls fail; no pool changes it.'"
  })
  void onlyALimitCanBeRaised(String reason, String remedy) {
    assertThat(limit(series(users -> refused(users, reason))).remedy()).isEqualTo(remedy);
  }

  /** One row is locked by calls for one row. */
  @Test
  void callsOfTheSameArgumentsMayWaitForEachOtherForThatReason() {
    LoadSeries row = series(PoolLimitTest::ofOneRow);
    String why = "All calls had the same arguments: with others they may not wait for each other.";

    assertThat(limit(row).remedy()).doesNotContain(why);
    assertThat(limit(Changed.with(row, "sameArguments", true)).remedy()).endsWith(why);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void limits(String provider, LoadSeries loads, List<Kind> kinds) {
    assertThat(kinds(loads)).as(limit(loads).sentence()).isEqualTo(kinds);
  }

  @Property(tries = 50)
  void connectionsAreNamedWithTheirNumber(@ForAll @IntRange(min = 1, max = 50) int size) {
    LoadSeries loads = series(users -> ofConnections(users, size, 40));

    assertThat(kinds(loads)).containsExactly(Kind.CONNECTIONS);
    assertThat(limit(loads).brief())
        .isEqualTo("db (HikariCP), " + size + " connection" + (size == 1 ? "" : "s"));
  }

  @Test
  void aTrialThatHelpsIsTheRemedy() {
    assertThat(withTrial(3_721).isTried()).isTrue();
    assertThat(withTrial(3_721).remedy())
        .isEqualTo(
            "12 instead of 6 connections in db: 3,721 instead of 1,918 calls/s, tried once.");
  }

  @Test
  void connectionsOfWhichMoreDoNoMoreAreNoLimit() {
    assertThat(withTrial(1_930).brief()).isEqualTo("not found");
    assertThat(withTrial(1_930).sentence())
        .contains(
            "db (HikariCP), 6 connections (all in use, but 12 instead of 6 connections in db: 1,930"
                + " instead of 1,918 calls/s, tried once)");
    LoadSeries row = series(PoolLimitTest::ofOneRow);
    assertThat(PoolLimit.trialLevel(row)).hasValue(32);
    assertThat(limit(row).brief()).isEqualTo("a wait (Transaction) in Account.debit, by Row.await");
  }

  /** The trial was made with another pool, for which more threads waited at its load. */
  @Test
  void aTrialDecidesOnlyAboutItsOwnPool() {
    ConnectionTrial trial =
        new ConnectionTrial("other", 6, slices(0.001, 1_918), 12, slices(0.001, 1_920));
    PoolLimit limit =
        limit(
            series(
                users ->
                    users == 16
                        ? Changed.with(ofConnections(users, 6, 40), "samples.trial", trial)
                        : ofConnections(users, 6, 40)));

    assertThat(limit.brief()).isEqualTo("db (HikariCP), 6 connections");
    assertThat(limit.remedy()).isEqualTo("Try more than 6 connections in db.");
    assertThat(limit.isTried()).isFalse();
  }

  /** Calls keep a connection of 10 while they wait for one of 2. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1_918})
  void ofPoolsWithinEachOtherTheInnerOneIsNamed(double tps) {
    ConnectionTrial trial = new ConnectionTrial("db", 10, slices(0, 1_918), 20, slices(0.001, tps));
    PoolLimit limit =
        limit(
            series(
                users ->
                    tps > 0 && users == 32
                        ? Changed.with(oneWithinAnother(users), "samples.trial", trial)
                        : oneWithinAnother(users)));

    assertThat(limit.brief()).isEqualTo("jedis (commons-pool2), 2 connections");
  }

  private static SampledLoad oneWithinAnother(int users) {
    int inner = Math.min(users, 2);
    int outer = Math.min(users, 10);
    double tps = 1_000 * inner / 3.0;
    return Changed.with(
        load(
            users,
            tps,
            200,
            1_000 * users / tps,
            0,
            site(State.SLEEP, "com.example.Cart.put", "", "", 1_000L * inner / users),
            site(State.WAIT, "com.example.Cart.put", POOL, "", 1_000L * (outer - inner) / users),
            site(State.WAIT, "com.example.Cart.put", VIA, "", 1_000L * (users - outer) / users)),
        "samples.connections",
        List.of(
            new Connections("HikariCP", VIA, "db", 10, outer, users - outer, 0),
            new Connections("commons-pool2", POOL, "jedis", 2, inner, outer - inner, 0)));
  }

  /** Of 20 connections each route may have 2. */
  @Test
  void connectionsOfARouteAreNamedWhereOthersAreFree() {
    PoolLimit limit =
        limit(series(users -> ofRoute(users, "Apache HttpClient", users > 2 ? users - 2 : 0)));

    assertThat(limit.brief()).isEqualTo("Manager (Apache HttpClient), connections of a route");
    assertThat(limit.sentence())
        .contains("from 4 users on", "2.00 in use and 2.00 threads waiting");
    assertThat(limit.remedy()).isEqualTo("Try a higher limit for each route in Manager.");
    assertThat(PoolLimit.trialLevel(series(users -> ofRoute(users, "Apache HttpClient", 2))))
        .as("no limit of a route is changed")
        .isEmpty();
  }

  /** Threads check connections, or open them, in the method in which they would wait for one. */
  @Test
  void aWaitAtAPoolWithFreeConnectionsIsASite() {
    LoadSeries loads = series(users -> ofRoute(users, "HikariCP", 0));

    assertThat(kinds(loads)).containsExactly(Kind.SITE);
    assertThat(limit(loads).brief())
        .isEqualTo("a wait (AbstractQueuedSynchronizer) in Rates.get, by Pool.get");
  }

  private static SampledLoad ofRoute(int users, String library, double waiting) {
    String condition = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
    return Changed.with(
        SampleLoads.ofPlaces(
            users, 2, 10, 200, site(State.WAIT, "com.example.Rates.get", POOL, condition, 1)),
        "samples.connections",
        List.of(
            new Connections(
                library, POOL, "Manager", 20, Math.min(users, 2), waiting, waiting > 0 ? 1 : 0)));
  }

  /** From 8, 64 and 128 users on calls wait for a connection; more than 128 were not measured. */
  @ParameterizedTest
  @CsvSource({"4, 16", "6, 16", "60, 128", "100, 128"})
  void moreConnectionsAreTriedAtALoadThatCanUseThem(int size, int level) {
    assertThat(PoolLimit.trialLevel(series(users -> ofConnections(users, size, 40))))
        .hasValue(level);
  }

  @Test
  void moreConnectionsAreTriedOnlyWhereTheyAreTheLimit() {
    assertThat(PoolLimit.trialLevel(series(users -> ofThreads(users, 4, 3)))).isEmpty();
  }

  private static PoolLimit withTrial(double tps) {
    return withTrial(0.01, tps);
  }

  /** Of slices that are so much slower, as planned, and so much faster. */
  private static PoolLimit withTrial(double noise, double tps) {
    ConnectionTrial trial =
        new ConnectionTrial("db", 6, slices(noise, 1_918), 12, slices(noise, tps));
    return limit(
        series(
            users ->
                users == 16
                    ? Changed.with(ofConnections(users, 6, 40), "samples.trial", trial)
                    : ofConnections(users, 6, 40)));
  }

  private static List<Double> slices(double noise, double tps) {
    return List.of(tps * (1 - noise), tps, tps * (1 + noise));
  }

  /** Of 20 % more calls, which slices that differ by 15 % do not show. */
  @Test
  void aTrialThatShowsNeitherNamesTheConnectionsWithoutAPromise() {
    assertThat(withTrial(0.02, 2_300).isTried()).isTrue();
    assertThat(withTrial(0.15, 2_300).isTried()).isFalse();
    assertThat(withTrial(0.15, 1_930).brief()).isEqualTo("db (HikariCP), 6 connections");
  }

  /** A trial is a pool that was measured in turns. */
  @ParameterizedTest
  @CsvSource({"2500, 128, THREADS, 1", "1340, 128, , 0", "1000, 2, THREADS, 2"})
  void moreThreadsArePromisedOnlyWhereTheyWereTriedAtALoadThatCanUseThem(
      double tps, int level, Kind kind, int promised) {
    Tried tried = new Tried("fixed 8", 8, level, tps, 1_333);
    PoolLimit limit = limit(beside(series(users -> ofThreads(users, 4, 3)), tried));

    assertThat(limit.remedy())
        .isEqualTo(
            List.of(
                    "",
                    "More threads: fixed 8 does 2,500 instead of 1,333 calls/s, measured in turns.",
                    "More threads; what they give was not tried.")
                .get(promised));
    if (kind == null) {
      assertThat(limit.sentence())
          .startsWith("not found; throughput no longer grows at 4 users. Ruled out: ")
          .contains("its 4 threads (all busy, but fixed 8 does no more: 1,340 instead of 1,333");
    }
  }

  /** 8 threads that all wait, and 16 that do as much, are limited by the same monitor. */
  @Test
  void whatLimitsALargerPoolThatDoesNoMoreLimitsTheSmallerOne() {
    LoadSeries large = series(users -> ofPlaces(users, 1, 3, 16, MONITOR));
    LoadSeries small =
        beside(series(users -> ofThreads(users, 8, 24)), new Tried("fixed 16", 16, 128, 333, 333));
    List<PoolLimit> limits = PoolLimit.of(Map.of("own", small, "fixed 16", large));

    assertThat(limits)
        .extracting(PoolLimit::brief)
        .containsOnly("a monitor (Object) in Stock.level");
    assertThat(limits)
        .filteredOn(limit -> limit.cell().equals("own"))
        .extracting(PoolLimit::sentence)
        .first()
        .asString()
        .startsWith("as of fixed 16, which does no more: a monitor (Object) in Stock.level, from");
  }

  static Stream<Arguments> executors() {
    PoolSamples full = other("orders-1", 4, 4, 124, "com.example.Orders.later");
    PoolSamples quiet = other("orders-1", 4, 0.4, 0, "com.example.Orders.later");
    return Stream.of(
        arguments(
            "full at all loads, and not under next to none", full, quiet, "the threads orders"),
        arguments("full under next to no load, too: other work", full, full, "an executor that"),
        arguments(
            "with threads to spare",
            other("orders-1", 16, 4, 0, "com.example.Orders.later"),
            quiet,
            "an executor that"),
        arguments(
            "of threads that grow only where its queue is full",
            Changed.with(
                other("orders-1", 16, 4, 124, "com.example.Orders.later"), "setup.core", 4),
            quiet,
            "the threads orders"),
        arguments(
            "a scheduler without a task that is due",
            Changed.with(
                other("orders-1", 1, 1, 0, "com.example.Orders.retry"),
                "setup.type",
                "java.util.concurrent.ScheduledThreadPoolExecutor"),
            quiet,
            "an executor that"),
        arguments(
            "with threads to spare, and delayed tasks in its queue",
            other("orders-1", 16, 4, 13, "com.example.Orders.later"),
            quiet,
            "an executor that"),
        arguments(
            "of a framework", other("orders-1", 4, 4, 124, "Dubbo"), quiet, "an executor that"),
        arguments(
            "that often runs other work",
            other("orders-1", 2, 1.9, 0, "com.example.Orders.poll"),
            other("orders-2", 2, 1, 0, "com.example.Orders.poll"),
            "an executor that"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("executors")
  void anExecutorIsNamedIfItIsFullAndWasNotAlone(
      String executor, PoolSamples busy, PoolSamples alone, String named) {
    LoadSeries loads =
        series(
            users -> Changed.with(load(users, 2_600, 1, 0.03, 0), "samples.pools", List.of(busy)),
            256,
            512,
            768);

    assertThat(
            limit(Changed.with(loads, "alone", Optional.of(SampledPools.of(List.of(alone)))))
                .brief())
        .startsWith(named);
  }

  @Test
  void anExecutorThatCallsAreHandedToIsNamedByItsThreads() {
    LoadSeries loads =
        series(
            users ->
                Changed.with(
                    load(users, Math.min(users, 4) * 50, 1, 0.03, 0),
                    "samples.pools",
                    List.of(
                        other("poller-1", 1, 1, 0, "com.example.Main.poll"),
                        other(
                            "orders-1",
                            4,
                            Math.min(users, 4),
                            Math.max(0, users - 4),
                            "com.example.Orders.later"))));

    assertThat(limit(loads).sentence())
        .isEqualTo(
            "the threads orders, which calls are handed to, from 8 users on: a call is 640 ms"
                + " outside of queue and thread, and 20.0 ms at 1 user; a thread is held for 0.03"
                + " ms; 4.00 of its threads run calls, in Orders.later, and 124 wait in its queue.");
  }

  @Test
  void withoutALimitItIsSaidWhatWasRuledOut() {
    assertThat(limit(series(users -> held(users, 1_000), 64, 128)).sentence())
        .isEqualTo(
            "not found; throughput no longer grows at 64 users. Ruled out: the driver"
                + " (40.0 % of its CPUs in use); a limit that refuses calls (none but the pool did); a lock (no"
                + " thread was seen to wait for one); the garbage collector (0.00 % of the time,"
                + " 0.00 ms each); an executor that calls are handed to, or blocked I/O threads (a"
                + " call is 12.8 ms outside of queue and thread, and 6.40 ms at 64 users; a thread"
                + " is held for 86.4 ms); I/O threads, in which calls run (the pool runs 1.00 tasks"
                + " per call); its 500 threads (86.4 of 500 busy); the CPU (20.0 % busy); a wait in a thread (no thread was seen to"
                + " wait).");
  }

  @Test
  void threadsAreNamedWithTheFiguresThatShowThem() {
    assertThat(limit(series(users -> ofThreads(users, 63, 50))).sentence())
        .isEqualTo(
            "its 63 threads, from 128 users on: all busy (63.0 by Little's law), while calls wait up"
                + " to 51.6 ms in the queue; 63 / 50.0 ms that a call holds one gives some 1,260"
                + " calls/s.");
  }

  @Test
  void aCallOfTwoTasksHoldsTheirThreadsOneAfterTheOther() {
    assertThat(
            limit(series(users -> Changed.with(ofThreads(users, 16, 5), "pool.tasks", 2.0)))
                .sentence())
        .contains("16 / 10.0 ms that a call holds one gives some 1,600 calls/s");
  }

  @Test
  void noLimitIsNamedWhileThroughputGrows() {
    IntFunction<SampledLoad> growing = users -> load(users, 100.0 * users, 200, 3, 0);

    assertThat(limit(series(growing)).brief()).isEqualTo("none up to 128 users");
  }
}
