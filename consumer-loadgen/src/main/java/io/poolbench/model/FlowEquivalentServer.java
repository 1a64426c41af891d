package io.poolbench.model;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/**
 * The steady state of a closed network, computed with a flow-equivalent server (Chandy, Herzog and
 * Woo, "Parametric Analysis of Queuing Networks", 1975; Lazowska et al. 1984, ch. 8). The inner
 * network consists of the calls that hold a thread: k calls, each at the CPUs (one server per CPU)
 * or waiting downstream. Its throughput for k = 1..threads is the service rate of a single server
 * in the outer network, which users reach after their time outside. Both networks are birth-death
 * chains. The result is exact if threads limit nothing and times are exponential. If calls queue
 * for threads it is an approximation, within 1.5 % in tests.
 *
 * <p>Contention v scales how long calls wait for each other, as the variation of times scales waits
 * in open queues (Kingman 1961; Allen and Cunneen 1990). Both scalings are approximations of this
 * project:
 *
 * <ul>
 *   <li>Below 1, equal calls wait less for each other at every stage: {@code cycle = bound + v
 *       (exponential - bound)}, with the bound of {@link AsymptoticBounds}.
 *   <li>Above 1, calls arrive in groups. With b a cycle without waits and a = other users x CPU
 *       time / CPUs, the cycle is close to {@code (a^p + b^p)^(1/p)}: p to infinity gives the upper
 *       bound of the throughput, p = 1 the lower bound. At exponential times {@code p = ln 2 /
 *       ln(cycle / b)} where a = b; grouped arrivals divide p by v. Calls that start from the queue
 *       start one by one and form no groups, so the longer cycle is weighted by the probability
 *       that a thread is free. Half of the additional time is spent in threads, half outside, where
 *       I/O threads wait for the same CPUs.
 * </ul>
 *
 * Caches its results; not thread-safe.
 */
final class FlowEquivalentServer {
  /** Limit of the iteration over the CPU time per call, which depends on the throughput. */
  private static final int MAX_ROUNDS = 100;

  /** Calls form no groups if the probability of a free thread is below this value. */
  private static final double NEGLIGIBLE = 1e-3;

  /** More users than this do not sharpen the knee. */
  private static final int MAX_KNEE = 300;

  /** Lower limit of cycle / bound; with very many CPUs the ratio is close to 1. */
  private static final double MIN_STRETCH = 1.01;

  /** exp() of this value still fits in a double. */
  private static final double MAX_EXPONENT = 600;

  private static final double TOLERANCE = 1e-6;

  private final ClosedNetwork network;

  private final Map<Load, Independent> starts = new HashMap<>();

  private double exponent = Double.NaN;

  FlowEquivalentServer(ClosedNetwork network) {
    this.network = network;
  }

  SteadyState solve(int users) {
    return solve(users, network.contention());
  }

