package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Publication.Statement;
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
 * @param paired how the cells are measured in one provider; null = each in a fresh provider
 * @param calibration the cost of a call on every host; null = as the cells' settings give it
 * @param assertions expressions over the result's metrics that must all be true
 * @param answer the answer to the title in one sentence, with expressions over the result's metrics
 *     in braces; empty = none
 * @param findings statements that a result confirms or refutes, also with expressions in braces
 * @param cells with unique names, including those of groups ({@code CELL/GROUP}) and phases
 * @param settings the merged settings of the study without its cells, as JSON, with all defaults
 */
public record Study(
    String name,
    String title,
    Repetitions repetitions,
    Paired paired,
    Calibration calibration,
    List<Publication> published,
    List<String> assertions,
    String answer,
    List<Publication.Statement> findings,
    CellCommands commands,
    List<Cell> cells,
    String settings) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public Study {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(repetitions, "repetitions");
    published = List.copyOf(published);
    assertions = List.copyOf(assertions);
    Objects.requireNonNull(answer, "answer");
    findings = List.copyOf(findings);
    Objects.requireNonNull(commands, "commands");
    Objects.requireNonNull(settings, "settings");
    cells = List.copyOf(cells);
    requireName(name);
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

  /**
   * Reads a study from its merged settings.
   *
   * @param cells of the study, with their names
   */
  public static Study of(
      String name, Section study, List<Publication> published, List<Cell> cells, String settings) {
    Paired paired = paired(study);
    return new Study(
        name,
        study.text("title"),
        new Repetitions(study.integer("repetitions")),
        paired,
        study.ifGiven("calibration", (section, key) -> section.read(key, Calibration::of)),
        published,
        study.texts("assertions"),
        study.textOrEmpty("answer"),
        study.list("findings", Statement::of),
        CellCommands.of(study),
        paired == null ? cells : paired.measured(cells),
        settings);
  }

  /** How a study's cells are measured in one provider; null = each in a fresh one. */
  public static Paired paired(Section study) {
    return study.ifGiven("paired", (section, key) -> section.read(key, Paired::of));
  }

  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "name",
          "invalid study name '"
              + name
              + "' (valid: 1..64 letters, digits, '.', '_' and '-', a letter or digit first)");
    }
  }

  private static void requireNew(String name, Set<String> names) {
    if (!names.add(name)) {
      throw new InvalidSettingException("cells", "two cells are called '" + name + "'");
    }
  }

  /** The most blocks of a repetition of a paired study. */
  public int blocks() {
    return paired.blocks(cells.get(0).load().firstRound().size());
  }

  public Study withCells(List<Cell> others) {
    return new Study(
        name,
        title,
        repetitions,
        paired,
        calibration,
        published,
        assertions,
        answer,
        findings,
        commands,
        others,
        settings);
  }

  /**
   * The target cost of a call on every host. The lab chooses the call's CPU work and both added
   * latencies so that a provider with an unlimited pool reaches these three values.
   *
   * @param saturationTps answers per second at which the provider's CPUs are fully used
   * @param threadMicros time of a call in its business thread at low load, 1 us to 10 s
   * @param outsideMicros network and client time at low load, the rest of a user's cycle, 1 us to
   *     10 s
   */
  public record Calibration(int saturationTps, long threadMicros, long outsideMicros) {
    private static final long MAX_MICROS = 10_000_000;

    public Calibration {
      InvalidSettingException.requireRange("saturationTps", saturationTps, 1, 10_000_000);
      InvalidSettingException.requireRange(
          "threadTime", threadMicros, "us", 1, MAX_MICROS, "1us..10s");
      InvalidSettingException.requireRange(
          "outsideTime", outsideMicros, "us", 1, MAX_MICROS, "1us..10s");
    }

    static Calibration of(Section calibration) {
      return new Calibration(
          calibration.integer("saturationTps"),
          calibration.micros("threadTime"),
          calibration.micros("outsideTime"));
    }
  }
}
