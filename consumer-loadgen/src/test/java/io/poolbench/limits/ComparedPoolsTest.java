package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.EffectivePool;
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

  /** Without a bound on response times, and without a call. */
  @Test
  void aQueueOfWhichNothingIsKnownIsAsTodays() {
    EffectivePool own = new EffectivePool("ThreadPoolExecutor", 0, 200, 60_000L, "Queue", 0);

    assertThat(new ComparedPools(own, 1, Double.POSITIVE_INFINITY).queue(8, 0)).isEqualTo(192);
  }
}
