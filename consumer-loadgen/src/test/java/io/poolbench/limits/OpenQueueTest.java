package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thread that a call holds for 1 ms in the mean, exponentially: M/M/1/K. */
class OpenQueueTest {
  private static final int MOST = 1_000;

  private static Optional<OpenQueue> queue(double perSecond, String metric, double limit) {
    return queue(perSecond, new Sla.Bound(metric, limit));
  }

  private static Optional<OpenQueue> queue(double perSecond, Sla.Bound... bounds) {
    PoolSimulation pool = new PoolSimulation(TimeShape.EXPONENTIAL, 1, 0, 1);
    return OpenQueue.longest(pool, pool, MOST, perSecond, new Sla(List.of(bounds)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {300, 800, 900})
  void itIsTheLongestWithWhichAcceptedCallsAreInTimeUnderOverload(double perSecond) {
    double overload = Math.max(2 * perSecond, 1_000);
    int longest = 0;
    while (late(longest + 1, overload / 1_000, 60) <= 0.01) {
      longest++;
    }

    OpenQueue queue = queue(perSecond, "tp99", 60).orElseThrow();

    assertThat(queue.length()).isCloseTo(longest, within(3));
    double calls = perSecond / 1_000;
    double full = 1 - Math.pow(calls, queue.length() + 2);
    assertThat(queue.refusedPct())
        .isCloseTo(100 * (1 - calls) * Math.pow(calls, queue.length() + 1) / full, within(0.6));
    assertThat(queue.tp99Millis()).isLessThan(60);
  }

  /**
   * The share of accepted calls that take longer than a time: one that finds n calls takes n + 1
   * exponential times.
   */
  private static double late(int queue, double arrivals, double time) {
    double accepted = 0;
    double late = 0;
    double poisson = Math.exp(-time);
    double beyond = 0;
    for (int n = 0; n <= queue; n++) {
      beyond += poisson;
      poisson *= time / (n + 1);
      accepted += Math.pow(arrivals, n);
      late += Math.pow(arrivals, n) * beyond;
    }
    return late / accepted;
  }

  @Test
  void aShortQueueIsKeptForBursts() {
    assertThat(queue(300, "tp99", 12)).map(OpenQueue::length).contains(OpenQueue.SHORTEST);
  }

  @Test
  void noQueueMakesARateThatThePoolDoesNotCarryKeepTheBound() {
    assertThat(queue(2_000, "tp99", 12)).isEmpty();
    assertThat(queue(800, "tp99", 4)).isEmpty();
  }

  /** At 95 % of what the thread answers, the longest queue, of some 42, refuses 0.6 %. */
  @Test
  void aQueueThatRefusesMoreThanTheAvailabilityAllowsIsNone() {
    Sla.Bound tp99 = new Sla.Bound("tp99", 60);
    assertThat(queue(950, tp99, new Sla.Bound("availability", 97))).isPresent();
    assertThat(queue(950, tp99, new Sla.Bound("availability", 99.9))).isEmpty();
  }

  @Test
  void withoutABoundOnResponseTimesThereIsNone() {
    assertThat(queue(800, "availability", 99)).isEmpty();
  }

  @Test
  void allCallsInTimeNeedNoLimit() {
    assertThat(queue(300, "mean", 5_000)).map(OpenQueue::length).contains(MOST);
  }
}
