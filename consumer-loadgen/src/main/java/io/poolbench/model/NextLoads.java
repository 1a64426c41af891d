package io.poolbench.model;

import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Chooses the loads to measure next, so that the max users of pools become known best. Each choice
 * is the load whose measurement is expected to reduce most the sum over pools of the variance of
 * log TP99 at the pool's predicted max users:
 *
 * <pre>sum over pools p of  cov(p, x)^2 / (var(x) + noise^2)</pre>
 *
 * with x the logarithm of the load's mean response time, which by Little's law varies as that of
 * its throughput (Cohn, Ghahramani and Jordan, "Active Learning with Statistical Models", 1996).
 * The covariances are those between the draws of the fit. If several loads are chosen at once, each
 * is chosen as if the earlier ones were measured.
 *
 * @param pools of the loads, whose max users are asked for
 * @param users of the loads, rising
 */
public record NextLoads(List<Scenario> pools, List<Integer> users) {
  public NextLoads {
    pools = List.copyOf(pools);
    users = List.copyOf(users);
  }

  /** One pool under one load; pools are numbered from 0. */
  public record Load(int pool, int users) {}

  /** The loads before there is a fit: the lowest, the middle and the highest of each pool. */
  public static List<Load> first(int pools, List<Integer> users) {
    List<Load> loads = new ArrayList<>();
    for (int pool = 0; pool < pools; pool++) {
      for (int index : new int[] {0, users.size() / 2, users.size() - 1}) {
        loads.add(new Load(pool, users.get(index)));
      }
    }
    return List.copyOf(loads);
  }

  /** The next loads, best first; fewer than {@code count} if all others have been measured. */
  public List<Load> next(CapacityModel model, Sla sla, Set<Load> measured, int count) {
    List<Load> all = new ArrayList<>();
    for (int pool = 0; pool < pools.size(); pool++) {
      for (int level : users) {
        all.add(new Load(pool, level));
      }
    }
    List<double[]> draws = new ArrayList<>();
    List<double[]> capacities = new ArrayList<>();
    int most = users.get(users.size() - 1);
    for (Scenario of : pools) {
      PredictedPool pool = new PredictedPool(model, of, sla, most);
      users.forEach(level -> draws.add(pool.drawnLogMeans(level)));
      capacities.add(pool.drawnLogTp99s(Math.max(1, pool.maxUsers())));
    }
    draws.addAll(capacities);
    Set<Integer> taken = new HashSet<>();
    for (int load = 0; load < all.size(); load++) {
      if (measured.contains(all.get(load))) {
        taken.add(load);
      }
    }
    return best(covariance(draws), pools.size(), taken, count).stream().map(all::get).toList();
  }

  /**
   * The best loads by a covariance, best first.
   *
   * @param covariance of loads, followed by pools; updated for the chosen loads
   */
  static List<Integer> best(double[][] covariance, int pools, Set<Integer> taken, int count) {
    int loads = covariance.length - pools;
    List<Integer> chosen = new ArrayList<>();
    while (chosen.size() < count && chosen.size() + taken.size() < loads) {
      int best =
          IntStream.range(0, loads)
              .filter(load -> !taken.contains(load) && !chosen.contains(load))
              .boxed()
              .max(Comparator.comparingDouble(load -> gain(covariance, pools, load)))
              .orElseThrow();
      chosen.add(best);
      measure(covariance, best);
    }
    return chosen;
  }

  private static double[][] covariance(List<double[]> draws) {
    int size = draws.size();
    double[][] covariance = new double[size][size];
    List<double[]> centred = draws.stream().map(NextLoads::centred).toList();
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        double sum = 0;
        for (int i = 0; i < CapacityModel.DRAWS; i++) {
          sum += centred.get(a)[i] * centred.get(b)[i];
        }
        covariance[a][b] = sum / (CapacityModel.DRAWS - 1);
      }
    }
    return covariance;
  }

  private static double[] centred(double[] draws) {
    double mean = IntStream.range(0, draws.length).mapToDouble(i -> draws[i]).average().orElse(0);
    return IntStream.range(0, draws.length).mapToDouble(i -> draws[i] - mean).toArray();
  }

  private static double gain(double[][] covariance, int pools, int load) {
    double sum = 0;
    for (int pool = covariance.length - pools; pool < covariance.length; pool++) {
      sum += covariance[pool][load] * covariance[pool][load];
    }
    return sum / variance(covariance, load);
  }

  private static double variance(double[][] covariance, int load) {
    return covariance[load][load] + NetworkFit.NOISE * NetworkFit.NOISE;
  }

  /** Leaves the covariance that remains after a measurement. */
  private static void measure(double[][] covariance, int load) {
    double variance = variance(covariance, load);
    double[] with = covariance[load].clone();
    for (int a = 0; a < covariance.length; a++) {
      for (int b = 0; b < covariance.length; b++) {
        covariance[a][b] -= with[a] * with[b] / variance;
      }
    }
  }
}
