package io.poolbench.study;

import io.poolbench.journal.Metric;
import io.poolbench.study.Study.About;
import io.poolbench.study.Study.Calibration;
import io.poolbench.study.Study.Procedure;
import io.poolbench.study.StudyLoader.CellCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Studies whose cells are not compared with the host, and which use no published table. */
public final class PlainStudy {
  public static final StudyLoader LOADER =
      new StudyLoader(Metric.ALL, CellCheck.NONE, Path.of("none"));

  private PlainStudy() {}

  /** A study of YAML, one line or more each. */
  public static Study parse(String... lines) {
    return LOADER.parse("study", "study.yaml", String.join("\n", lines) + "\n", List.of());
  }

  /** The first cell of such a study. */
  public static Cell cell(String... lines) {
    return parse(lines).cells().get(0);
  }

  /** A study that is not paired and asserts nothing. */
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
