package io.poolbench.capacity;

/**
 * The steady state of a closed network by a flow-equivalent server (Chandy, Herzog and Woo,
 * "Parametric Analysis of Queuing Networks", 1975; Lazowska et al. 1984, ch. 8). The inner network
 * is what holds a thread: k calls, each at the CPUs (as many servers) or waiting downstream. Its
 * throughput for k = 1..threads is the rate of the one server of the outer network, which users
 * reach after their time outside. Both are birth-death chains. Exact where threads limit nothing
 * and times are exponential; an approximation, within 1.5 % in tests, where calls queue for
 * threads.
 *
 * <p>Contention v scales how long calls wait for each other, as the variation of times scales waits
 * in open queues (Kingman 1961; Allen and Cunneen 1990). Both scalings are approximations of ours:
 *
 * <ul>
 *   <li>Below 1, equal calls meet less at every stage: {@code cycle = bound + v (exponential -
 *       bound)} by {@link AsymptoticBounds}.
 *   <li>Above 1, calls travel in convoys. With b a cycle without waits and a = other users x CPU
 *       time / CPUs, the cycle is close to {@code (a^p + b^p)^(1/p)}: the upper bound of throughput
 *       for p to infinity, the lower one for p = 1. At exponential times {@code p = ln 2 / ln(cycle
 *       / b)} where a = b; convoys divide p by v. Calls that start from the queue start one by one
 *       and form none: the rest counts by the probability that a thread is free. Half of the time
 *       that convoys cost is spent in threads, half outside, where I/O threads wait for the same
 *       CPUs.
 * </ul>
 */
final class FlowEquivalentServer {
  /** The CPU time per call depends on the throughput, and the throughput on it. */
  private static final int MAX_ROUNDS = 100;

  /** A queue whose threads are free for less of the time forms no convoys. */
  private static final double NEGLIGIBLE = 1e-3;

  /** More users than that saturate CPUs as sharply. */
  private static final int MAX_KNEE = 300;

  /** A cycle that is hardly longer than its bound, as with very many CPUs. */
  private static final double MIN_STRETCH = 1.01;

  /** e to it is still a double. */
  private static final double MAX_EXPONENT = 600;

  private static final double TOLERANCE = 1e-6;

  private final ClosedNetwork network;

  FlowEquivalentServer(ClosedNetwork network) {
    this.network = network;
  }

