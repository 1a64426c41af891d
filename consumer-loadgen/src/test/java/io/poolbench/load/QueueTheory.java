package io.poolbench.load;

/**
 * Closed forms for queues with Poisson arrivals or finitely many users. Rates and times are in any
 * one unit of time.
 */
public final class QueueTheory {
  /** Deterministic service: more calls in the system are as good as impossible below saturation. */
  private static final int MOST = 150;

  private static final double CONVERGED = 1e-13;

  private QueueTheory() {}

  /**
   * Erlang C: the share of calls that have to wait in M/M/c, computed from Erlang B, the share that
   * is refused without a queue (Kleinrock, volume I, section 3.5).
   *
   * @param offered arrival rate times mean service time
   */
  static double erlangC(int servers, double offered) {
    double blocked = states(servers, servers, offered)[servers];
    return blocked / (1 - offered / servers * (1 - blocked));
  }

  /** M/M/c: waits are 0 with probability 1 - C, else exponential of rate c mu - lambda. */
  static double waitBeyond(double t, int servers, double arrivals, double service) {
    return erlangC(servers, arrivals / service) * Math.exp(-(servers * service - arrivals) * t);
  }

  static double meanWait(int servers, double arrivals, double service) {
    return waitBeyond(0, servers, arrivals, service) / (servers * service - arrivals);
  }

  /** M/M/c: the tail of wait plus service, the sum of two independent times. */
  static double responseBeyond(double t, int servers, double arrivals, double service) {
    double waits = waitBeyond(0, servers, arrivals, service);
    double drain = servers * service - arrivals;
    double afterAWait =
        Math.abs(drain - service) < 1e-9 * service
            ? (1 + service * t) * Math.exp(-service * t)
            : (drain * Math.exp(-service * t) - service * Math.exp(-drain * t)) / (drain - service);
    return (1 - waits) * Math.exp(-service * t) + waits * afterAWait;
  }

  /** The time that a share of M/M/c's responses takes longer than. */
  public static double responseTime(double share, int servers, double arrivals, double service) {
    double below = 0;
    double above = 1;
    while (responseBeyond(above, servers, arrivals, service) > share) {
      above *= 2;
    }
    for (int halving = 0; halving < 100; halving++) {
      double middle = (below + above) / 2;
      if (responseBeyond(middle, servers, arrivals, service) > share) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return below;
  }

  /**
   * M/D/c: how probable each number of calls in the system is. Calls that are served at an instant
   * have left one service time later, and all that arrived since are still there (Crommelin 1932).
   *
   * @param offered arrival rate times service time, below {@code servers}
   */
  static double[] deterministicStates(int servers, double offered) {
    if (offered >= servers) {
      throw new IllegalArgumentException(
          "offered load: %s (valid: below %d servers)".formatted(offered, servers));
    }
    double[] poisson = new double[MOST];
    poisson[0] = Math.exp(-offered);
    for (int n = 1; n < MOST; n++) {
      poisson[n] = poisson[n - 1] * offered / n;
    }
    double[] states = new double[MOST];
    states[0] = 1;
    for (double change = 1; change > CONVERGED; ) {
      double[] next = new double[MOST];
      for (int before = 0; before < MOST; before++) {
        for (int waited = Math.max(0, before - servers), n = waited; n < MOST; n++) {
          next[n] += states[before] * poisson[n - waited];
        }
      }
      change = 0;
      for (int n = 0; n < MOST; n++) {
        change += Math.abs(next[n] - states[n]);
      }
      states = normalised(next);
    }
    return states;
  }

  /** M/D/c: the mean wait, by Little's law. */
  public static double deterministicMeanWait(int servers, double arrivals, double seconds) {
    double[] states = deterministicStates(servers, arrivals * seconds);
    double queued = 0;
    for (int n = servers; n < MOST; n++) {
      queued += (n - servers) * states[n];
    }
    return queued / arrivals;
  }

  /**
   * M/D/c: the share of calls that wait longer than {@code t}, which is below the service time (G.
   * J. Franx, A simple solution for the M/D/c waiting time distribution, Operations Research
   * Letters 29, 2001).
   */
  public static double deterministicWaitBeyond(
      double t, int servers, double arrivals, double seconds) {
    double[] states = deterministicStates(servers, arrivals * seconds);
    double mean = arrivals * (seconds - t);
    double queueAtMost = 0;
    for (int n = 0; n < servers; n++) {
      queueAtMost += states[n];
    }
    double[] cumulative = new double[servers];
    for (int queued = 0; queued < servers; queued++) {
      queueAtMost += states[servers + queued];
      cumulative[queued] = queueAtMost;
    }
    double within = 0;
    double poisson = Math.exp(-mean);
    for (int n = 0; n < servers; n++) {
      within += poisson * cumulative[servers - 1 - n];
      poisson *= mean / (n + 1);
    }
    return 1 - within;
  }

  /**
   * M/G/c: the mean wait, linear in the squared coefficient of variation between M/D/c and M/M/c.
   * Exact for one server (Pollaczek and Khinchine), an approximation for more (T. Kimura,
   * Approximations for multi-server queues: system interpolations, Queueing Systems 17, 1994). That
   * of Lee and Longton (1959) takes half of M/M/c for M/D/c.
   *
   * @param seconds mean service time
   * @param scv its variance divided by its squared mean
   */
  public static double meanWait(int servers, double arrivals, double seconds, double scv) {
    return (1 - scv) * deterministicMeanWait(servers, arrivals, seconds)
        + scv * meanWait(servers, arrivals, 1 / seconds);
  }

  /**
   * M/M/c/K: how probable each number of calls in the system is, 0 to K, by detailed balance
   * (Kleinrock, volume I, section 3.3). An arrival meets them with the same probabilities.
   */
  public static double[] states(int servers, int most, double offered) {
    double[] states = new double[most + 1];
    states[0] = 1;
    for (int n = 1; n <= most; n++) {
      states[n] = states[n - 1] * offered / Math.min(n, servers);
    }
    return normalised(states);
  }

  /**
   * Machine repairman: users who are outside for a mean time of any distribution and then at c
   * exponential servers, p(n)/p(n-1) = (N-n+1) S / (Z min(n, c)) (Kleinrock, volume I, section 3.8;
   * for any distribution outside: Baskett, Chandy, Muntz and Palacios 1975).
   *
   * @return calls per unit of time
   */
  static double repairmanThroughput(int users, int servers, double service, double outside) {
    double[] states = new double[users + 1];
    states[0] = 1;
    for (int n = 1; n <= users; n++) {
      states[n] = states[n - 1] * (users - n + 1) * service / (outside * Math.min(n, servers));
    }
    normalised(states);
    double busy = 0;
    for (int n = 1; n <= users; n++) {
      busy += states[n] * Math.min(n, servers);
    }
    return busy / service;
  }

  private static double[] normalised(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    for (int n = 0; n < weights.length; n++) {
      weights[n] /= sum;
    }
    return weights;
  }
}
