package io.poolbench.result;

import java.util.Objects;

/**
 * A published value compared with the measured value and with theory: a row of {@code
 * agreement.csv}.
 *
 * @param row such as {@code threads 4}
 * @param figure the table's column
 * @param measured null if unknown
 * @param agrees whether the measured value agrees with the published one: {@code yes}, {@code no},
 *     {@code open} (the end of the band is within its interval), {@code calibration} (not reached,
 *     so that the published units do not apply to this host), {@code host}, {@code INVALID} or
 *     {@code missing}
 * @param theoryStudy the value that theory gives for the study's system; null if unknown
 * @param agreesTheoryStudy whether the measured value agrees with it; null if unknown
 * @param theoryHost the value that theory gives for the host of the result; null if unknown
 * @param agreesTheoryHost whether the measured value agrees with it; null if unknown
 * @param reachedBy which theory has the published value within its band: {@code host}, {@code
 *     study} (not for this host), {@code none}, or empty where unknown
 * @param low lower end of the measured value's 95 % interval; null if unknown, as is {@code high}
 * @param unit the unit in which hosts of different speed are compared: {@code saturation_tps},
 *     {@code uncontended_ms} or {@code knee_users}, each measured on its own host; empty where the
 *     figure has none
 * @param publishedInUnit the published value in this unit of the study's system
 * @param measuredInUnit the measured value in this unit of the result's host; null if unknown
 * @param lowInUnit lower end of its interval, including the uncertainty of the unit; null if
 *     unknown, as is {@code highInUnit}
 * @param agreesInUnit whether {@code publishedInUnit} and {@code measuredInUnit} agree, as {@code
 *     agrees}; empty without a unit
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
    String reachedBy,
    Double low,
    Double high,
    String unit,
    Double publishedInUnit,
    Double measuredInUnit,
    Double lowInUnit,
    Double highInUnit,
    String agreesInUnit) {
  public AgreementRow {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(figure, "figure");
  }
}