  SteadyState solve(int users) {
    ClosedNetwork.require("users", users >= 1, users);
    double demand = network.cpu().millisPerCall();
    SteadyState state = solve(users, demand);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      double next = network.cpu().millisAt(state.tps());
      if (Math.abs(next - demand) <= TOLERANCE * demand) {
        break;
      }
      demand = next;
      state = solve(users, demand);
    }
    return state;
  }

  private SteadyState solve(int users, double demand) {
    int threads = Math.min(users, network.threads());
    int most = (int) Math.min(users, network.maxCalls());
    double[] rate = innerTpms(threads, demand);
    double outside = network.outsideMillis();
    double[] p;
    if (outside == 0) {
      p = new double[most + 1];
      p[most] = 1;
    } else {
      p = BirthDeath.stationary(most, n -> (users - n) / outside, n -> rate[Math.min(n, threads)]);
    }
    double tpms = BirthDeath.mean(p, n -> rate[Math.min(n, threads)]);
    double active = BirthDeath.mean(p, n -> Math.min(n, threads));
    double queued = BirthDeath.mean(p, n -> Math.max(0, n - threads));
    double refused = users > most ? p[most] * (users - most) / outside : 0;
    SteadyState state = state(users, tpms, refused, active, queued, demand);
    if (users > most || network.contention() == 1) {
      return state;
    }
    if (network.contention() < 1) {
      return calmed(state);
    }
    double free = users <= threads ? 1 : BirthDeath.mean(p, n -> n < threads ? 1 : 0);
    return free < NEGLIGIBLE ? state : inConvoys(state, free);
  }

  private SteadyState state(
      int users, double tpms, double refused, double active, double queued, double demand) {
    double tps = tpms * 1e3;
    double busy = tpms * demand;
    return new SteadyState(
        users, tps, refused * 1e3, active, queued, demand, 100 * busy / network.cpus());
  }

  /**
   * Throughput per millisecond with k calls in threads, by k from 0, by the normalization constants
   * of the product form (Buzen 1973): {@code X(k) = G(k - 1) / G(k)}.
   */
  private double[] innerTpms(int threads, double demand) {
    int cpus = network.cpus();
    double saturated = cpus / demand;
    double wait = network.waitMillis() * saturated;
    if (wait + cpus > MAX_EXPONENT) {
      return chainTpms(threads, demand);
    }
    double[] waiting = new double[threads + 1];
    double[] atCpus = new double[threads + 1];
    double[] tpms = new double[threads + 1];
    waiting[0] = 1;
    atCpus[0] = 1;
    double before = 1;
    for (int k = 1; k <= threads; k++) {
      waiting[k] = waiting[k - 1] * wait / k;
      atCpus[k] = atCpus[k - 1] * cpus / Math.min(k, cpus);
      double constant = 0;
      for (int j = 0; j <= k; j++) {
        constant += waiting[k - j] * atCpus[j];
      }
      tpms[k] = saturated * before / constant;
      before = constant;
    }
    return tpms;
  }

  /** The same, chain by chain, where the constants would overflow. */
  double[] chainTpms(int threads, double demand) {
    int cpus = network.cpus();
    double wait = network.waitMillis();
    double[] tpms = new double[threads + 1];
    for (int k = 1; k <= threads; k++) {
      int calls = k;
      double[] atCpus =
          BirthDeath.stationary(k, n -> (calls - n) / wait, n -> Math.min(n, cpus) / demand);
      tpms[k] = BirthDeath.mean(atCpus, n -> Math.min(n, cpus) / demand);
    }
    return tpms;
  }

  /** The state of calls that wait for each other less than those of exponential times. */
  private SteadyState calmed(SteadyState state) {
    double bound = network.bounds(state.demandMillis()).minCycleMillis(state.users());
    double exponential = state.users() / state.tps() * 1e3;
    return paced(state, bound + network.contention() * (exponential - bound), 0);
  }

  /** The state of calls in convoys, of which a share finds a free thread. */
  private SteadyState inConvoys(SteadyState state, double free) {
    int users = state.users();
    double unlimited =
        users <= network.threads()
            ? users / state.tps() * 1e3
            : users / independent(users).solve(users, state.demandMillis()).tps() * 1e3;
    double none = network.outsideMillis() + network.waitMillis() + state.demandMillis();
    double saturated = (users - 1) * state.demandMillis() / network.cpus();
    double alone = exponent();
    double factor =
        norm(none, saturated, Math.max(1, alone / network.contention()))
            / norm(none, saturated, alone);
    double convoyed = Math.min(unlimited * factor, none + saturated);
    double excess = free * Math.max(0, convoyed - unlimited);
    return paced(state, users / state.tps() * 1e3 + excess, excess / 2);
  }

  /** p of exponential times, from a cycle of as many users as saturate the CPUs. */
  private double exponent() {
    double demand = network.cpu().millisAt(network.cpu().saturationTps(network.cpus()));
    double none = network.outsideMillis() + network.waitMillis() + demand;
    int knee = (int) Math.max(1, Math.min(MAX_KNEE, Math.round(network.kneeUsers())));
    int users = knee + 1;
    double cycle = users / independent(users).solve(users, demand).tps() * 1e3;
    double longest = Math.max(none, knee * demand / network.cpus());
    return Math.log(2) / Math.log(Math.max(cycle / longest, MIN_STRETCH));
  }

  /** The same network with threads enough, at exponential times. */
  private FlowEquivalentServer independent(int threads) {
    return new FlowEquivalentServer(network.withPool(threads, 0).withContention(1));
  }

  private static double norm(double a, double b, double p) {
    double larger = Math.max(a, b);
    return larger * Math.pow(1 + Math.pow(Math.min(a, b) / larger, p), 1 / p);
  }

  /**
   * The state with another cycle: what calls wait more or less, they do in the pool, apart from a
   * time that they wait outside.
   */
  private SteadyState paced(SteadyState state, double cycleMillis, double moreOutside) {
    double tpms = state.users() / cycleMillis;
    double inside = Math.max(0, state.users() - tpms * (network.outsideMillis() + moreOutside));
    double share = inside / (state.active() + state.queued());
    double active = Math.min(network.threads(), state.active() * share);
    return state(state.users(), tpms, 0, active, inside - active, state.demandMillis());
  }
}
