package io.poolbench.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A published study as data: its tables, and how a result is compared with them.
 *
 * @param name of its folder; empty until it is known
 * @param columns what columns of tables are whose names are not those of metrics: a metric's id,
 *     {@code capacity}, {@code threads} or {@code users} by the column's name
 * @param cells the name of the cell that a row is about, by the table's name: {@code {COLUMN}}
 *     stands for the row's value; a table that is not named here has rows about pools by their
 *     {@code threads}, or is about all cells that name it
 * @param hostBound the rows whose values the CPUs of the study's host bounded, so that they are
 *     shown and not compared: by the table's name, the values of columns that such rows have
 * @param bands how far a measured value may be from a published one, by the band's name
 * @param system the provider that was measured, for theory; null where it is not declared
 * @param knees where TPS stops growing, as published
 * @param findings in the order in which they are reported
 * @param tables in the order in which cells name them
 */
public record Publication(
    String name,
    Map<String, String> columns,
    Map<String, String> cells,
    Map<String, Map<String, String>> hostBound,
    Map<String, Band> bands,
    PublishedSystem system,
    List<Knee> knees,
    List<Finding> findings,
    List<PublishedTable> tables) {
  public Publication {
    name = name == null ? "" : name;
    columns = copy(columns);
    cells = copy(cells);
    hostBound = copy(hostBound);
    bands = copy(bands);
    knees = copy(knees);
    findings = copy(findings);
    tables = copy(tables);
  }

  public static Publication of(String name, List<PublishedTable> tables) {
    return new Publication(
        name, Map.of(), Map.of(), Map.of(), Map.of(), null, List.of(), List.of(), tables);
  }

  public Publication named(String other) {
    return new Publication(
        other, columns, cells, hostBound, bands, system, knees, findings, tables);
  }

  public Publication withTables(List<PublishedTable> others) {
    return new Publication(name, columns, cells, hostBound, bands, system, knees, findings, others);
  }

  /**
   * The distance that counts as agreement: the larger of two.
   *
   * @param metrics the ids of the metrics whose published values it is for
   * @param absolute in the metric's unit
   * @param percent of the published value
   */
  public record Band(List<String> metrics, double absolute, double percent) {
    public Band {
      metrics = copy(metrics);
    }
  }

  /**
   * A published knee.
   *
   * @param pool a selector of expressions
   * @param users where TPS stops growing
   * @param band how far the measured one may be from it, in users
   */
  public record Knee(String pool, int users, int band) {
    public Knee {
      Objects.requireNonNull(pool, "pool");
    }
  }

  /**
   * A finding of the study.
   *
   * @param finding its number in the study
   * @param text as the study words it
   * @param statements its parts, each of which must hold
   */
  public record Finding(int finding, String text, List<Statement> statements) {
    public Finding {
      Objects.requireNonNull(text, "text");
      statements = copy(statements);
    }
  }

  /**
   * A part of a published finding, or a finding of a study of one's own.
   *
   * @param text what is stated; of a study of one's own with expressions in braces
   * @param holds the expression that confirms it
   * @param fails the expression that refutes it; null where the negation of {@code holds} does
   */
  public record Statement(String text, String holds, String fails) {
    public Statement {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(holds, "holds");
    }
  }

  private static <T> List<T> copy(List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  private static <T> Map<String, T> copy(Map<String, T> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
