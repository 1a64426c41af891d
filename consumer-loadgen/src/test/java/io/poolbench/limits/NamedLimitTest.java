package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.limits.NamedLimit.Kind;
import io.poolbench.result.CellResult;
import io.poolbench.result.SiteSamples;
import io.poolbench.result.SiteSamples.Connections;
import io.poolbench.result.SiteSamples.Site;
import io.poolbench.result.SiteSamples.State;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What limits a closed network whose bottleneck is known, by its asymptotes. */
class NamedLimitTest {
  private static final String VIA = "com.zaxxer.hikari.pool.HikariPool.getConnection";
  private static final double HOLD_SECONDS = 0.003;
  private static final long SAMPLES = 10_000;
  private static final double NO_LIMIT = 1e9;
  private static final SortedMap<Integer, Double> NO_ROUNDS = Collections.emptySortedMap();

  private static List<SampledLoad> loads(IntFunction<SampledLoad> load) {
    return IntStream.of(2, 4, 8, 16, 32, 64, 128).mapToObj(load).toList();
  }

  private static NamedLimit limit(int threads, IntFunction<SampledLoad> load) {
    return NamedLimit.shownBy(loads(load), threads, NO_LIMIT);
  }

  /** Users beyond the places of a resource wait for it; each keeps it for HOLD_SECONDS. */
  private static SampledLoad behind(
      int users, int places, Site waiting, List<Connections> pools, double cpuPct) {
    int holding = Math.min(users, places);
    long held = SAMPLES * holding / users;
    List<Site> sites = new ArrayList<>();
    sites.add(new Site(State.SLEEP, "com.example.Store.read", "", "", held));
    if (held < SAMPLES) {
      sites.add(Changed.with(waiting, "count", SAMPLES - held));
    }
    return load(
        users, holding / HOLD_SECONDS, cpuPct, new SiteSamples(100, users, sites, pools, null));
  }

  private static SampledLoad load(int users, double tps, double cpuPct, SiteSamples samples) {
    return load(users, /* threads= */ users, tps, cpuPct, samples);
  }

  /** Users beyond the threads of the pool wait in its queue. */
  private static SampledLoad load(
      int users, int threads, double tps, double cpuPct, SiteSamples samples) {
    int active = Math.min(users, threads);
    return new SampledLoad(
        users, tps, NO_ROUNDS, cpuPct, 0, 0, active, users - active, 0, 1, 0, 0, samples);
  }

  /** Users beyond the connections of a pool wait for one. */
  private static SampledLoad connected(int users, int size, double cpuPct) {
    Site wait = new Site(State.WAIT, "com.example.Store.read", VIA, "", 1);
    int active = Math.min(users, size);
    Connections pool = new Connections("HikariCP", VIA, "db", size, active, users - active);
    return behind(users, size, wait, List.of(pool), cpuPct);
  }

  private static NamedLimit ofConnections(int size, double cpuPct) {
    return limit(200, users -> connected(users, size, cpuPct));
  }

  @Property(tries = 50)
  void connectionsAllInUseAreNamedWithWhatMoreOfThemAllow(
      @ForAll @IntRange(min = 1, max = 50) int size) {
    NamedLimit limit = ofConnections(size, 40);

    assertThat(limit.kind()).isEqualTo(Kind.CONNECTIONS);
    assertThat(limit.level()).isGreaterThan(size);
    assertThat(limit.site().via()).isEqualTo(VIA);
    assertThat(limit.connectionMillis()).isCloseTo(1000 * HOLD_SECONDS, within(1e-9));
    assertThat(limit.tpsWith(2 * size)).isCloseTo(2 * size / HOLD_SECONDS, within(1e-6));
    // A call waits for as long as those before it keep the connections.
    assertThat(limit.siteMillis())
        .isCloseTo(1000 * HOLD_SECONDS * (limit.level() - size) / size, within(2.0));
  }

  @Test
  void moreConnectionsAllowNoMoreThanTheCpuDoes() {
    NamedLimit limit = ofConnections(6, 80);

    assertThat(limit.isCpuBound(12)).isTrue();
    assertThat(limit.tpsWith(12)).isCloseTo(6 / HOLD_SECONDS / 0.8, within(1e-6));
    assertThat(limit.isCpuBound(7)).isFalse();
  }

  @Test
  void connectionsAllInUseAtTheHighestLoadOnlyAreTheLimitThoughThroughputGrew() {
    assertThat(ofConnections(100, 40).kind()).isEqualTo(Kind.CONNECTIONS);
  }

