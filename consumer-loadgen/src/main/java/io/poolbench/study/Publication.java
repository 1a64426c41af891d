package io.poolbench.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A published study as data: its tables, and the rules by which a result is compared with them.
 *
 * @param name of its folder; empty until known
 * @param columns the meaning of columns that are not named like metrics, by column: a metric's id,
 *     {@code capacity}, {@code threads} or {@code users}
 * @param cells the name of the cell that a row is about, by table; {@code {COLUMN}} stands for the
 *     row's value. Rows of other tables are about pools by their {@code threads}, or about all
 *     cells that name the table
 * @param hostBound rows limited by the CPUs of the study's host, which are shown but not compared:
 *     for each table, the column values of such rows
 * @param bands allowed distances of measured from published values, by the band's name
 * @param findings in the order in which they are reported
 * @param tables in the order in which cells name them
 */
public record Publication(
    String name,
    Map<String, String> columns,
    Map<String, String> cells,
    Map<String, Map<String, String>> hostBound,
    Map<String, Band> bands,
    List<Finding> findings,
    List<PublishedTable> tables) {
  public Publication {
    name = name == null ? "" : name;
    columns = copy(columns);
    cells = copy(cells);
    hostBound = copy(hostBound);
    bands = copy(bands);
    findings = copy(findings);
    tables = copy(tables);
  }

  public Publication with(String other, List<PublishedTable> others) {
    return new Publication(other, columns, cells, hostBound, bands, findings, others);
  }

  /**
   * The distance that counts as agreement: the larger of {@code absolute}, in the metric's unit,
   * and {@code percent} of the published value. {@code metrics} are ids.
   */
  public record Band(List<String> metrics, double absolute, double percent) {
    public Band {
      metrics = copy(metrics);
    }
  }

  /** A finding of the study in its own words; all of its statements must hold. */
  public record Finding(int finding, String text, List<Statement> statements) {
    public Finding {
      Objects.requireNonNull(text, "text");
      statements = copy(statements);
    }
  }

  /**
   * A part of a published finding, or a finding that a study declares itself.
   *
   * @param text the statement; in a study's own finding with expressions in braces
   * @param holds the expression that confirms it
   * @param fails the expression that refutes it; null = the negation of {@code holds}
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

  /**
   * A published table as printed, the reference of a reproduction.
   *
   * @param notes how its values were measured, one line each
   * @param rows values by column; a value is a number, or a word if a trend was printed
   */
  public record PublishedTable(String name, List<String> notes, List<Map<String, String>> rows) {
    public PublishedTable {
      Objects.requireNonNull(name, "name");
      notes = List.copyOf(notes);
      rows =
          rows.stream().map(row -> Collections.unmodifiableMap(new LinkedHashMap<>(row))).toList();
    }
  }
}
