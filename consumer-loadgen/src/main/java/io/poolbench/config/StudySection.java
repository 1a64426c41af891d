package io.poolbench.config;

import io.poolbench.spec.Paired;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.spec.Study.Sizing;
import java.util.List;

/** The settings of a whole study, at the top level of its file. */
record StudySection(
    String title,
    int repetitions,
    Repetitions.Order order,
    long seed,
    Paired paired,
    Sizing sizing,
    List<String> assertions,
    String answer,
    List<Publication.Statement> findings,
    Calibration calibration) {

  /** Empty components become null, so that they are not written. */
  static StudySection of(Study study) {
    return new StudySection(
        study.title(),
        study.repetitions().count(),
        study.repetitions().order(),
        study.repetitions().seed(),
        study.paired(),
        study.sizing(),
        study.assertions().isEmpty() ? null : study.assertions(),
        study.answer().isEmpty() ? null : study.answer(),
        study.findings().isEmpty() ? null : study.findings(),
        study.calibration());
  }

  Repetitions allRepetitions() {
    return new Repetitions(
        repetitions, order == null ? Repetitions.Order.usual(repetitions) : order, seed);
  }
}
