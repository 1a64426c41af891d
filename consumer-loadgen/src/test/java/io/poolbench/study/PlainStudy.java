package io.poolbench.study;

import io.poolbench.study.Study.About;
import io.poolbench.study.Study.Calibration;
import io.poolbench.study.Study.Procedure;
import java.util.List;
import java.util.Map;

/** Studies that are neither paired nor assert anything. */
public final class PlainStudy {
  private PlainStudy() {}

  public static Study of(
      String name,
      String title,
      Repetitions repetitions,
      Calibration calibration,
      List<Publication> published,
      List<Cell> cells) {
    return new Study(
        name,
        new About(title, Map.of(), List.of(), "", List.of()),
        new Procedure(repetitions, null, calibration, CellCommands.NONE),
        published,
        cells,
        "{\"title\":\"%s\",\"repetitions\":%d}".formatted(title, repetitions.count()));
  }
}
