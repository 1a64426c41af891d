package io.poolbench.limits;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A simulation of a fixed pool under an open loop with Poisson arrivals, in virtual time. A call
 * spends its time outside, then waits for a thread in the order of arrival (Kiefer and Wolfowitz,
 * "On the theory of queues with many servers", 1955), and holds it. A call that finds all threads
 * and all places of the queue taken is refused, and does not come again. The same seed gives the
 * same result.
 *
 * @param shape of both times
 * @param heldMillis mean time for which a call holds its thread, above 0
 * @param outsideMillis mean time of a call outside the pool: network, I/O threads and client
 */
record PoolSimulation(TimeShape shape, double heldMillis, double outsideMillis, int threads) {
  PoolSimulation {
    if (!(heldMillis > 0) || !(outsideMillis >= 0) || threads < 1) {
      throw new IllegalArgumentException(
          "held %s ms, outside %s ms, %s threads".formatted(heldMillis, outsideMillis, threads));
    }
  }

  /**
   * The outcome of a simulation.
   *
   * @param meanMillis mean response time of the answered calls; NaN if none was answered
   * @param percentileMillis percentiles of these response times by the nearest rank
   */
  record Outcome(double refusedPct, double meanMillis, DoubleUnaryOperator percentileMillis) {
    private static Outcome of(List<Double> answeredMillis, int calls) {
      Collections.sort(answeredMillis);
      int answered = answeredMillis.size();
      return new Outcome(
          100.0 * (calls - answered) / calls,
          answeredMillis.stream().mapToDouble(millis -> millis).average().orElse(Double.NaN),
          percent ->
              answered == 0
                  ? Double.NaN
                  : answeredMillis.get(Math.max(0, (int) Math.ceil(percent / 100 * answered) - 1)));
    }

    double percentileMillis(double percent) {
      return percentileMillis.applyAsDouble(percent);
    }
  }

  /** A call with its times in milliseconds; the first ones fill the pool and are not counted. */
  private record Call(boolean counted, double sent, double arrived) {}

  /** The rate that keeps all threads busy, in calls per second. */
  double saturationTps() {
    return threads / heldMillis * 1e3;
  }

  /**
   * Simulates this number of calls, after a fifth as many that are not counted.
   *
   * @param queue places in which calls wait for a thread
   * @param perSecond mean rate of arrivals, above 0
   */
  Outcome run(int queue, double perSecond, int calls, long seed) {
    UniformRandomProvider random = new SplittableRandom(seed)::nextLong;
    DoubleSupplier held = shape.sampler(heldMillis, random);
    PriorityQueue<Double> freeThreads = new PriorityQueue<>(Collections.nCopies(threads, 0.0));
    PriorityQueue<Double> ends = new PriorityQueue<>();
    List<Double> answeredMillis = new ArrayList<>();
    for (Call call : calls(perSecond, calls, random)) {
      while (!ends.isEmpty() && ends.peek() <= call.arrived) {
        ends.remove();
      }
      if (ends.size() < (long) threads + queue) {
        double end = Math.max(call.arrived, freeThreads.remove()) + held.getAsDouble();
        freeThreads.add(end);
        ends.add(end);
        if (call.counted) {
          answeredMillis.add(end - call.sent);
        }
      }
    }
    return Outcome.of(answeredMillis, calls);
  }

  /** All calls in the order in which they arrive at the pool. */
  private List<Call> calls(double perSecond, int counted, UniformRandomProvider random) {
    DoubleSupplier gaps = TimeShape.EXPONENTIAL.sampler(1e3 / perSecond, random);
    DoubleSupplier outside = shape.sampler(outsideMillis, random);
    List<Call> calls = new ArrayList<>();
    double sent = 0;
    for (int ahead = counted / 5; ahead > -counted; ahead--) {
      sent += gaps.getAsDouble();
      calls.add(new Call(ahead <= 0, sent, sent + outside.getAsDouble()));
    }
    calls.sort(Comparator.comparingDouble(Call::arrived));
    return calls;
  }
}
