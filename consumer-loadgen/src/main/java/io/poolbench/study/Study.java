package io.poolbench.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.Publication.Statement;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cells, each a provider under a load schedule, that one run measures.
 *
 * @param name the study's file name without its extension; also names its results' folder
 * @param cells with unique names, including those of groups ({@code CELL/GROUP}) and phases
 * @param settings the merged settings of the study without its cells, as JSON, with all defaults
 */
public record Study(
    String name,
    About about,
    Procedure procedure,
    List<Publication> published,
    List<Cell> cells,
    String settings) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public Study {
    Objects.requireNonNull(about, "about");
    Objects.requireNonNull(procedure, "procedure");
    published = List.copyOf(published);
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
      cell.load().phases().forEach(phase -> requireNew(cell.name() + "/" + phase.name(), names));
    }
  }

  /**
   * Reads a study from its merged settings.
   *
   * @param cells of the study, with their names
   */
  public static Study of(
      String name, Section study, List<Publication> published, List<Cell> cells, String settings) {
    Procedure procedure = Procedure.of(study);
    List<Cell> measured = procedure.paired == null ? cells : procedure.paired.measured(cells);
    return new Study(name, study.record(About.class), procedure, published, measured, settings);
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

  public String title() {
    return about.title;
  }

  public List<String> assertions() {
    return about.assertions;
  }

  public Repetitions repetitions() {
    return procedure.repetitions;
  }

  public Paired paired() {
    return procedure.paired;
  }

  public Calibration calibration() {
    return procedure.calibration;
  }

  public Study withCells(List<Cell> others) {
    return new Study(name, about, procedure, published, others, settings);
  }

  /**
   * What a study says of itself, which does not change what is measured.
   *
   * @param title the question that the study answers, in one line
   * @param tags of its run, such as {@code build: 1234}
   * @param assertions expressions over the result's metrics that must all be true
   * @param answer the answer to the title in one sentence, with expressions over the result's
   *     metrics in braces; empty = none
   * @param findings statements that a result confirms or refutes, also with expressions in braces
   */
  public record About(
      String title,
      Map<String, String> tags,
      List<String> assertions,
      String answer,
      List<Statement> findings) {
    public About {
      Objects.requireNonNull(title, "title");
      tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
      assertions = List.copyOf(assertions);
      answer = Objects.requireNonNullElse(answer, "");
      findings = List.copyOf(findings);
    }
  }

  /**
   * How the cells are measured.
   *
   * @param paired how they are measured in one provider; null = each in a fresh one
   * @param calibration the cost of a call on every host; null = as the cells' settings give it
   */
  public record Procedure(
      Repetitions repetitions, Paired paired, Calibration calibration, CellCommands commands) {
    public Procedure {
      Objects.requireNonNull(repetitions, "repetitions");
      Objects.requireNonNull(commands, "commands");
    }

    static Procedure of(Section study) {
      return new Procedure(
          new Repetitions(study.integer("repetitions")),
          study.record("paired", Paired.class),
          study.record("calibration", Calibration.class),
          CellCommands.of(study));
    }
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
  public record Calibration(
      int saturationTps,
      @JsonProperty("threadTime") long threadMicros,
      @JsonProperty("outsideTime") long outsideMicros) {
    private static final long MAX_MICROS = 10_000_000;

    public Calibration {
      InvalidSettingException.requireRange(
          "threadTime", threadMicros, "us", 1, MAX_MICROS, "1us..10s");
      InvalidSettingException.requireRange(
          "outsideTime", outsideMicros, "us", 1, MAX_MICROS, "1us..10s");
    }
  }
}
