package io.poolbench.model;

import io.poolbench.model.Recommendation.Goal;
import io.poolbench.spec.Sla;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Searches the threads of a provider with an unbounded queue. Caches results; not thread-safe. */
public final class PoolSearch {
  private final CapacityModel model;
  private final Scenario provider;
  private final Sla sla;
  private final double boundMillis;
  private final Goal goal;
  private final double marginPct;
  private final int most;
  private final TreeSet<Integer> grid = new TreeSet<>();
  private final Map<Integer, PredictedPool> pools = new HashMap<>();

  PoolSearch(
      CapacityModel model,
      Scenario provider,
      Sla sla,
      double boundMillis,
      Goal goal,
      double marginPct) {
    this.model = model;
    this.provider = provider;
    this.sla = sla;
    this.boundMillis = boundMillis;
    this.goal = goal;
    this.marginPct = marginPct;
    // With more users the mean response time exceeds the bound; more threads than users stay idle.
    double useful = Math.min(Recommendation.MAX_USERS, usersWithin(Recommendation.MAX_USERS));
    this.most = 2 + (int) Math.min(Recommendation.MAX_USERS, 2 * useful);
    for (int threads = 1; threads < useful; threads *= 2) {
      grid.add(threads);
      grid.add(threads + threads / 2);
    }
    grid.add((int) Math.ceil(useful));
  }

  PoolSearch in(Scenario other) {
    return new PoolSearch(model, other, sla, boundMillis, goal, marginPct);
  }

  PredictedPool pool(int threads) {
    return pools.computeIfAbsent(
        threads,
        count ->
            new PredictedPool(model, provider.withPool(count, ClosedNetwork.UNBOUNDED), sla, most));
  }

  int threads() {
    if (!(goal instanceof Goal.MostUsers)) {
      for (int threads : grid) {
        if (carries(threads)) {
          return smallest(threads, this::carries);
        }
      }
    }
    return mostUsers();
  }

  boolean carries(int threads) {
    double users = usersWithin(threads);
    if (!goal.carriedBy(exactly(users), exactly(saturationTps(threads)), marginPct)) {
      return false;
    }
    PredictedPool pool = pool(threads);
    // Computing the draws is expensive, so the plain values are checked first.
    return goal.carriedBy(exactly(pool.maxUsers()), exactly(pool.tps()), marginPct)
        && goal.carriedBy(pool.maxUsersEstimate(), pool.maxTps(), marginPct)
        && (!(goal instanceof Goal.Rate)
            || openQueue(threads, model.fit(), Recommendation.MAX_USERS).isPresent());
  }

  /**
   * The queue of at most {@code most} for Poisson arrivals at the rate of the goal; empty if that
   * is another one.
   */
  Optional<OpenQueue> openQueue(int threads, NetworkFit fit, int most) {
    if (!(goal instanceof Goal.Rate rate)) {
      return Optional.empty();
    }
    NetworkSimulation simulation =
        model.simulation(provider.withPool(threads, ClosedNetwork.UNBOUNDED).network(fit));
    return OpenQueue.of(simulation, simulation, most, rate.perSecond(), model.simulated(sla));
  }

  /**
   * The fewest threads whose max users are within {@link NetworkFit#NOISE} of the highest max
   * users: no measurement could tell the two pools apart.
   */
  private int mostUsers() {
    int best = 0;
    for (int threads : grid.descendingSet()) {
      if (usersWithin(threads) < best) {
        break;
      }
      best = Math.max(best, pool(threads).maxUsers());
    }
    double enough = (1 - NetworkFit.NOISE) * best;
    IntPredicate carries =
        threads -> usersWithin(threads) >= enough && pool(threads).maxUsers() >= enough;
    int first = grid.stream().filter(carries::test).findFirst().orElseThrow();
    return smallest(first, carries);
  }

  private int smallest(int accepted, IntPredicate accepts) {
    Integer lower = grid.lower(accepted);
    return boundary(accepted, lower == null ? 0 : lower, accepts);
  }

  /** The accepted number beside a refused one, between an accepted and a refused number. */
  public static int boundary(int accepted, int refused, IntPredicate accepts) {
    int found = accepted;
    int beyond = refused;
    while (Math.abs(beyond - found) > 1) {
      int middle = (found + beyond) >>> 1;
      if (accepts.test(middle)) {
        found = middle;
      } else {
        beyond = middle;
      }
    }
    return found;
  }

  /** Upper bound of the users whose mean response time is within the bound. */
  private double usersWithin(int threads) {
    double meanMillis = boundMillis / model.minTp99PerMean();
    return Math.max(1, saturationTps(threads) / 1e3 * meanMillis);
  }

  private double saturationTps(int threads) {
    ClosedNetwork network = provider.withPool(threads, 0).network(model.fit());
    return network.bounds(network.cpu().millisPerCall()).saturationTps();
  }

  private static Estimate exactly(double value) {
    return new Estimate(value, value, value);
  }
}