  @Test
  void aFullCpuIsTheLimitThoughCallsThatWaitForItKeepAllConnections() {
    NamedLimit limit = ofConnections(6, 95);

    assertThat(limit.kind()).isEqualTo(Kind.CPU);
    assertThat(limit.level()).isEqualTo(ofConnections(6, 40).level());
  }

  /** Beside a hog calls keep connections while they wait for a CPU, and others queue for these. */
  @ParameterizedTest
  @CsvSource({"RUN, 70, CPU", "RUN, 50, CONNECTIONS", "SLEEP, 70, CONNECTIONS"})
  void aSharedCpuIsTheLimitThoughCallsThatWaitForItKeepAllConnections(
      State keeping, double othersPct, Kind kind) {
    IntFunction<SampledLoad> beside =
        users ->
            Changed.with(
                connected(users, 6, 30),
                "samples.sites.0.state",
                keeping,
                "othersCpuPct",
                othersPct,
                "cpuMillis",
                0.1);
    assertThat(limit(200, beside).kind()).isEqualTo(kind);
  }

  /** Throughput doubles with the users in the mean of four rounds. */
  @ParameterizedTest
  @CsvSource({"0.05, NONE", "1.5, UNDECIDED"})
  void thatThereIsNoLimitIsClaimedOnlyWhereTheRoundsShowIt(double noise, Kind kind) {
    IntFunction<SampledLoad> noisy =
        users -> {
          SortedMap<Integer, Double> rounds = new TreeMap<>();
          double[] errors = {-1, 1, 0.5, -0.5};
          for (int round = 1; round <= errors.length; round++) {
            int sign = Integer.numberOfTrailingZeros(users) % 2 == 0 ? 1 : -1;
            rounds.put(round, 100 * users * Math.exp(sign * noise * errors[round - 1]));
          }
          return Changed.with(
              load(users, 100.0 * users, 60, samples(users, State.WAIT)), "roundTps", rounds);
        };

    assertThat(limit(200, noisy).kind()).isEqualTo(kind);
  }

  @Property(tries = 50)
  void aWaitThatGrowsIsNamedByItsSite(@ForAll @IntRange(min = 1, max = 50) int permits) {
    Site wait =
        new Site(State.WAIT, "com.example.Stock.level", "", "java.util.concurrent.Semaphore", 1);
    NamedLimit limit = limit(200, users -> behind(users, permits, wait, List.of(), 10));

    assertThat(limit.kind()).isEqualTo(Kind.SITE);
    assertThat(limit.site().isSame(wait)).isTrue();
  }

  /** Such as a log's. A monitor that no library waits for may be another one in each method. */
  @ParameterizedTest
  @CsvSource({"ch.qos.logback.core.FileAppender.subAppend, SITE", "'', UNKNOWN"})
  void aWaitInALibraryIsNamedAlsoWhereSeveralMethodsCallIt(String via, Kind kind) {
    Site wait = new Site(State.LOCK, "com.example.Stock.level", via, "java.lang.Object", 1);
    IntFunction<SampledLoad> called = users -> behind(users, 2, wait, List.of(), 10);
    NamedLimit limit = limit(200, users -> fromThreeMethods(called.apply(users)));

    assertThat(limit.kind()).isEqualTo(kind);
    if (kind == Kind.SITE) {
      assertThat(limit.siteMillis()).isCloseTo(limit(200, called).siteMillis(), within(1e-9));
    }
  }

  private static SampledLoad fromThreeMethods(SampledLoad load) {
    List<Site> sites = new ArrayList<>();
    for (Site site : load.samples().sites()) {
      for (int i = 0; i < 3; i++) {
        sites.add(Changed.with(site, "at", site.at() + i, "count", (site.count() + i) / 3));
      }
    }
    return Changed.with(load, "samples.sites", sites);
  }

  /**
   * Calls of 1 ms of CPU time get a part of one CPU: by the utilization law the throughput is what
   * that part allows, and by Little's law all other time of the 16 threads is a wait. Threads that
   * run without using a CPU wait for one only if others use it: else they may read a file.
   */
  @ParameterizedTest
  @CsvSource({"RUN, 30, CPU", "RUN, 5, UNKNOWN", "SOCKET, 30, SITE"})
  void theCpuIsTheLimitAlsoWhereOthersUseAPartOfIt(State state, double othersPct, Kind kind) {
    IntFunction<SampledLoad> shared =
        users -> {
          double cpuPct = Math.min(70, 10.0 * users);
          return Changed.with(
              load(users, 16, 10 * cpuPct, cpuPct, samples(Math.min(users, 16), state)),
              "othersCpuPct",
              othersPct,
              "cpuMillis",
              1.0);
        };

    NamedLimit limit = limit(16, shared);
    assertThat(limit.kind()).isEqualTo(kind);
    assertThat(limit.isCpuShared()).isEqualTo(kind == Kind.CPU);
  }

