package io.poolbench.report;

import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.MeasuredLoads;
import io.poolbench.config.ConfigException;
import io.poolbench.result.StudyResult;

/**
 * The queueing model of a result.
 *
 * @param loads that it is fitted to; null where none can be fitted
 * @param model null likewise
 * @param lack why there is none; empty where there is one
 */
record FittedModel(MeasuredLoads loads, CapacityModel model, String lack) {
  static FittedModel of(StudyResult result) {
    if (result.cells().isEmpty()) {
      return new FittedModel(null, null, "no cell was run");
    }
    try {
      MeasuredLoads loads = MeasuredLoads.of(result.study(), result.cells());
      return new FittedModel(loads, CapacityModel.of(loads.loads()), "");
    } catch (ConfigException e) {
      return new FittedModel(null, null, e.problem());
    }
  }

  /** Whether there is a model. */
  boolean isFitted() {
    return model != null;
  }
}
