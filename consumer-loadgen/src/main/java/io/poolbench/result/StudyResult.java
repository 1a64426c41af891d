package io.poolbench.result;

import io.poolbench.spec.Paired;
import io.poolbench.spec.Publication;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The result of a study: the content of {@code result.json} and the input of all reports.
 *
 * @param version version of the format, written as {@link #VERSION}
 * @param title the study's question
 * @param poolbench the version of poolbench that ran the study
 * @param finished end of the last cell
 * @param interrupted whether the run was interrupted before its last cell
 * @param calibration null = not calibrated
 * @param paired how the cells were measured in one provider; null = each in a fresh provider
 * @param assertions expressions over metrics that must be true
 * @param answer answer to the title, with expressions over metrics in braces; empty = none
 * @param findings sentences with expressions in braces, which the result confirms or refutes
 * @param cells in the study's order, each cell with its repetitions in turn
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
    List<Publication> published,
    List<String> assertions,
    String answer,
    List<Publication.Statement> findings,
    List<CellResult> cells) {
  public static final int VERSION = 2;

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

  /** The load that a cell is to carry; null = none. */
  public Integer planned() {
    return paired == null ? null : paired.planned();
  }

  /** The groups of users and the phases of all cells, each as a cell. */
  public List<CellResult> parts() {
    return cells.stream()
        .flatMap(cell -> Stream.concat(cell.groups().stream(), cell.phases().stream()))
        .toList();
  }
}
