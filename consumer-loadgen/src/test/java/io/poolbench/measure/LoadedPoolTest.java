package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.journal.Batch;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Pending;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.lab.CountersReading;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.SampleCounters;
import io.poolbench.load.Interval;
import io.poolbench.load.LatencyRecorder;
import io.poolbench.load.Ledger;
import io.poolbench.load.Load;
import io.poolbench.load.Loaded;
import io.poolbench.load.Outcome;
import io.poolbench.load.Probe;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.SliceRunner;
import io.poolbench.load.Timeline;
import io.poolbench.study.Cell;
import io.poolbench.study.Phase;
import io.poolbench.study.SampleCells;
import io.poolbench.study.ServiceMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a provider still has of calls that its client gave up must not run into the next window. */
class LoadedPoolTest {
  private static final EffectivePool BUILT = EffectivePool.ofClass("ThreadPoolExecutor");

  private static final Cell CELL = SampleCells.FIXED;
  private static final CpuPlan CPUS = new CpuPlan(CpuList.parse("0"), CpuList.parse("0"));

  private final LatencyRecorder calls = new LatencyRecorder();
  private final Deque<Integer> tasks = new ArrayDeque<>();
  private final List<String> events = new ArrayList<>();
  private boolean drains = true;
  private final SimulatedTime clock = new SimulatedTime();
  private int reads;

  private final LoadedPool.Control control =
      new LoadedPool.Control() {
        @Override
        public boolean begin() {
          return false;
        }

        @Override
        public void renew() {
          events.add("renew");
        }

        @Override
        public void delayRedisBy(AddedLatency latency) {
          events.add("Redis " + latency.meanMicros());
        }
      };

  /** Its pool has the tasks of one reading after another, and none after the last. */
  private final Probe<CountersReading, LabException> probe =
      new Probe<>() {
        @Override
        public CountersReading read() {
          reads++;
          return SampleCounters.ofPool(tasks.isEmpty() ? 0 : tasks.remove());
        }

        @Override
        public Counters gained(CountersReading before, CountersReading after, Loaded loaded) {
          return after.gainedSince(before, loaded, CPUS);
        }
      };

  private final Load load =
      new Load() {
        @Override
        public void level(int level) {
          events.add("level " + level);
        }

        @Override
        public void drainBefore(int level, Duration timeout) {}

        @Override
        public Interval take() {
          return calls.take(new Ledger(clock.nanoTime(), 0, Pending.NONE, 0));
        }

        @Override
        public int inFlight() {
          return 0;
        }

        @Override
        public boolean drain(Duration timeout) {
          events.add("drain " + timeout);
          return drains;
        }

        @Override
        public void close() {}
      };

  private final List<String> notes = new ArrayList<>();
  private final LoadedPool pool = pool(CELL);

  private LoadedPool pool(Cell cell) {
    return pool(cell, (level, batch) -> {});
  }

  private LoadedPool pool(Cell cell, BiConsumer<Integer, Batch> listener) {
    return new LoadedPool(
        cell,
        BUILT,
        new SliceRunner<>(
            load, clock, Timeline.from(Instant.EPOCH, clock), probe, Map::of, List.of(), listener),
        probe,
        control,
        notes::add);
  }

  private static Visit visit(int level, Hold hold) {
    return new Visit(
        "sample", 1, new Turn(1, 1), level, Duration.ZERO, Duration.ofSeconds(1), hold);
  }

  @ParameterizedTest
  @CsvSource({
    "OK, true, 2, 0, 0",
    "TIMEOUT, true, 2, 3, 100",
    // Calls in flight do not end.
    "OK, false, 1, 2, 50",
    "OK, false, 2000, 601, 30000"
  })
  void afterCallsThatDidNotEndThePoolIsAwaitedUntilIdleForHalfAMinuteAtMost(
      Outcome outcome, boolean drained, int busy, int read, long waitedMillis) throws Exception {
    calls.record(outcome, 1_000);
    drains = drained;
    tasks.addAll(Collections.nCopies(busy, 2));

    pool.rest();

    assertThat(reads).isEqualTo(read);
    assertThat(Duration.ofNanos(clock.nanoTime())).hasMillis(waitedMillis);
    assertThat(notes).hasSize(waitedMillis == 30_000 ? 1 : 0);
  }

  @Test
  void aSliceEndsOnceItsPoolIsIdle() throws Exception {
    tasks.addAll(List.of(0, 3, 1, 0, 2));

    pool.measure(visit(1, Hold.FURTHER_OF_BLOCK), 1);

    assertThat(tasks).as("read before and after it, and until idle").containsExactly(2);
  }

