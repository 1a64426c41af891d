package io.poolbench.load;

/**
 * Closed forms for queues with Poisson arrivals or finitely many users. Rates and times are in any
 * one unit of time.
 */
final class QueueTheory {
  private QueueTheory() {}

  /**
   * Erlang B: the share of calls that find all servers busy where none may wait, M/G/c/c (Gross and
   * Harris, Fundamentals of Queueing Theory, section 2.5).
   *
   * @param offered arrival rate times mean service time
   */
  static double erlangB(int servers, double offered) {
    double blocked = 1;
    for (int n = 1; n <= servers; n++) {
      blocked = offered * blocked / (n + offered * blocked);
    }
    return blocked;
  }

  /** Erlang C: the share of calls that have to wait in M/M/c (Kleinrock, volume I, section 3.5). */
  static double erlangC(int servers, double offered) {
    double blocked = erlangB(servers, offered);
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
  static double responseTime(double share, int servers, double arrivals, double service) {
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
   * M/M/c/K: how probable each number of calls in the system is, 0 to K, by detailed balance
   * (Kleinrock, volume I, section 3.3). An arrival meets them with the same probabilities.
   */
  static double[] states(int servers, int most, double offered) {
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
