package io.poolbench.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Study;

/** What a study says of all its cells together, but its title, as it would stand in its file. */
final class StudyTree {
  private StudyTree() {}

  static ObjectNode of(Study study) {
    ObjectNode tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("repetitions", study.repetitions().count())
            .put("order", study.repetitions().order().id())
            .put("seed", study.repetitions().seed());
    Calibration calibration = study.calibration();
    if (calibration != null) {
      tree.putObject("calibration")
          .put("saturationTps", calibration.saturationTps())
          .put("threadTime", Durations.print(Durations.ofMicros(calibration.threadMicros())))
          .put("outsideTime", Durations.print(Durations.ofMicros(calibration.outsideMicros())));
    }
    if (!study.assertions().isEmpty()) {
      study.assertions().forEach(tree.putArray("assertions")::add);
    }
    return tree;
  }
}