  @Test
  void aTimeoutWithinTheWindowIsRememberedUntilTheFirstRest() throws Exception {
    calls.record(Outcome.OK, 1_000);
    calls.take(Ledger.EMPTY);
    LoadedPool behind = pool(CELL, (level, batch) -> calls.record(Outcome.TIMEOUT, 1_000));
    behind.run(1, Duration.ZERO, Duration.ofSeconds(1));
    calls.take(Ledger.EMPTY);
    tasks.add(1);
    int before = reads;

    behind.rest();
    assertThat(reads - before).isEqualTo(2);

    behind.rest();
    assertThat(reads - before).isEqualTo(2);
  }

  @Test
  void aDrainedStepBeginsWithoutCallsAndEndsWithItsLastOne() throws Exception {
    Cell cell = Changed.with(CELL, "load.settle", Duration.ZERO, "load.drain", true);
    LoadedPool drained = pool(cell);

    drained.measure(visit(1, Hold.STEP), 1);

    String drain = "drain " + Duration.ofMillis(cell.driver().timeoutMillis() + 2_000);
    assertThat(events).containsExactly(drain, "level 1", drain);
  }

  /** The last phase of the step before may have had the same rate, and calls of an overload. */
  @Test
  void aStepOfPhasesBeginsWithoutCallsOfTheOneBefore() throws Exception {
    Phase phase = new Phase("all", Duration.ofSeconds(1), null, null);

    pool(Changed.with(CELL, "load.phases", List.of(phase))).measure(visit(8, Hold.STEP), 8);

    assertThat(events).startsWith("drain " + LoadedPool.DRAIN_TIMEOUT, "level 8");
  }

  @Test
  void aPhaseChangesTheLatencyOfRedisWhichIsRestoredAfterTheLastOne() throws Exception {
    Cell cell =
        Changed.with(
            CELL,
            "load.phases",
            List.of(
                new Phase("usual", Duration.ofSeconds(1), null, null),
                new Phase("slow", Duration.ofSeconds(1), null, Duration.ofMillis(9))));

    List<Slice> slices = pool(cell).measure(visit(8, Hold.STEP), 8);

    assertThat(events)
        .filteredOn(event -> event.startsWith("Redis"))
        .containsExactly("Redis 500", "Redis 9000", "Redis 500");
    assertThat(slices).extracting(slice -> slice.key().part()).containsExactly("usual", "slow");
    assertThat(slices).extracting(slice -> slice.batches().size()).containsExactly(2, 2);
  }

  @Test
  void aProlongedStepGoesOnWithTheSameLoad() throws Exception {
    pool.measure(visit(8, Hold.STEP), 8);
    events.clear();

    List<Slice> slices = pool.measure(visit(8, Hold.PROLONGED), 8);

    assertThat(events).containsExactly("level 8");
    assertThat(slices).extracting(slice -> slice.batches().size()).containsExactly(20);
  }

  @ParameterizedTest
  @CsvSource({"FIRST_OF_BLOCK, 1", "FURTHER_OF_BLOCK, 0"})
  void aBlockBeginsInAFreshPoolIfItGrows(Hold hold, int renewed) throws Exception {
    PoolConfig config = PoolConfig.of(PoolType.CACHED, 0, 200, 0, null);

    pool(Changed.with(CELL, "provider.pool", config)).measure(visit(8, hold), 8);

    assertThat(events).filteredOn("renew"::equals).hasSize(renewed);
  }

  /** A pool that grows on demand keeps the threads of the highest level so far. */
  @ParameterizedTest
  @CsvSource({"CACHED, 2", "FIXED, 0"})
  void aStepBelowAnEarlierOneStartsWithANewPoolIfItGrows(PoolType type, int renewed)
      throws Exception {
    PoolConfig config = PoolConfig.of(type, type == PoolType.FIXED ? null : 0, 200, 0, null);
    LoadedPool growing = pool(Changed.with(CELL, "provider.pool", config));

    for (int level : List.of(8, 4, 4, 8, 2)) {
      growing.run(level, Duration.ZERO, Duration.ofMillis(100));
    }

    assertThat(events).filteredOn("renew"::equals).hasSize(renewed);
  }

  /** Two threads, called by 40 users. */
  @ParameterizedTest
  @CsvSource({
    "false, 10, FIND_USER_INFO, 12",
    "false, 100, FIND_USER_INFO, 40",
    "true, 10, FIND_USER_INFO, 2",
    "true, 10, FIND_USER_INFO_FUTURE, 12"
  })
  void aWarmUpHasAsManyCallsAsThePoolAcceptsOrHasToEnd(
      boolean drained, int queue, ServiceMethod method, int level) {
    Cell cell =
        Changed.with(
            CELL,
            "provider.pool",
            PoolConfig.of(PoolType.FIXED, null, 2, queue, null),
            "load.settle",
            Duration.ZERO,
            "load.drain",
            drained,
            "driver.method",
            method);

    assertThat(pool(cell).warmingLevel()).isEqualTo(level);
  }
}
