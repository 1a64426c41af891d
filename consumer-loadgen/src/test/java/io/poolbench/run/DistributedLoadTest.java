package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.Changed;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.lab.SampleCounters;
import io.poolbench.lab.SideJson;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.FreezingServer;
import io.poolbench.load.GuardedLoad;
import io.poolbench.load.Interval;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.PhasedWindow;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.StepRunners;
import io.poolbench.load.Target;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Phase;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Several loads as one, in simulated time, with a provider whose calls do not meet each other. */
class DistributedLoadTest {
  private static final int USERS = 24;
  private static final long MILLI = 1_000_000;
  private static final Duration WINDOW = Duration.ofSeconds(2);
  private static final Workload CLOSED = new Workload.Closed(ThinkTime.NONE);
  private static final Workload OPEN = new Workload.Open(ArrivalProcess.CONSTANT, 500);

  private final SimulatedTime time = new SimulatedTime();
  private final List<FakeGenerator> fakes = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** One to three CPUs: 4, 8 and 12 of the users, each with its own response time. */
  @Test
  void threeGeneratorsMeasureWhatOneLoadOfTheSameUsersDoes() throws Exception {
    Interval one = window(load(schedule(CLOSED, USERS), 0));
    DistributedLoadTest other = new DistributedLoadTest();
    Interval three =
        other.window(
            other.distributed(
                schedule(CLOSED, USERS),
                other.part(1, 0, CLOSED, 0),
                other.part(2, 0, CLOSED, 4),
                other.part(3, 0, CLOSED, 12)));

    assertThat(three.response()).isEqualTo(one.response());
    assertThat(three.service()).isEqualTo(one.service());
    assertThat(three.calls()).isEqualTo(one.calls()).isPositive();
    assertThat(three.growth()).isEqualTo(one.growth());
    assertThat(three.carriedNanos()).isEqualTo(one.carriedNanos());
    assertThat(three.pending().agesNanos().sum()).isEqualTo(one.pending().agesNanos().sum());
    assertThat(three.pending().count()).isEqualTo(USERS);
    assertThat(three.userNanos()).isEqualTo(one.userNanos());
  }

  /** Their parts come due at other instants; what comes due does not depend on the split. */
  @Test
  void ratesAddUp() throws Exception {
    Interval three =
        window(
            distributed(
                schedule(OPEN, 1000),
                part(1, 0, OPEN, 0),
                part(1, 0, OPEN, 0),
                part(2, 0, OPEN, 0)),
            1000);

    assertThat(three.due()).isBetween(1997L, 2003L);
    assertThat(three.unsent()).isZero();
    assertThat(fakes).extracting(fake -> fake.levels.get(0)).containsExactly(250, 250, 500);
  }

  @Test
  void groupsStayGroups() throws Exception {
    LoadSchedule schedule =
        Changed.with(
            schedule(CLOSED, 1),
            "groups",
            List.of(
                new Group("few", Map.of(), CLOSED, List.of(3), null),
                new Group("many", Map.of(), CLOSED, List.of(9), null)));
    DistributedLoad load = distributed(schedule, groups(schedule, 1), groups(schedule, 2));
    load.level(12);
    load.take();
    time.sleepUntil(time.nanoTime() + WINDOW.toNanos());
    Interval interval = load.take();

    assertThat(fakes).extracting(fake -> fake.levels).containsExactly(List.of(1, 3), List.of(2, 6));
    assertThat(interval.groups()).hasSize(2);
    assertThat(interval.groups()).extracting(g -> g.pending().count()).containsExactly(3L, 9L);
    assertThat(interval.groups().stream().mapToLong(Interval::calls).sum())
        .isEqualTo(interval.calls());
  }

  /** Delay and way there are the same in all: they begin and end at one moment. */
  @Test
  void ordersAreCarriedOutAtOneMoment() {
    DistributedLoad load =
        distributed(
            schedule(CLOSED, USERS),
            part(1, 0.2, CLOSED, 0),
            part(1, 5, CLOSED, 0),
            part(1, 12.6, CLOSED, 0));
    load.level(6);
    load.take();

    assertThat(fakes)
        .extracting(fake -> fake.delays)
        .containsExactly(
            List.of(6_200_000L, 6_200_000L), List.of(3_800_000L, 3_800_000L), List.of(0L, 0L));
  }

  @Test
  void aLostGeneratorIsReportedUntilTheOthersTakeOverItsUsers() throws Exception {
    DistributedLoad load = distributed(schedule(CLOSED, USERS), 2, part(1), part(1), part(1));
    load.level(12);
    List<GeneratorUse> before = load.uses();
    load.take();
    fakes.get(1).lost = true;
    time.sleepUntil(time.nanoTime() + WINDOW.toNanos());
    load.take();
    List<GeneratorUse> after = load.uses();

    assertThat(since(before, after))
        .extracting(GeneratorUse::generator, GeneratorUse::lost, GeneratorUse::level)
        .containsExactlyInAnyOrder(
            tuple("g0", false, 4), tuple("g1", true, 0), tuple("g2", false, 4));
    load.level(12);
    assertThat(load.inFlight()).isEqualTo(12);
    assertThat(since(after, load.uses())).noneMatch(GeneratorUse::lost);
    assertThat(notes).containsExactly("lost");
  }

