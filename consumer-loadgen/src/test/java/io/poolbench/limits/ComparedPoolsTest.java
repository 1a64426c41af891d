package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues of the pools that are compared with the one that a program configures. */
class ComparedPoolsTest {
  private static final double BOUND_MILLIS = 50;

  /** At 1,000 calls a second, 50 calls are answered within the bound. */
  @ParameterizedTest
  @CsvSource({
    "20, 0, 50",
    "200, 0, 192",
    "20, 1000, 1012",
    "2147483647, 0, 10000",
    "20, 2147483647, 10000"
  })
  void ruleAPoolAcceptsNoFewerCallsThanTodays(int threads, int queue, int expected) {
    EffectivePool own =
        new EffectivePool("ThreadPoolExecutor", 0, threads, 60_000L, "Queue", queue);

    assertThat(new ComparedPools(own, 1, BOUND_MILLIS).queue(8, 1_000)).isEqualTo(expected);
  }

  /** A pool of more threads than today's may answer more calls in the same time. */
  @ParameterizedTest
  @CsvSource({"100, 1", "200, 1", "1600, 8"})
  void moreThreadsMayAnswerMoreCalls(int threads, double times) {
    EffectivePool own = new EffectivePool("ThreadPoolExecutor", 0, 200, 60_000L, "Queue", 0);

    assertThat(new ComparedPools(own, 1, BOUND_MILLIS).morePossible(threads)).isEqualTo(times);
  }

  /**
   * 0.4 threads are held at 4,000 calls a second, so that the least of CPUs and one would do:
   * today's pool.
   */
  @Test
  void aPoolThatIsTheOnlyCandidateItselfIsComparedWithOneOfTwiceItsThreads() {
    Study study =
        PlainStudy.parse(
            "provider: {threadpool: fixed, threads: 5}",
            "load: {users: '4, 8', warmup: 1s, settle: 1s, measure: 10s}",
            "sla: {tp99: 10ms}");
    SimulatedProvider provider = new SimulatedProvider(5, 1, 0.25);
    provider.run(study, 1, new StudyPlanner(study, new RetryBudget(Duration.ZERO)));
    JudgedCell learned = JudgedStudy.of(study, provider.journal).cells().get(0);
    EffectivePool own = new EffectivePool("ThreadPoolExecutor", 5, 5, 0L, "Queue", 100);

    assertThat(new ComparedPools(own, 4, 10).of(learned))
        .extracting(PoolConfig::label)
        .containsExactly("fixed 10 queue 95");
    assertThat(new ComparedPools(EffectivePool.ofClass("Own"), 4, 10).of(learned))
        .as("a pool of unknown size may be another one")
        .extracting(PoolConfig::threads)
        .containsExactly(5);
  }

  /** Without a bound on response times, and without a call. */
  @Test
  void aQueueOfWhichNothingIsKnownIsAsTodays() {
    EffectivePool own = new EffectivePool("ThreadPoolExecutor", 0, 200, 60_000L, "Queue", 0);

    assertThat(new ComparedPools(own, 1, Double.POSITIVE_INFINITY).queue(8, 0)).isEqualTo(192);
  }
}
