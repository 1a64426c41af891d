package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.lab.Counters;
import io.poolbench.lab.LabException;
import io.poolbench.lab.SampleCounters;
import io.poolbench.load.Interval;
import io.poolbench.load.LatencyRecorder;
import io.poolbench.load.Ledger;
import io.poolbench.load.Load;
import io.poolbench.load.Outcome;
import io.poolbench.load.Probe;
import io.poolbench.load.SimulatedTime;
import io.poolbench.load.StepRunner;
import io.poolbench.load.StepRunners;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Phase;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.store.SampleResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a provider still has of calls that its client gave up must not run into the next window. */
class LoadedPoolTest {
  private static final EffectivePool BUILT = EffectivePool.ofClass("ThreadPoolExecutor");

  private static final Cell CELL = SampleResult.studyResult().cells().get(0).cell();

  private final LatencyRecorder calls = new LatencyRecorder();
  private final Deque<Integer> tasks = new ArrayDeque<>();
  private final List<String> events = new ArrayList<>();
  private boolean drains = true;
  private final SimulatedTime clock = new SimulatedTime();
  private int reads;

  private final LoadedPool.Turns turns =
      new LoadedPool.Turns() {
        @Override
        public boolean begin() {
          return false;
        }

        @Override
        public void renew() {
          events.add("renew");
        }
      };

  /** Its pool has the tasks of one reading after another, and none after the last. */
  private final Probe<Counters, LabException> probe =
      () -> {
        reads++;
        return SampleCounters.ofPool(tasks.isEmpty() ? 0 : tasks.remove());
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
          return calls.take(new Ledger(clock.nanoTime(), 0, 0, Ledger.EMPTY.pending(), 0));
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

  private final LoadedPool pool = pool(CELL);

  private LoadedPool pool(Cell cell) {
    return new LoadedPool(cell, BUILT, load, StepRunners.of(load, clock), probe, turns, clock);
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
  }

  @Test
  void aSliceEndsOnceItsPoolIsIdle() throws Exception {
    tasks.addAll(List.of(0, 3, 1, 0, 2));

    pool.slice(1, false);

    assertThat(tasks).as("read before and after it, and until idle").containsExactly(2);
  }

  @Test
  void aTimeoutWithinTheWindowIsRememberedUntilTheFirstRest() throws Exception {
    calls.record(Outcome.OK, 1_000);
    calls.take(Ledger.EMPTY);
    StepRunner failing =
        new StepRunner(
            load,
            clock,
            List.of(),
            List.of(),
            (level, part) -> calls.record(Outcome.TIMEOUT, 1_000));
    LoadedPool behind = new LoadedPool(CELL, BUILT, load, failing, probe, turns, clock);
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

    drained.runWhile(1, Duration.ZERO, Duration.ofSeconds(1), window -> false);

    String drain = "drain " + Duration.ofMillis(cell.driver().timeoutMillis() + 2_000);
    assertThat(events).containsExactly(drain, "level 1", drain);
  }

  /** The last phase of the step before may have had the same rate, and calls of an overload. */
  @Test
  void aStepOfPhasesBeginsWithoutCallsOfTheOneBefore() throws Exception {
    Phase phase = new Phase("all", Duration.ofSeconds(1), null, null);

    pool(Changed.with(CELL, "load.phases", List.of(phase))).runPhases(8, begun -> {});

    assertThat(events).startsWith("drain " + LoadedPool.DRAIN_TIMEOUT, "level 8");
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
