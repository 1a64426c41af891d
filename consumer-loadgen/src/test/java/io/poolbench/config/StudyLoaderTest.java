package io.poolbench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ClientKind;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Study;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Validity;
import io.poolbench.spec.Workload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyLoaderTest {
  private static final String FIXED_AND_CACHED =
      """
      provider: {queues: 10}
      cells:
        - provider: {threadpool: fixed, threads: 4}
        - provider: {threadpool: cached, corethreads: 20, threads: 200, alive: 30s}
      """;

  private final StudyLoader loader = new StudyLoader(CellCheck.NONE);

  @Test
  void everySettingIsReadFromWhereItStands() {
    Study study =
        load(
            """
            title: All of it
            repetitions: 3
            order: listed
            seed: 42
            provider:
              threadpool: cached
              threads: 24
              corethreads: 20
              queues: 7
              alive: 90s
              ioThreads: 3
              dispatcher: all
              executorManagement: default
              jvm: {home: /opt/jdk, options: [-Xmx2g]}
              bind: any
              port: 20880
              work: {cpuIterations: 5000000000, garbage: 16KiB, bursts: 3}
              scheduling: batch
            redis:
              kind: external
              uri: redis://:secret@host:6379/1
              records: 77
              recordSize: 1KiB
              connections: 8
              latency: {mean: 2ms, deviation: 500us}
            network: {latency: 1ms}
            driver: {client: proxy-sync, method: empty, connections: 4, timeout: 3s, decodeOneIn: 9}
            cpus: {provider: 0-3, driver: 4}
            load: {users: [1, 4, 8], thinkTime: 5ms, warmup: 1s, settle: 200ms, measure: 1.5s}
            validity:
              driverCpu: 80%
              runQueueWait: 20%
              gcPause: 0.5%
              lag: 1500us
              steal: 1%
              frequencyChange: 2%
              otherLoad: 3%
              speedLoss: 4%
            sla: {tp99: 10ms, availability: 99.9%, tps: 5000}
            """);

    Cell cell = study.cells().get(0);
    assertThat(study.title()).isEqualTo("All of it");
    assertThat(study.repetitions()).isEqualTo(new Repetitions(3, Repetitions.Order.LISTED, 42));
    assertThat(cell.provider().pool())
        .isEqualTo(new PoolConfig(PoolType.CACHED, 20, 24, 7, 90_000));
    assertThat(cell.provider())
        .hasToString(
            "ProviderSettings[pool="
                + cell.provider().pool()
                + ", ioThreads=3, dispatcher=ALL,"
                + " executorManagement=DEFAULT, work=ServiceWork[cpuIterations=5000000000,"
                + " garbageBytes=16384, bursts=3], jvm=Jvm[home=/opt/jdk, options=[-Xmx2g]], scheduling=BATCH,"
                + " bindHost=0.0.0.0, port=20880]");
    assertThat(cell.redis().kind()).isEqualTo(RedisKind.EXTERNAL);
    assertThat(cell.redis().uri()).isEqualTo("redis://:secret@host:6379/1");
    assertThat(cell.redis().records()).isEqualTo(77);
    assertThat(cell.redis().recordBytes()).isEqualTo(1024);
    assertThat(cell.redis().connections()).isEqualTo(8);
    assertThat(cell.network().latency()).isEqualTo(new AddedLatency(1_000, 0));
    assertThat(cell.redis().latency()).isEqualTo(new AddedLatency(2000, 500));
    assertThat(cell.driver().client()).isEqualTo(ClientKind.PROXY_SYNC);
    assertThat(cell.driver().method()).isEqualTo(ServiceMethod.EMPTY);
    assertThat(cell.driver().connections()).isEqualTo(4);
    assertThat(cell.driver().timeoutMillis()).isEqualTo(3000);
    assertThat(cell.driver().decodeOneIn()).isEqualTo(9);
    assertThat(cell.cpus()).isEqualTo(new CpuSets("0-3", "4"));
    assertThat(cell.load())
        .isEqualTo(
            new LoadSchedule(
                new Workload.Closed(ThinkTime.fixed(5_000)),
                List.of(1, 4, 8),
                Duration.ofSeconds(1),
                Duration.ofMillis(200),
                Duration.ofMillis(1500)));
    assertThat(cell.validity()).isEqualTo(new Validity(80, 20, 0.5, 1.5, 1, 2, 3, 4));
    assertThat(cell.sla().bounds())
        .containsExactly(
            new Sla.Bound("tps", 5000),
            new Sla.Bound("tp99", 10),
            new Sla.Bound("availability_pct", 99.9));
  }

  @Test
  void aCellOverridesOnlyWhatItNames() {
    List<PoolConfig> pools = pools(load(FIXED_AND_CACHED));

    assertThat(pools)
        .containsExactly(
            new PoolConfig(PoolType.FIXED, 4, 4, 10, 0),
            new PoolConfig(PoolType.CACHED, 20, 200, 10, 30_000));
  }

  @Test
  void anOverrideHoldsForEveryCellAgainstItsOwnValue() {
    assertThat(pools(load(FIXED_AND_CACHED, "provider.threads=50", "provider.queues=0")))
        .extracting(PoolConfig::label)
        .containsExactly("fixed 50", "cached 20/50");
  }

  @Test
  void theLaterOfTwoOverridesHolds() {
    assertThat(pools(load(FIXED_AND_CACHED, "provider.threads=50", "provider.threads=60")))
        .extracting(PoolConfig::threads)
        .containsExactly(60, 60);
  }

  @Test
  void anOverrideOfOneCellHoldsAgainstOneOfAll() {
    assertThat(pools(load(FIXED_AND_CACHED, "cells.0.provider.threads=8", "provider.threads=60")))
        .extracting(PoolConfig::threads)
        .containsExactly(8, 60);
  }

  @Test
  void aCellIsReachedByTheNameThatTablesShow() {
    assertThat(pools(load(FIXED_AND_CACHED, "cells.cached 20/200 queue 10.provider.threads=30")))
        .extracting(PoolConfig::threads)
        .containsExactly(4, 30);
  }

  @Test
  void theOnlyCellOfAStudyWithoutCellsIsReachedByItsNumber() {
    assertThat(pools(load("title: t", "cells.0.provider.threads=30")))
        .extracting(PoolConfig::threads)
        .containsExactly(30);
  }

  @Test
  void aPoolThatBecomesFixedLosesTheCoreAndKeepAliveOfItsFormerKind() {
    assertThat(pools(load(FIXED_AND_CACHED, "provider.threadpool=fixed")))
        .containsExactly(
            new PoolConfig(PoolType.FIXED, 4, 4, 10, 0),
            new PoolConfig(PoolType.FIXED, 200, 200, 10, 0));
  }

  @Test
  void aFixedCellDoesNotInheritTheCoreOfTheSections() {
    Study study =
        load(
            """
            provider: {threadpool: cached, corethreads: 20, threads: 200, alive: 30s}
            cells: [{}, {provider: {threadpool: fixed, threads: 24}}]
            """);

    assertThat(pools(study))
        .extracting(PoolConfig::label)
        .containsExactly("cached 20/200", "fixed 24");
  }

  @Test
  void cellsThatComeOutEqualAreRunOnce() {
    Study study = load(FIXED_AND_CACHED, "provider={threadpool: fixed, threads: 9}");

    assertThat(study.cells()).extracting(Cell::name).containsExactly("fixed 9 queue 10");
  }

  @Test
  void equalCellsOfDifferentNamesAreBothRun() {
    assertThat(load("cells: [{name: first}, {name: again}]").cells())
        .extracting(Cell::name)
        .containsExactly("first", "again");
  }

  @Test
  void aPoolThatAllCellsHaveIsNoPartOfTheirNames() {
    assertThat(load("cells: [{driver: {client: proxy}}, {driver: {client: wire}}]").cells())
        .extracting(Cell::name)
        .containsExactly("proxy", "wire");
    assertThat(load("title: t").cells()).extracting(Cell::name).containsExactly("fixed 200");
  }

  @Test
  void cellsOfOnePoolAreNamedByWhatElseDiffers() {
    Study study =
        load(
            """
            provider: {threads: 200}
            cells:
              - driver: {client: wire, method: empty}
              - driver: {client: proxy}
              - redis: {latency: 2ms}
              - provider: {threads: 4}
            """);

    assertThat(study.cells())
        .extracting(Cell::name)
        .containsExactly(
            "fixed 200 · latency 0ms · wire · empty",
            "fixed 200 · latency 0ms · proxy · findUserInfo",
            "fixed 200 · latency 2ms · wire · findUserInfo",
            "fixed 4");
  }

  @Test
  void namesTooLongToTellCellsApartAreNumbered() {
    String option = "-Dio.netty.x=" + "y".repeat(98);
    Study study =
        load(
            "cells: [{provider: {jvm: {options: [%s1]}}}, {provider: {jvm: {options: [%s2]}}}]"
                .formatted(option, option));

    assertThat(study.cells()).extracting(Cell::name).doesNotHaveDuplicates();
    assertThat(study.cells().get(1).name()).endsWith("... #2");
  }

  @Test
  void aQuantityThatIsSpelledOutIsOnePartOfAName() {
    assertThat(
            load("""
                    cells:
                      - load: {users: 4, thinkTime: 5ms}
                        redis: {latency: {mean: 2ms, deviation: 1ms}}
                      - load: {users: 4, thinkTime: {mean: 5ms, distribution: exponential}}
                    """)
                .cells())
        .extracting(Cell::name)
        .containsExactly(
            "latency 2ms deviation 1ms · thinkTime 5ms", "latency 0ms · thinkTime 5ms exponential");
  }

  @Test
  void cellsThatDifferInTheMeanTheyPromiseAreNamedByIt() {
    assertThat(load("cells: [{sla: {mean: 1ms}}, {sla: {mean: 2ms}}]").cells())
        .extracting(Cell::name)
        .containsExactly("mean 1ms", "mean 2ms");
  }

  @Test
  void aUriMakesAutoExternalAndAServerOfOurOwnLeavesItAside() {
    String external = "redis: {uri: 'redis://host:6379'}";

    assertThat(load(external).cells().get(0).redis().kind()).isEqualTo(RedisKind.EXTERNAL);
    assertThat(load(external, "redis.kind=embedded").cells().get(0).redis())
        .matches(redis -> redis.kind() == RedisKind.EMBEDDED && redis.uri().isEmpty());
    assertThat(load("title: t").cells().get(0).redis().kind()).isEqualTo(RedisKind.AUTO);
  }

  @Test
  void partsOfALatencyOverrideOneByOneAndATextOverridesBoth() {
    String spread = "redis: {latency: {mean: 2ms, deviation: 1ms}}";

    assertThat(
            load("redis: {latency: 2ms}", "redis.latency.deviation=1ms")
                .cells()
                .get(0)
                .redis()
                .latency())
        .isEqualTo(new AddedLatency(2000, 1000));
    assertThat(load(spread, "redis.latency=3ms").cells().get(0).redis().latency())
        .isEqualTo(new AddedLatency(3000, 0));
  }

  @Test
  void ofTheDefaultSlaOnlyTheAvailabilityIsJoinedToWhatAStudyPromises() {
    Sla.Bound availability = new Sla.Bound("availability_pct", 99.9);

    assertThat(load("sla: {tp999: 20ms}").cells().get(0).sla().bounds())
        .containsExactly(new Sla.Bound("tp999", 20), availability);
    assertThat(load("sla: {tp999: 20ms}\ncells: [{sla: {tps: 10}}]").cells().get(0).sla().bounds())
        .containsExactly(new Sla.Bound("tps", 10), new Sla.Bound("tp999", 20), availability);
    assertThat(load("sla: {availability: 50%}").cells().get(0).sla().bounds())
        .containsExactly(new Sla.Bound("availability_pct", 50));
  }

  @Test
  void everyMetricCanBeBoundedByItsId() {
    assertThat(
            load("sla: {queue_wait_mean: 500us, provider_cpu_pct: 80, queue_max: 5}")
                .cells()
                .get(0)
                .sla()
                .bounds())
        .containsExactly(
            new Sla.Bound("availability_pct", 99.9),
            new Sla.Bound("provider_cpu_pct", 80),
            new Sla.Bound("queue_max", 5),
            new Sla.Bound("queue_wait_mean", 0.5));
    assertThat(load("sla: {cpu: 80%}").cells().get(0).sla())
        .isEqualTo(load("sla: {provider_cpu_pct: 80%}").cells().get(0).sla());
  }

  @Test
  void anSlaIsAssertedUpToALoadOnlyWhereAStudySaysSo() {
    assertThat(load("sla: {tp99: 10ms}").cells().get(0).sla().upTo()).isNull();
    assertThat(load("sla: {tp99: 10ms}", "sla.upTo=24").cells().get(0).sla().upTo()).isEqualTo(24);
    assertThat(load("sla: {tp99: 10ms, upTo: 8}\ncells: [{}, {sla: {upTo: 16}}]").cells())
        .extracting(cell -> cell.sla().upTo())
        .containsExactly(8, 16);
  }

  @Test
  void anAssertionUpToUsersDoesNotBecomeOneUpToARate() {
    String users = "load: {users: 1..8}\nsla: {tp99: 10ms, upTo: 4}";
    assertThat(load(users, "load.users=6").cells().get(0).sla().upTo()).isEqualTo(4);
    assertThat(load(users, "load.rate=1000").cells().get(0).sla().upTo()).isNull();
    assertThat(load(users, "load.rate=1000", "sla.upTo=500").cells().get(0).sla().upTo())
        .isEqualTo(500);
    String rate = "load: {rate: 1000}\nsla: {tp99: 10ms, upTo: 500}";
    assertThat(load(rate, "load.rate=600").cells().get(0).sla().upTo()).isEqualTo(500);
    assertThat(load(rate, "load.users=1..8").cells().get(0).sla().upTo()).isNull();
  }

  @Test
  void anOverrideReadsItsValueAsYaml() {
    Cell cell =
        load(
                "title: t",
                "provider.jvm.options=[-Xmx2g, -Xms2g]",
                "load.users=1..3",
                "provider.jvm.home=")
            .cells()
            .get(0);

    assertThat(cell.provider().jvm().options()).containsExactly("-Xmx2g", "-Xms2g");
    assertThat(cell.load().levels()).containsExactly(1, 2, 3);
  }

  @Test
  void aTitleMayBeOverriddenAndIsTheNameWhereThereIsNone() {
    assertThat(load("title: t", "title=Another").title()).isEqualTo("Another");
    assertThat(load("sla: {tp99: 5ms}").title()).isEqualTo("study");
  }

  @Test
  void anOverrideCanCureWhatTheFileGotWrong() {
    assertThat(
            pools(
                load(
                    "cells: [{name: a, provider: {threadpool: eager}}]",
                    "cells.a.provider.threads=5")))
        .extracting(PoolConfig::label)
        .containsExactly("eager 0/5 queue 1");
  }

  private Study load(String yaml, String... overrides) {
    return loader.parse("study", "study.yaml", yaml, List.of(overrides));
  }

  private static List<PoolConfig> pools(Study study) {
    return study.cells().stream().map(cell -> cell.provider().pool()).toList();
  }
}