  /** It took its share of the level: the window has fewer users than that. */
  @Test
  void aGeneratorLostBeforeTheWindowOpensIsReportedInIt() throws Exception {
    DistributedLoad load = distributed(schedule(CLOSED, USERS), 1, part(1), part(1));
    load.level(12);
    fakes.get(0).lost = true;
    List<GeneratorUse> before = load.uses();
    load.take();
    time.sleepUntil(time.nanoTime() + WINDOW.toNanos());
    load.take();

    assertThat(since(before, load.uses()))
        .extracting(GeneratorUse::generator, GeneratorUse::lost)
        .containsExactlyInAnyOrder(tuple("g0", true), tuple("g1", false));
  }

  /** One in four of the lowest rate were none: a generator without a share, and no rate lost. */
  @Test
  void phasesHaveTheirRatesAndEachReadingIsOfItsPhase() throws Exception {
    List<Phase> phases =
        List.of(
            new Phase("low", Duration.ofSeconds(8), 1, null),
            new Phase("high", Duration.ofSeconds(3), 200, null),
            new Phase("back", Duration.ofSeconds(2), 100, null));
    LoadSchedule schedule =
        Changed.with(schedule(OPEN, 100), "settle", Duration.ofMillis(100), "phases", phases);
    DistributedLoad load = distributed(schedule, part(1, 0, OPEN, 0), part(3, 0, OPEN, 0));
    PhasedWindow<List<GeneratorUse>> window =
        StepRunners.of(load, time).runPhases(100, schedule, load::uses, phase -> {});

    assertThat(window.phases())
        .extracting(phase -> Math.round(phase.interval().due() / (phase.nanos() / 1e9)))
        .containsExactly(1L, 200L, 100L);
    assertThat(window.phases())
        .allSatisfy(
            phase -> {
              List<GeneratorUse> uses = since(phase.before(), phase.after());
              assertThat(uses.stream().mapToLong(use -> use.calls().total()).sum())
                  .isEqualTo(phase.interval().calls());
              assertThat(uses).extracting(GeneratorUse::seconds).containsOnly(phase.nanos() / 1e9);
            });
    assertThat(since(window.phases().get(1).before(), window.phases().get(1).after()))
        .extracting(GeneratorUse::level)
        .containsExactly(0, 200);
    assertThat(since(window.whole().before(), window.whole().after())).hasSize(6);
  }

  private static List<GeneratorUse> since(List<GeneratorUse> before, List<GeneratorUse> after) {
    return after.subList(before.size(), after.size());
  }

  @Test
  void withTooFewLeftTheCellFails() {
    DistributedLoad load = distributed(schedule(CLOSED, USERS), 2, part(1), part(1));
    fakes.get(0).lost = true;
    load.level(12);

    assertThatThrownBy(load::uses)
        .isInstanceOfSatisfying(
            LabException.class, e -> assertThat(e.code()).isEqualTo(ViolationCode.GENERATOR_LOST))
        .hasMessageContaining("g0");
  }

  /** What a generator reports is of the window's calls alone, as those of the whole. */
  @Test
  void usesAreOfTheWindow() throws Exception {
    DistributedLoad load =
        distributed(schedule(CLOSED, USERS), part(1, 0, CLOSED, 0), part(3, 0, CLOSED, 6));
    load.level(USERS);
    time.sleepUntil(time.nanoTime() + WINDOW.toNanos());
    List<GeneratorUse> before = load.uses();
    load.take();
    List<Interval> batches = new ArrayList<>();
    for (int batch = 0; batch < 4; batch++) {
      time.sleepUntil(time.nanoTime() + WINDOW.toNanos());
      batches.add(load.take());
    }
    List<GeneratorUse> uses = since(before, load.uses());

    assertThat(uses).extracting(GeneratorUse::seconds).containsOnly(8.0);
    assertThat(uses).extracting(GeneratorUse::level).containsExactly(6, 18);
    assertThat(uses.stream().mapToLong(use -> use.calls().total()).sum())
        .isEqualTo(Interval.merge(batches).calls());
    assertThat(uses)
        .allSatisfy(
            use -> assertThat(use.busyUsers()).isCloseTo(use.level(), withinPercentage(0.1)));
  }