  @Test
  void threadsAreTheLimitOnlyWhileCallsWaitForThem() {
    NamedLimit limit = limit(8, NamedLimitTest::ofEightThreads);
    assertThat(limit.kind()).isEqualTo(Kind.THREADS);
    assertThat(limit.tpsWithTwiceTheThreads()).isCloseTo(2 * limit.tps(), within(1e-6));
    assertThat(limit(200, NamedLimitTest::ofEightThreads).kind())
        .as("no site grew: the threads are idle elsewhere")
        .isEqualTo(Kind.UNKNOWN);
  }

  private static SampledLoad ofEightThreads(int users) {
    int busy = Math.min(users, 8);
    return load(users, 8, busy / HOLD_SECONDS, 10, samples(busy, State.SLEEP));
  }

  /** A pool of Dubbo's default has no queue. */
  @ParameterizedTest
  @CsvSource({"30, THREADS", "1, UNKNOWN"})
  void threadsAreTheLimitWhereManyCallsAreRefusedForWantOfOne(double refusedPct, Kind kind) {
    IntFunction<SampledLoad> refused =
        users ->
            Changed.with(
                ofEightThreads(users), "queued", 0.0, "refusedPct", users > 8 ? refusedPct : 0.0);

    assertThat(limit(8, refused).kind()).isEqualTo(kind);
  }

  /** Throughput and CPU usage double with the users up to the highest level. */
  @ParameterizedTest
  @CsvSource({"95, 200, CPU", "60, 100, THREADS", "60, 200, NONE"})
  void whatIsAllInUseAtTheHighestLoadOnlyIsTheLimitThoughThroughputGrew(
      double cpuPct, int threads, Kind kind) {
    IntFunction<SampledLoad> grown =
        users ->
            load(users, threads, 100.0 * users, cpuPct * users / 128, samples(users, State.WAIT));

    NamedLimit limit = limit(threads, grown);
    assertThat(limit.kind()).isEqualTo(kind);
    assertThat(limit.level()).isEqualTo(128);
  }

  @Test
  void aCollectorThatStopsTheProviderLongerThanTheSlaAllowsIsTheLimit() {
    // By chance no collection at the highest load.
    IntFunction<SampledLoad> collected =
        users ->
            Changed.with(
                load(users, 100.0 * users, 10, samples(users, State.RUN)),
                "seconds",
                10.0,
                "collections",
                users == 128 ? 0.0 : 1.0,
                "stoppedMillis",
                users == 128 ? 0.0 : 300.0);

    assertThat(NamedLimit.shownBy(loads(collected), 200, 50).kind()).isEqualTo(Kind.COLLECTOR);
    assertThat(NamedLimit.shownBy(loads(collected), 200, 500).kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void theRoundsOfALoadAreThoseOfTheRepetitionThatWasSampled() {
    CellResult measured = SampleResult.paired().cells().get(0);
    CellResult failed =
        Changed.with(
            measured, "allSteps", List.of(), "blocks", List.of(), "sites", new TreeMap<>());

    List<SampledLoad> loads = SampledLoad.of(new RepeatedCell(List.of(failed, measured)));

    assertThat(loads).isEqualTo(SampledLoad.of(new RepeatedCell(List.of(measured))));
    assertThat(loads).allMatch(load -> !load.roundTps().isEmpty());
  }

  /** As in a container with a limit of CPUs on a host with more. */
  @Test
  void cpuTimeThatAQuotaWithholdsCountsAsThatOfOthers() {
    CellResult free = SampleResult.paired().cells().get(0);
    CellResult throttled = Changed.with(free, "allSteps.0.figures.PROVIDER_THROTTLED", 40.0);

    assertThat(othersCpuPct(throttled)).isEqualTo(othersCpuPct(free) + 40);
  }

  private static double othersCpuPct(CellResult cell) {
    return SampledLoad.of(new RepeatedCell(List.of(cell))).get(0).othersCpuPct();
  }

  private static SiteSamples samples(int busy, State state) {
    return new SiteSamples(
        100, busy, List.of(new Site(state, "com.example.A.b", "", "", SAMPLES)), List.of(), null);
  }
}
