package io.poolbench.published;

import io.poolbench.judge.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A result beside the published tables that its cells name.
 *
 * @param bands within which values agree, in words
 */
public record Published(List<PublishedTable> tables, List<NumberedFinding> findings, String bands) {
  public Published {
    tables = List.copyOf(tables);
    findings = List.copyOf(findings);
    Objects.requireNonNull(bands, "bands");
  }

  /** Whether a published value agrees with the measured one. */
  public enum Agreement {
    /** The whole interval of the measured value is within the band. */
    AGREES(""),
    /** The whole interval of the measured value is beyond the band. */
    DEVIATES(""),
    /** The interval of the measured value includes an end of the band. */
    OPEN(""),
    /** The calibration does not hold: published units mean nothing on this host. */
    NOT_CALIBRATED("not calibrated"),
    /** Limited by the CPUs of the study's host, hence not compared. */
    HOST_BOUND("host-bound"),
    /** Measured in INVALID slices only. */
    INVALID("INVALID"),
    /** Not measured, or not up to the level that decides the agreement. */
    MISSING("not measured");

    private final String word;

    Agreement(String word) {
      this.word = word;
    }

    /** What is to be said besides whether the value agrees; may be empty. */
    public String word() {
      return word;
    }

    /** Whether there is a measured value to compare. */
    boolean isCompared() {
      return this == AGREES || this == DEVIATES || this == OPEN || this == NOT_CALIBRATED;
    }
  }

  /**
   * A published table.
   *
   * @param settings the columns that name the pool and the load of a row
   */
  public record PublishedTable(
      String name, List<String> notes, List<String> settings, List<PublishedValue> values) {
    public PublishedTable {
      notes = List.copyOf(notes);
      settings = List.copyOf(settings);
      values = List.copyOf(values);
    }
  }

  /**
   * A published value and the measured one, as texts.
   *
   * @param row values of the setting columns by name
   * @param figure what is compared, such as {@code TP99 ms}
   * @param measured with its interval; empty where there is none
   * @param off the difference in the unit of the band
   * @param remark why the values do not agree, by the counters
   */
  public record PublishedValue(
      Map<String, String> row,
      String figure,
      String published,
      String measured,
      String off,
      Agreement agreement,
      String remark) {}

  /** A published finding, decided by its statements. */
  public record NumberedFinding(int number, Statement finding, List<Statement> statements) {
    public NumberedFinding {
      statements = List.copyOf(statements);
    }
  }

  public long count(Agreement agreement) {
    return tables.stream()
        .flatMap(table -> table.values().stream())
        .filter(value -> value.agreement() == agreement)
        .count();
  }

  /** The number of values that are compared. */
  public long compared() {
    return tables.stream().mapToLong(table -> table.values().size()).sum()
        - count(Agreement.HOST_BOUND);
  }
}
