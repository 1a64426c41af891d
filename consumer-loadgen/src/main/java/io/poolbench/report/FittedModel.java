package io.poolbench.report;

import io.poolbench.config.ConfigException;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Observation;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The queueing model fitted to a result.
 *
 * @param loads the loads it is fitted to; null where there is no model
 * @param model null where there is none
 * @param lack why there is no model; empty where there is one
 */
record FittedModel(MeasuredLoads loads, CapacityModel model, String lack) {
  /** More loads hardly improve the parameters, but take longer. */
  private static final int MAX_LOADS = 64;

  static FittedModel of(StudyResult result) {
    if (result.cells().isEmpty()) {
      return new FittedModel(null, null, "no cell was run");
    }
    try {
      MeasuredLoads loads = MeasuredLoads.of(result.study(), result.cells());
      return new FittedModel(loads, CapacityModel.of(thinned(loads.loads(), result)), "");
    } catch (ConfigException e) {
      return new FittedModel(null, null, e.problem());
    }
  }

  /** Every n-th load. Loads are ordered by cell and rise within a cell. */
  private static List<Observation> thinned(List<Observation> loads, StudyResult result) {
    if (result.sizing() != null) {
      return loads; // the study itself chose them for its recommendation
    }
    int every = (loads.size() + MAX_LOADS - 1) / MAX_LOADS;
    return IntStream.range(0, loads.size())
        .filter(i -> i % every == 0)
        .mapToObj(loads::get)
        .toList();
  }

  boolean isFitted() {
    return model != null;
  }
}