  /** The blocks of a paired study are stored as they are measured. */
  @Test
  void theCountersOfASliceDoNotHaveTheUsesOfEarlierOnes() throws Exception {
    DistributedLoad load = distributed(schedule(CLOSED, USERS), part(1), part(1));
    for (int slice = 0; slice < 3; slice++) {
      MeasuredWindow<Counters> window =
          StepRunners.of(load, time)
              .slice(
                  USERS,
                  Duration.ofMillis(100),
                  WINDOW,
                  Duration.ofSeconds(1),
                  load.beside(() -> SampleCounters.ofPool(0)));

      assertThat(window.before().generators()).isEmpty();
      assertThat(window.after().generators())
          .extracting(GeneratorUse::generator)
          .containsExactly("g0", "g1");
    }
  }

  /** Its share of a long phase is thousands of slices, each with histograms of its own. */
  @Test
  void aGeneratorMergesTheIntervalsOfAPhaseAsTheyCome() throws Exception {
    List<WeakReference<Histogram>> taken = new ArrayList<>();
    Load calls = StepRunners.recorded(load(schedule(CLOSED, USERS), 0), taken);
    Generator.GeneratorLoad share = fake(1, 0, List.of(calls), false).load();
    share.level(List.of(USERS), 0);
    share.take(0);
    long ok = 0;
    for (int slice = 0; slice < 200; slice++) {
      time.sleepUntil(time.nanoTime() + 100 * MILLI);
      ok += share.take(0).interval().ok();
    }

    System.gc();
    assertThat(taken)
        .hasSize(201)
        .filteredOn(each -> each.get() != null)
        .hasSizeLessThanOrEqualTo(GuardedLoad.MAX_UNTAKEN);
    GeneratorUse use = share.read();
    assertThat(use.seconds()).isEqualTo(20);
    assertThat(use.calls().ok()).isEqualTo(ok).isPositive();
  }

  @Test
  void anIntervalSurvivesItsMessage() throws Exception {
    Load load = load(schedule(OPEN, 500), 0);
    Interval interval = window(load, 500);
    Interval back =
        SideJson.MAPPER.readValue(SideJson.MAPPER.writeValueAsBytes(interval), Interval.class);

    assertThat(back.response()).isEqualTo(interval.response());
    assertThat(back.sendDelay()).isEqualTo(interval.sendDelay());
    assertThat(back.lag()).isEqualTo(interval.lag());
    assertThat(back)
        .usingRecursiveComparison()
        .ignoringFields("response", "service", "sendDelay", "lag")
        .isEqualTo(interval);
  }

  @Test
  void aShareIsClosedOnceWhereItsProcessEndsBesideItsCoordinator() {
    Generator.GeneratorLoad share = fake(1, 0, List.of(), false).load();

    share.close();
    share.close();

    assertThat(fakes.get(0).closed).isEqualTo(1);
  }

  private Interval window(Load load) throws Exception {
    return window(load, USERS);
  }

  private Interval window(Load load, int level) throws Exception {
    return StepRunners.of(load, time)
        .run(level, Duration.ofMillis(100), WINDOW, () -> 0)
        .interval();
  }

  private static LoadSchedule schedule(Workload workload, int level) {
    return new LoadSchedule(workload, List.of(level), Duration.ZERO, Duration.ZERO, WINDOW);
  }

  private DistributedLoad distributed(LoadSchedule schedule, LoadParts.Part... parts) {
    return distributed(schedule, parts.length, parts);
  }

  private DistributedLoad distributed(LoadSchedule schedule, int least, LoadParts.Part... parts) {
    return new DistributedLoad(
        schedule,
        new LoadParts(List.of(parts), least, Runnable::run, notes::add),
        new FailureReasons(),
        time);
  }

  private LoadParts.Part part(int cpus) {
    return part(cpus, 0, CLOSED, 0);
  }

  /** A generator whose users have numbers from an offset on. */
  private LoadParts.Part part(int cpus, double roundTripMillis, Workload workload, int offset) {
    int most = workload instanceof Workload.Open ? 1000 : USERS;
    return fake(cpus, roundTripMillis, List.of(load(schedule(workload, most), offset)), false);
  }

  private LoadParts.Part groups(LoadSchedule schedule, int cpus) {
    return fake(
        cpus,
        0,
        schedule.groups().stream().map(group -> load(schedule.of(group), 0)).toList(),
        true);
  }

  private LoadParts.Part fake(int cpus, double roundTripMillis, List<Load> loads, boolean grouped) {
    GeneratorHost host = new GeneratorHost("g" + fakes.size(), cpus, "", roundTripMillis);
    FakeGenerator fake = new FakeGenerator(loads, grouped, host, Long.MAX_VALUE, time);
    fakes.add(fake);
    return new LoadParts.Part(fake.member(), fake);
  }

  private Load load(LoadSchedule schedule, int offset) {
    try {
      return Loads.open(schedule, Duration.ofSeconds(1), 7, group -> calls(offset), time, time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each slot's calls take a time of its own. */
  private Target.Factory calls(int offset) {
    return FreezingServer.of(
        time, (slot, sent) -> sent + (3 + (offset + slot) % USERS) * MILLI + 7);
  }
}
