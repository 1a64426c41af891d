package io.poolbench.result;

import java.util.Objects;

/**
 * A published value with all that it is compared with, as files have it.
 *
 * @param table the name of the table
 * @param row such as {@code threads 4}
 * @param figure the column of the table
 * @param measured null if unknown
 * @param agrees whether the measured value agrees with the published one: {@code yes}, {@code no},
 *     {@code speed} (measured at another CPU speed than calibrated), {@code INVALID} or {@code
 *     missing}
 * @param theoryStudy by theory for the system of the study; null if unknown
 * @param agreesTheoryStudy whether the measured value agrees with it; null if unknown
 * @param theoryHost by theory for the host of the result; null if unknown
 * @param agreesTheoryHost whether the measured value agrees with it; null if unknown
 * @param reachedBy which theory has the published value within its band: {@code host}, {@code
 *     study} (not for this host), {@code none}, or empty where unknown
 */
public record AgreementRow(
    String table,
    String row,
    String figure,
    double published,
    Double measured,
    String agrees,
    Double theoryStudy,
    Boolean agreesTheoryStudy,
    Double theoryHost,
    Boolean agreesTheoryHost,
    String reachedBy) {
  public AgreementRow {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(figure, "figure");
  }
}
