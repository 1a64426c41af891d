package io.poolbench.measure;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.study.Cell;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.TargetSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pools of a provider's cells, numbered from 0: each at an endpoint of its own, or in turns at
 * the only endpoint of a target. For one thread.
 */
final class PoolTurns {
  private final List<Cell> cells;
  private final RunningProvider provider;

  /** The pools that had a turn, as read back. */
  private final Map<Integer, EffectivePool> readBack = new HashMap<>();

  /** The cell whose pool runs; -1 before the first turn. */
  private int turn = -1;

  PoolTurns(List<Cell> cells, RunningProvider provider) {
    this.cells = List.copyOf(cells);
    this.provider = provider;
  }

  private boolean areTaken() {
    return provider.ports().size() < cells.size();
  }

  int endpoint(int cell) {
    return areTaken() ? 0 : cell;
  }

  /** The pool that the provider built for a cell; null if unknown, or before its first turn. */
  EffectivePool pool(int cell) {
    return areTaken() ? readBack.get(cell) : provider.pool(cell).orElse(null);
  }

  /** Makes new calls run in the pool of a cell; returns whether the provider replaced its pool. */
  boolean begin(int cell) throws LabException, InterruptedException {
    if (!areTaken() || turn == cell) {
      return false;
    }
    ConfiguredPool pool = cells.get(cell).provider().pool();
    EffectivePool runs =
        provider
            .process()
            .orElseThrow()
            .usePool(pool instanceof PoolConfig given ? given.dubboParameters() : Map.of());
    readBack.put(cell, runs);
    require(cells.get(cell).provider(), runs);
    turn = cell;
    return true;
  }

  /** Fails if the provider built other pools than configured. */
  void require() throws LabException {
    for (int cell = 0; cell < cells.size(); cell++) {
      if (pool(cell) != null) {
        require(cells.get(cell).provider(), pool(cell));
      }
    }
  }

  private static void require(ProviderSettings settings, EffectivePool runs) throws LabException {
    // An executor of unknown threads is the target's own, which its agent could not replace.
    boolean stays =
        settings instanceof TargetSettings target
            && target.replacedBy() != null
            && runs.hasUnknownThreads();
    if (stays || !runs.matches(settings.pool())) {
      throw new LabException(
          ViolationCode.POOL_MISMATCH,
          "pool of the provider: " + runs + " (configured: " + settings.pool().label() + ")");
    }
  }

  LoadedPool.Control control(int cell) {
    return new LoadedPool.Control() {
      @Override
      public boolean begin() throws LabException, InterruptedException {
        return PoolTurns.this.begin(cell);
      }

      @Override
      public void renew() throws LabException, InterruptedException {
        provider.process().orElseThrow().renewPool(endpoint(cell));
      }

      @Override
      public void delayRedisBy(AddedLatency latency) throws LabException, InterruptedException {
        provider.process().orElseThrow().delayRedisBy(latency);
      }
    };
  }
}
