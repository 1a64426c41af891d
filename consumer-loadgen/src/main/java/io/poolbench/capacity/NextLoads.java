package io.poolbench.capacity;

import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which loads to measure next, so that the max users of pools become known best: at each choice the
 * load whose measurement is expected to reduce the sum of the variances of their TP99 (the
 * logarithm, each at its predicted max users) most,
 *
 * <pre>sum over pools p of  cov(p, x)^2 / (var(x) + noise^2)</pre>
 *
 * with x the logarithm of the load's mean response time, which by Little's law is that of its
 * throughput: the criterion of Cohn, Ghahramani and Jordan, "Active Learning with Statistical
 * Models" (1996), c-optimality in the terms of experimental design. The covariances are those of
 * the draws of the fit. Of several loads at once each following one is chosen as if the earlier
 * ones had been measured.
 *
 * @param pools of the loads, and those whose max users are asked for
 * @param users of the loads, rising
 */
public record NextLoads(List<Scenario> pools, List<Integer> users) {
  public NextLoads {
    pools = List.copyOf(pools);
    users = List.copyOf(users);
  }

  /**
   * One pool under one load.
   *
   * @param pool its number, from 0
   */
  public record Load(int pool, int users) {}

  /** The loads before there is a fit: of each pool the lowest, the middle and the highest. */
  public static List<Load> first(int pools, List<Integer> users) {
    List<Load> loads = new ArrayList<>();
    for (int pool = 0; pool < pools; pool++) {
      for (int index : new int[] {0, users.size() / 2, users.size() - 1}) {
        loads.add(new Load(pool, users.get(index)));
      }
    }
    return List.copyOf(loads);
  }

  /** The next loads, the best first; fewer where all others have been measured. */
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
   * The loads that are best by a covariance, the best first.
   *
   * @param covariance of loads, and of pools, which come last; changed to what remains
   * @param taken the loads that are not to be chosen
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

  /** How much a measurement reduces the variances of the pools, which come last. */
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

  /** What remains after a measurement. */
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
