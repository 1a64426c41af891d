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
 * in open queues (Kingman 1961; Allen and Cunneen 1990). Of the wait at exponential times, what
 * saturation makes unavoidable stays: {@code cycle = bound + v (exponential - bound)} by {@link
 * AsymptoticBounds}. Below 1 it applies to the whole cycle, since equal calls meet less at each
 * stage; above 1 to the CPUs alone, where convoys form.
 */
final class FlowEquivalentServer {
  /** The CPU time per call depends on the throughput, and the throughput on it. */
  private static final int MAX_ROUNDS = 100;

  private static final double TOLERANCE = 1e-7;

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
    return users > most || network.contention() >= 1 ? state : calmed(state);
  }

  private SteadyState state(
      int users, double tpms, double refused, double active, double queued, double demand) {
    double tps = tpms * 1e3;
    double busy = tpms * demand;
    return new SteadyState(
        users, tps, refused * 1e3, active, queued, demand, 100 * busy / network.cpus());
  }

  /** Throughput per millisecond with k calls in threads, by k from 0. */
  private double[] innerTpms(int threads, double demand) {
    int cpus = network.cpus();
    double wait = network.waitMillis();
    double excess = Math.max(1, network.contention());
    double[] tpms = new double[threads + 1];
    for (int k = 1; k <= threads; k++) {
      int calls = k;
      double exponential = Math.min(k, cpus) / demand;
      if (wait > 0) {
        double[] atCpus =
            BirthDeath.stationary(k, n -> (calls - n) / wait, n -> Math.min(n, cpus) / demand);
        exponential = BirthDeath.mean(atCpus, n -> Math.min(n, cpus) / demand);
      }
      double bound = Math.max(wait + demand, k * demand / cpus);
      tpms[k] = k / (bound + excess * (k / exponential - bound));
    }
    return tpms;
  }

  /** The state of calls that wait for each other less than those of exponential times. */
  private SteadyState calmed(SteadyState state) {
    double bound = network.bounds(state.demandMillis()).minCycleMillis(state.users());
    double exponential = state.users() / state.tps() * 1e3;
    double cycle = bound + network.contention() * (exponential - bound);
    double tpms = state.users() / cycle;
    double inside = Math.max(0, state.users() - tpms * network.outsideMillis());
    double share = inside / (state.active() + state.queued());
    double active = Math.min(network.threads(), state.active() * share);
    return state(state.users(), tpms, 0, active, inside - active, state.demandMillis());
  }
}
