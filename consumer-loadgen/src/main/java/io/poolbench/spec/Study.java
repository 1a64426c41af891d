package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cells, each a provider under a load schedule, that one run measures.
 *
 * @param name the study's file name without its extension; also names its results' folder
 * @param title the question that the study answers, in one line
 * @param repetitions how often each cell is run, and in which order
 * @param paired how the cells are measured in one provider; null = each in a fresh provider
 * @param sizing how the study chooses its loads and a pool to verify; null = it measures all levels
 * @param calibration the cost of a call on every host; null = as the cells' settings give it
 * @param published the studies that the results are compared with
 * @param assertions expressions over the result's metrics that must all be true
 * @param answer the answer to the title in one sentence, with expressions over the result's metrics
 *     in braces; empty = none
 * @param findings statements that a result confirms or refutes, also with expressions in braces
 * @param cells with unique names, including those of groups ({@code CELL/GROUP}) and phases
 */
public record Study(
    String name,
    String title,
    Repetitions repetitions,
    Paired paired,
    Sizing sizing,
    Calibration calibration,
    List<Publication> published,
    List<String> assertions,
    String answer,
    List<Publication.Statement> findings,
    List<Cell> cells) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public Study {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(repetitions, "repetitions");
    published = List.copyOf(published);
    assertions = List.copyOf(assertions);
    Objects.requireNonNull(answer, "answer");
    findings = List.copyOf(findings);
    cells = List.copyOf(cells);
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "name",
          "invalid study name '"
              + name
              + "' (valid: 1..64 letters, digits, '.', '_' and '-', a letter or digit first)");
    }
    if (cells.isEmpty()) {
      throw new InvalidSettingException("cells", "empty (valid: one cell or more)");
    }
    Set<String> names = new HashSet<>();
    for (Cell cell : cells) {
      for (Cell each : Stream.concat(Stream.of(cell), cell.groups().stream()).toList()) {
        requireNew(each.name(), names);
      }
      cell.load().phases().forEach(of -> requireNew(cell.name() + "/" + of.name(), names));
    }
  }

  private static void requireNew(String name, Set<String> names) {
    if (!names.add(name)) {
      throw new InvalidSettingException("cells", "two cells are called '" + name + "'");
    }
  }

  public Study(
      String name,
      String title,
      Repetitions repetitions,
      Calibration calibration,
      List<Publication> published,
      List<Cell> cells) {
    this(
        name,
        title,
        repetitions,
        null,
        null,
        calibration,
        published,
        List.of(),
        "",
        List.of(),
        cells);
  }

  public Study withCells(List<Cell> others) {
    return new Study(
        name,
        title,
        repetitions,
        paired,
        sizing,
        calibration,
        published,
        assertions,
        answer,
        findings,
        others);
  }
}
