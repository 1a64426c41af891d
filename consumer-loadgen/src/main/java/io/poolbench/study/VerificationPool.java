package io.poolbench.study;

import io.poolbench.api.PoolConfig;
import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.Estimate;
import io.poolbench.capacity.MeasuredLoads;
import io.poolbench.capacity.Prediction;
import io.poolbench.capacity.Recommendation;
import io.poolbench.capacity.Recommendation.Candidate;
import io.poolbench.capacity.Scenario;
import io.poolbench.result.PredictedUsers;
import io.poolbench.result.PredictedUsers.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A pool to verify, with its max users as predicted by a model. */
public record VerificationPool(PoolConfig pool, PredictedUsers predicted) {
  public VerificationPool {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(predicted, "predicted");
  }

  /**
   * Pools with half of the recommended threads, the recommended ones, and twice as many. A pool
   * with one thread less would differ by less than a measurement of minutes shows.
   */
  public static List<VerificationPool> of(
      CapacityModel model, MeasuredLoads measured, Recommendation found) {
    List<VerificationPool> pools = new ArrayList<>();
    PoolConfig pool = found.pool().pool();
    if (pool.threads() > 1) {
      PoolConfig half = PoolConfig.of(pool.type(), null, pool.threads() / 2, pool.queues(), null);
      int most = (int) (2 * found.pool().maxUsers().high() + 1);
      Prediction smaller =
          Prediction.of(model, Scenario.of(half, measured), found.sla(), List.of(most));
      pools.add(of(half, Role.SMALLER, smaller.maxUsers(), smaller.open(), null));
    }
    pools.add(of(found.pool(), Role.RECOMMENDED, found.planned().users()));
    pools.add(of(found.more(), Role.LARGER, null));
    return List.copyOf(pools);
  }

  private static VerificationPool of(Candidate candidate, Role role, Integer planned) {
    return of(candidate.pool(), role, candidate.maxUsers(), candidate.open(), planned);
  }

  private static VerificationPool of(
      PoolConfig pool, Role role, Estimate users, boolean open, Integer planned) {
    return new VerificationPool(
        pool,
        new PredictedUsers(
            role, users.value(), users.low(), open ? null : (Double) users.high(), planned));
  }

  /** The name of the cell, which differs from that of a measured cell with the same pool. */
  String cell() {
    return "verified " + pool.label();
  }
}
