package io.poolbench.result;

import io.poolbench.spec.Publication;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A study's results: all that a report needs, and all that {@code result.json} holds.
 *
 * @param version of this format; {@link #VERSION} in what is written today
 * @param study the study's name
 * @param title what it asks
 * @param poolbench the version of poolbench that ran it
 * @param started when
 * @param finished when the last cell ended
 * @param interrupted whether it was broken off before its last cell
 * @param host what it ran on
 * @param calibration what its calls were made to cost; null = as the cells say
 * @param published the studies whose tables its cells are compared with
 * @param assertions expressions over its metrics that all must be true
 * @param cells in the order in which the study lists them, each with its repetitions in turn
 */
public record StudyResult(
    int version,
    String study,
    String title,
    String poolbench,
    Instant started,
    Instant finished,
    boolean interrupted,
    Host host,
    Calibrated calibration,
    List<Publication> published,
    List<String> assertions,
    List<CellResult> cells) {
  /** The version of the format that this code writes. */
  public static final int VERSION = 1;

  public StudyResult {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(poolbench, "poolbench");
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(finished, "finished");
    Objects.requireNonNull(host, "host");
    published = List.copyOf(published);
    assertions = List.copyOf(assertions);
    cells = List.copyOf(cells);
  }

  /** A result of a study without assertions. */
  public StudyResult(
      int version,
      String study,
      String title,
      String poolbench,
      Instant started,
      Instant finished,
      boolean interrupted,
      Host host,
      Calibrated calibration,
      List<Publication> published,
      List<CellResult> cells) {
    this(
        version,
        study,
        title,
        poolbench,
        started,
        finished,
        interrupted,
        host,
        calibration,
        published,
        List.of(),
        cells);
  }
}