  SteadyState solve(int users, double contention) {
    ClosedNetwork.require("users", users >= 1, users);
    CpuDemand cpu = network.cpu();
    double demand = cpu.millisPerCall();
    SteadyState state = solve(users, contention, demand);
    double before = demand;
    double errorBefore = 0;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      double next = cpu.millisAt(state.tps());
      double error = next - demand;
      if (Math.abs(error) <= TOLERANCE * demand) {
        break;
      }
      // Secant method; the first round has one point only and takes the new value itself.
      double secant = demand - error * (demand - before) / (error - errorBefore);
      before = demand;
      errorBefore = error;
      demand = round > 0 && secant > 0 && Double.isFinite(secant) ? secant : next;
      state = solve(users, contention, demand);
    }
    return state;
  }

  private SteadyState solve(int users, double contention, double demand) {
    if (users > network.maxCalls()) {
      double[] rate = innerTpms(Math.min(users, network.threads()), demand);
      return refusing(users, (int) network.maxCalls(), rate, demand);
    }
    Load load = new Load(users, contention > 1);
    Independent calls =
        demand == network.cpu().millisPerCall()
            ? starts.computeIfAbsent(load, of -> independent(of, demand))
            : independent(load, demand);
    if (contention < 1) {
      return calmed(calls.state(), contention);
    }
    return contention == 1 || calls.free() < NEGLIGIBLE
        ? calls.state()
        : inConvoys(calls, contention);
  }

  private record Load(int users, boolean convoys) {}

  /**
   * The network with independent calls: the probability that a thread is free, and the throughput
   * per millisecond with enough threads; each is 0 if not needed.
   */
  private record Independent(SteadyState state, double free, double unlimitedTpms) {}

  private Independent independent(Load load, double demand) {
    int users = load.users();
    int threads = network.threads();
    double[] rate = innerTpms(load.convoys() ? users : Math.min(users, threads), demand);
    double[] p = calls(users, users, threads, rate);
    SteadyState state = state(users, flows(users, p, rate), demand);
    if (!load.convoys()) {
      return new Independent(state, 0, 0);
    }
    double free = users <= threads ? 1 : BirthDeath.mean(p, n -> n < threads ? 1 : 0);
    return new Independent(state, free, free < NEGLIGIBLE ? 0 : unlimitedTpms(users, rate));
  }

  private double[] calls(int users, int most, int threads, double[] rate) {
    return closed(users, most, network.outsideMillis(), n -> rate[Math.min(n, threads)]);
  }

  /**
   * Probabilities of the number of calls at a server that holds at most {@code most} of them; a
   * call spends {@code awayMillis} elsewhere on average, without waiting.
   */
  private static double[] closed(int calls, int most, double awayMillis, IntToDoubleFunction rate) {
    if (awayMillis == 0) {
      double[] p = new double[most + 1];
      p[most] = 1;
      return p;
    }
    return BirthDeath.stationary(most, n -> (calls - n) / awayMillis, rate);
  }

  private Flows flows(int users, double[] p, double[] rate) {
    int threads = network.threads();
    int most = p.length - 1;
    double refused = users > most ? p[most] * (users - most) / network.outsideMillis() : 0;
    return new Flows(
        BirthDeath.mean(p, n -> rate[Math.min(n, threads)]),
        refused,
        BirthDeath.mean(p, n -> Math.min(n, threads)),
        BirthDeath.mean(p, n -> Math.max(0, n - threads)));
  }

  /** Calls answered and refused per millisecond; mean calls in threads and in the queue. */
  private record Flows(double tpms, double refused, double active, double queued) {}

  /**
   * The steady state with more users than the pool holds calls, so that some users back off after a
   * refusal. The number of users in backoff is a birth-death chain of its own. Its rates are the
   * mean flows of the remaining users' network, which is much faster (near-complete
   * decomposability; Courtois, <em>Decomposability</em>, 1977).
   */
  private SteadyState refusing(int users, int most, double[] rate, double demand) {
    double backoff = network.backoffMillis();
    int away = backoff == 0 ? 0 : users - most;
    if (away > 0 && network.outsideMillis() == 0) {
      Flows full = flows(most, calls(most, most, network.threads(), rate), rate);
      double refused = away / backoff;
      return state(users, new Flows(full.tpms(), refused, full.active(), full.queued()), demand);
    }
    Flows[] flows = new Flows[away + 1];
    for (int b = 0; b <= away; b++) {
      flows[b] = flows(users - b, calls(users - b, most, network.threads(), rate), rate);
    }
    double[] p = BirthDeath.stationary(away, b -> flows[b].refused(), b -> b / backoff);
    return state(
        users,
        new Flows(
            BirthDeath.mean(p, b -> flows[b].tpms()),
            BirthDeath.mean(p, b -> flows[b].refused()),
            BirthDeath.mean(p, b -> flows[b].active()),
            BirthDeath.mean(p, b -> flows[b].queued())),
        demand);
  }

  private double unlimitedTpms(int users, double[] rate) {
    return BirthDeath.mean(calls(users, users, users, rate), n -> rate[n]);
  }

  private SteadyState state(int users, Flows flows, double demand) {
    return new SteadyState(
        users,
        flows.tpms() * 1e3,
        flows.refused() * 1e3,
        flows.active(),
        flows.queued(),
        demand,
        100 * flows.tpms() * demand / network.cpus());
  }

  /**
   * Throughput per millisecond with k calls in threads, indexed by k from 0, from the normalization
   * constants of the product form (Buzen 1973): {@code X(k) = G(k - 1) / G(k)}.
   */
  private double[] innerTpms(int threads, double demand) {
    int cpus = network.cpus();
    double saturated = cpus / demand;
    double wait = network.waitMillis() * saturated;
    if (wait + cpus > MAX_EXPONENT) {
      return chainTpms(threads, demand);
    }
    // The weight of k calls at the CPUs is constant for k at or above the number of CPUs.
    double[] atCpus = new double[cpus + 1];
    atCpus[0] = 1;
    for (int k = 1; k <= cpus; k++) {
      atCpus[k] = atCpus[k - 1] * cpus / k;
    }
    double[] waiting = new double[threads + 1];
    double[] waitingUpTo = new double[threads + 1];
    double[] tpms = new double[threads + 1];
    waiting[0] = 1;
    waitingUpTo[0] = 1;
    double before = 1;
    for (int k = 1; k <= threads; k++) {
      waiting[k] = waiting[k - 1] * wait / k;
      waitingUpTo[k] = waitingUpTo[k - 1] + waiting[k];
      double constant = k < cpus ? 0 : atCpus[cpus] * waitingUpTo[k - cpus];
      for (int j = 0; j < Math.min(k + 1, cpus); j++) {
        constant += waiting[k - j] * atCpus[j];
      }
      tpms[k] = saturated * before / constant;
      before = constant;
    }
    return tpms;
  }

  /** The result of {@code innerTpms} without normalization constants, which may overflow. */
  double[] chainTpms(int threads, double demand) {
    int cpus = network.cpus();
    double wait = network.waitMillis();
    double[] tpms = new double[threads + 1];
    for (int k = 1; k <= threads; k++) {
      double[] atCpus = closed(k, k, wait, n -> Math.min(n, cpus) / demand);
      tpms[k] = BirthDeath.mean(atCpus, n -> Math.min(n, cpus) / demand);
    }
    return tpms;
  }

  /** The state at a contention below 1: a cycle between its bound and the exponential cycle. */
  private SteadyState calmed(SteadyState state, double contention) {
    double bound = network.bounds(state.demandMillis()).minCycleMillis(state.users());
    double exponential = state.users() / state.tps() * 1e3;
    return paced(state, bound + contention * (exponential - bound), 0);
  }

  /** The state at a contention above 1, with calls in groups. */
  private SteadyState inConvoys(Independent calls, double contention) {
    SteadyState state = calls.state();
    int users = state.users();
    double unlimited = users / calls.unlimitedTpms();
    double none = network.outsideMillis() + network.waitMillis() + state.demandMillis();
    double saturated = (users - 1) * state.demandMillis() / network.cpus();
    double alone = exponent();
    double factor =
        norm(none, saturated, Math.max(1, alone / contention)) / norm(none, saturated, alone);
    double convoyed = Math.min(unlimited * factor, none + saturated);
    double excess = calls.free() * Math.max(0, convoyed - unlimited);
    return paced(state, users / state.tps() * 1e3 + excess, excess / 2);
  }

  /** The exponent p at exponential times, from the cycle of as many users as saturate the CPUs. */
  private double exponent() {
    if (Double.isNaN(exponent)) {
      double demand = network.cpu().millisAt(network.cpu().saturationTps(network.cpus()));
      double none = network.outsideMillis() + network.waitMillis() + demand;
      int knee = (int) Math.max(1, Math.min(MAX_KNEE, Math.round(network.kneeUsers())));
      int users = knee + 1;
      double cycle = users / unlimitedTpms(users, innerTpms(users, demand));
      double longest = Math.max(none, knee * demand / network.cpus());
      exponent = Math.log(2) / Math.log(Math.max(cycle / longest, MIN_STRETCH));
    }
    return exponent;
  }

  private static double norm(double a, double b, double p) {
    double larger = Math.max(a, b);
    return larger * Math.pow(1 + Math.pow(Math.min(a, b) / larger, p), 1 / p);
  }

  /** The state with another cycle; the pool takes the difference except {@code moreOutside}. */
  private SteadyState paced(SteadyState state, double cycleMillis, double moreOutside) {
    double tpms = state.users() / cycleMillis;
    double inside = Math.max(0, state.users() - tpms * (network.outsideMillis() + moreOutside));
    double share = inside / (state.active() + state.queued());
    double active = Math.min(network.threads(), state.active() * share);
    return state(state.users(), new Flows(tpms, 0, active, inside - active), state.demandMillis());
  }

  /** Birth-death chains: states 0, 1, ..., with transitions to the neighbouring states only. */
  static final class BirthDeath {
    /** Weights are scaled down when their sum exceeds this value, so that none overflows. */
    private static final double LARGE = 1e200;

    private BirthDeath() {}

    /** The stationary probabilities of 0..last: {@code p[n + 1] / p[n] = up(n) / down(n + 1)}. */
    static double[] stationary(int last, IntToDoubleFunction up, IntToDoubleFunction down) {
      double[] p = new double[last + 1];
      p[0] = 1;
      double sum = 1;
      for (int n = 0; n < last; n++) {
        p[n + 1] = p[n] * up.applyAsDouble(n) / down.applyAsDouble(n + 1);
        sum += p[n + 1];
        if (sum > LARGE) {
          for (int before = 0; before <= n + 1; before++) {
            p[before] /= LARGE;
          }
          sum /= LARGE;
        }
      }
      for (int n = 0; n <= last; n++) {
        p[n] /= sum;
      }
      return p;
    }

    static double mean(double[] probabilities, IntToDoubleFunction of) {
      double mean = 0;
      for (int n = 0; n < probabilities.length; n++) {
        mean += probabilities[n] * of.applyAsDouble(n);
      }
      return mean;
    }
  }
}
