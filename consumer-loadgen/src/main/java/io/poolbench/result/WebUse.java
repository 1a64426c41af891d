package io.poolbench.result;

import java.util.Objects;

/**
 * What only a web provider has, in the measured window; null if unknown. Means are over the
 * window's time.
 *
 * @param workersActiveMean threads of the worker pool with a task
 * @param workerQueueMean tasks that wait for a worker
 * @param downstreamLate how late the downstream service answered
 */
public record WebUse(Double workersActiveMean, Double workerQueueMean, Stage downstreamLate) {
  public WebUse {
    Objects.requireNonNull(downstreamLate, "downstreamLate");
  }
}
