package io.poolbench.result;

import io.poolbench.spec.Paired;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Sizing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The result of a study: the content of {@code result.json}, and the input of all reports.
 *
 * @param version of the format; written as {@link #VERSION}
 * @param title of the study, its question
 * @param poolbench the version of poolbench that ran it
 * @param finished end of the last cell
 * @param interrupted whether it was interrupted before its last cell
 * @param host of the run
 * @param calibration of its calls; null = not calibrated
 * @param paired how the cells were measured in one provider; null = each in a fresh one
 * @param sizing how it chose loads and a pool to verify; null = it measured all levels
 * @param published the published tables to compare with
 * @param assertions expressions over metrics that must be true
 * @param answer to the title, with expressions over metrics in braces; empty = none
 * @param findings of the study: sentences, with expressions in braces, that this result shows or
 *     refutes
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
    Paired paired,
    Sizing sizing,
    List<Publication> published,
    List<String> assertions,
    String answer,
    List<Publication.Statement> findings,
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
    Objects.requireNonNull(answer, "answer");
    findings = List.copyOf(findings);
    cells = List.copyOf(cells);
  }

  /** The groups of users and the phases of all cells, each as a cell. */
  public List<CellResult> parts() {
    return cells.stream()
        .flatMap(cell -> Stream.concat(cell.groups().stream(), cell.phases().stream()))
        .toList();
  }
}
