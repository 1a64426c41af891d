package io.poolbench.cli;

import io.poolbench.model.CapacityModel;
import io.poolbench.model.Estimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fitted capacity model, as written to JSON.
 *
 * @param parameters the parameters with their intervals
 * @param unidentified the parameters that the measured loads do not determine
 */
record ModelJson(Map<String, Estimate> parameters, List<String> unidentified) {
  static ModelJson of(CapacityModel model) {
    Map<String, Estimate> parameters = new LinkedHashMap<>();
    parameters.put("cpuMillisPerCall", model.parameter(fit -> fit.cpu().millisPerCall()));
    parameters.put("backgroundCpus", model.parameter(fit -> fit.cpu().backgroundCpus()));
    parameters.put("waitMillis", model.parameter(fit -> fit.waitMillis()));
    parameters.put("outsideMillis", model.parameter(fit -> fit.outsideMillis()));
    parameters.put("contention", model.parameter(fit -> fit.contention()));
    parameters.put("variation", model.parameter(fit -> fit.scv()));
    return new ModelJson(
        parameters, model.fit().unidentified().stream().map(Enum::name).sorted().toList());
  }
}
