package io.poolbench.spec;

import io.poolbench.spec.Study.Calibration;
import java.util.List;

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
        title,
        repetitions,
        null,
        calibration,
        published,
        List.of(),
        "",
        List.of(),
        CellCommands.NONE,
        cells,
        "{\"title\":\"%s\",\"repetitions\":%d}".formatted(title, repetitions.count()));
  }
}
