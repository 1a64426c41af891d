package io.poolbench.model;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A discrete-event simulation of a network in virtual time, for percentiles and for cases without a
 * closed form: a closed loop of users, or an open loop with Poisson arrivals. A call uses a CPU for
 * half of its CPU time, waits downstream, and uses a CPU again. The CPUs serve calls in order of
 * arrival, since a call's work is shorter than a time slice of the kernel. A refused call is
 * answered at once, and its user backs off for 0.5 to 1.5 times the mean, as users of the driver
 * do. The same seed gives the same result.
 *
 * <p>The network's contention has no effect here: waits follow from the distributions.
 *
 * @param network simulated with the CPU time per call at the throughput of {@link
 *     ClosedNetwork#solve}
 * @param cpuTime shape of the CPU time, before and after the wait
 * @param delays shape of the wait in the thread, and of the time outside
 */
public record NetworkSimulation(ClosedNetwork network, TimeShape cpuTime, TimeShape delays) {

  /** Simulates this number of users and calls, after a warm-up of a fifth as many calls. */
  public Outcome run(int users, int calls, long seed) {
    Run run = new Run(network.solve(users).demandMillis(), calls, seed);
    run.begin(users);
    return run.outcome();
  }

  /**
   * Simulates this number of calls of an open loop with Poisson arrivals, after a warm-up of a
   * fifth as many. A refused call does not come again.
   *
   * @param perSecond mean rate of arrivals, above 0
   */
  public Outcome runOpen(double perSecond, int calls, long seed) {
    Run run = new Run(network.cpu().millisAt(perSecond), calls, seed);
    run.begin(perSecond);
    return run.outcome();
  }

  /**
   * The outcome of a simulation.
   *
   * @param percentileMillis percentiles of the response times of calls answered OK, by the nearest
   *     rank; NaN if none was, as the mean
   */
  public record Outcome(
      double tps,
      double refusedPct,
      double active,
      double queued,
      double cpuPct,
      double meanMillis,
      DoubleUnaryOperator percentileMillis) {
    public double percentileMillis(double percent) {
      return percentileMillis.applyAsDouble(percent);
    }
  }

  private enum Kind {
    SENT,
    ARRIVED,
    WAITED,
    DONE
  }

  /**
   * A call, in a closed loop a user's current one, with its next event; simultaneous events are
   * ordered by scheduling.
   */
  private static final class Call implements Comparable<Call> {
    private double sent;
    private double due;
    private long number;
    private Kind next;

    @Override
    public int compareTo(Call other) {
      int byTime = Double.compare(due, other.due);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** One simulation; times in milliseconds. */
  private final class Run {
    private final PriorityQueue<Call> events = new PriorityQueue<>();
    private final Deque<Call> forThread = new ArrayDeque<>();
    private final double[] cpuFreeAt = new double[network.cpus()];
    private final DoubleSupplier halfDemand;
    private final DoubleSupplier waits;
    private final DoubleSupplier outsides;
    private final DoubleSupplier backoffs;
    private final UniformRandomProvider random;
    private final double cycle;

    /** Between the arrivals of an open loop; null = a closed loop. */
    private DoubleSupplier gaps;

    private final double[] responses;
    private final int ignored;
    private double now;
    private double since;
    private long scheduled;
    private int ended;
    private int refused;
    private int ok;
    private int active;
    private double activeArea;
    private double queuedArea;
    private double busyMillis;

    Run(double demand, int calls, long seed) {
      SplittableRandom seeded = new SplittableRandom(seed);
      random = seeded::nextLong;
      halfDemand = cpuTime.sampler(demand / 2, random);
      waits = delays.sampler(network.waitMillis(), random);
      outsides = delays.sampler(network.outsideMillis(), random);
      responses = new double[calls];
      ignored = calls / 5;
      backoffs = () -> network.backoffMillis() * (0.5 + random.nextDouble());
      cycle = demand + network.waitMillis() + network.outsideMillis();
    }

    void begin(int users) {
      for (int user = 0; user < users; user++) {
        Call call = new Call();
        call.sent = random.nextDouble() * cycle;
        schedule(call.sent + outsides.getAsDouble(), Kind.ARRIVED, call);
      }
    }

    void begin(double perSecond) {
      gaps = TimeShape.EXPONENTIAL.sampler(1e3 / perSecond, random);
      sendNext();
    }

    private void sendNext() {
      Call call = new Call();
      call.sent = now + gaps.getAsDouble();
      schedule(call.sent, Kind.SENT, call);
    }

    Outcome outcome() {
      while (ended < responses.length + ignored) {
        Call call = events.remove();
        advance(call.due);
        switch (call.next) {
          case SENT -> {
            schedule(now + outsides.getAsDouble(), Kind.ARRIVED, call);
            sendNext();
          }
          case ARRIVED -> arrive(call);
          case WAITED -> schedule(served(), Kind.DONE, call);
          case DONE -> leave(call);
        }
      }
      double elapsed = now - since;
      double[] sorted = Arrays.copyOf(responses, ok);
      Arrays.sort(sorted);
      return new Outcome(
          // No time passes if users without any delay are refused again and again.
          ok == 0 ? 0 : ok / elapsed * 1e3,
          100.0 * refused / responses.length,
          activeArea / elapsed,
          queuedArea / elapsed,
          100 * busyMillis / elapsed / cpuFreeAt.length,
          Arrays.stream(sorted).average().orElse(Double.NaN),
          percent ->
              sorted.length == 0
                  ? Double.NaN
                  : sorted[Math.max(0, (int) Math.ceil(percent / 100 * sorted.length) - 1)]);
    }

    private void advance(double to) {
      if (ended >= ignored) {
        activeArea += active * (to - now);
        queuedArea += forThread.size() * (to - now);
      } else {
        since = to;
      }
      now = to;
    }

    private void schedule(double time, Kind kind, Call call) {
      call.due = time;
      call.number = scheduled++;
      call.next = kind;
      events.add(call);
    }

    private void arrive(Call call) {
      if (active < network.threads()) {
        start(call);
      } else if (forThread.size() < network.queue()) {
        forThread.add(call);
      } else {
        end(call, false);
      }
    }

    private void start(Call call) {
      active++;
      schedule(served() + waits.getAsDouble(), Kind.WAITED, call);
    }

    /** When a call that arrives now leaves the CPUs, served in order by the first free CPU. */
    private double served() {
      int first = 0;
      for (int cpu = 1; cpu < cpuFreeAt.length; cpu++) {
        first = cpuFreeAt[cpu] < cpuFreeAt[first] ? cpu : first;
      }
      double used = halfDemand.getAsDouble();
      busyMillis += ended < ignored ? 0 : used;
      cpuFreeAt[first] = Math.max(now, cpuFreeAt[first]) + used;
      return cpuFreeAt[first];
    }

    private void leave(Call call) {
      active--;
      if (!forThread.isEmpty()) {
        start(forThread.remove());
      }
      end(call, true);
    }

    private void end(Call call, boolean answered) {
      if (ended >= ignored) {
        if (answered) {
          responses[ok++] = now - call.sent;
        } else {
          refused++;
        }
      }
      ended++;
      if (gaps != null) {
        return;
      }
      call.sent = answered ? now : now + backoffs.getAsDouble();
      schedule(call.sent + outsides.getAsDouble(), Kind.ARRIVED, call);
    }
  }
}
