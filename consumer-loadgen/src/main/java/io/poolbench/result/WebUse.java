package io.poolbench.result;

import java.util.Objects;

/**
 * Resource use specific to a web provider in the measured window; a value is null if unknown. Means
 * are over time.
 *
 * @param downstreamLate delay of the downstream service's answers
 */
public record WebUse(Double workersActiveMean, Double workerQueueMean, Stage downstreamLate) {
  public WebUse {
    Objects.requireNonNull(downstreamLate, "downstreamLate");
  }
}
