package io.poolbench.limits;

import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.Workload;
import java.util.Objects;
import java.util.Optional;

/**
 * The queue to configure with a fixed pool whose queue nobody chose. In a closed loop the queue
 * alone holds the users that the pool carries at least, because an answer leaves before its thread
 * is free: threads and queue together, without more places, refuse some of their calls. In an open
 * loop see {@link OpenQueue}.
 *
 * @param simulated empty in a closed loop
 */
public record AdvisedQueue(int length, Optional<OpenQueue> simulated) {
  /** The queue of the fixed pools that {@code size} compares, so that calls wait. */
  public static final int COMPARED = 1000;

  public AdvisedQueue {
    Objects.requireNonNull(simulated, "simulated");
  }

  /** The name of a cell with a fixed pool whose queue nobody chose: it leaves the queue out. */
  public static String cellName(PoolConfig pool) {
    return pool.type().id() + " " + pool.threads();
  }

  /**
   * The queue for a cell's pool.
   *
   * @param planned load that the pool is to carry; null = none
   * @return empty if somebody chose the pool's queue, or if no shorter one follows
   */
  public static Optional<AdvisedQueue> of(EstimatedCell cell, Integer planned) {
    return cell.cell().cell().provider() instanceof TargetSettings target
            && target.pool() instanceof PoolConfig pool
            && isUnchosen(cell.name(), pool)
        ? shorter(cell, pool, planned)
        : Optional.empty();
  }

  private static Optional<AdvisedQueue> shorter(
      EstimatedCell cell, PoolConfig pool, Integer planned) {
    return cell.estimate()
        .map(CapacityEstimate::atLeast)
        .filter(Double::isFinite)
        .flatMap(
            load ->
                cell.workload() instanceof Workload.Closed
                    ? Optional.of(holding(load))
                    : simulated(cell, pool, planned == null ? Math.max(1, load) : planned))
        .filter(queue -> queue.length < pool.queues());
  }

  static boolean isUnchosen(String cell, PoolConfig pool) {
    return pool.type() == PoolType.FIXED
        && pool.queues() == COMPARED
        && cell.equals(cellName(pool));
  }

  private static AdvisedQueue holding(double users) {
    return new AdvisedQueue(Math.max(OpenQueue.SHORTEST, (int) users), Optional.empty());
  }

  private static Optional<AdvisedQueue> simulated(
      EstimatedCell cell, PoolConfig pool, double perSecond) {
    return OpenQueue.of(cell.cell(), pool.threads(), pool.queues(), perSecond)
        .map(queue -> new AdvisedQueue(queue.length(), Optional.of(queue)));
  }
}
