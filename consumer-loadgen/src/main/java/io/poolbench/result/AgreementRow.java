package io.poolbench.result;

import java.util.Objects;

/**
 * A published value with all that it is compared with, as files have it.
 *
 * @param row such as {@code threads 4}
 * @param figure the column of the table
 * @param measured null if unknown
 * @param agrees whether the measured value agrees with the published one: {@code yes}, {@code no},
 *     {@code open} (its interval is on both sides of the band's end), {@code calibration} (it does
 *     not hold, so that published units mean nothing here), {@code host}, {@code INVALID} or {@code
 *     missing}
 * @param theoryStudy by theory for the system of the study; null if unknown
 * @param agreesTheoryStudy whether the measured value agrees with it; null if unknown
 * @param theoryHost by theory for the host of the result; null if unknown
 * @param agreesTheoryHost whether the measured value agrees with it; null if unknown
 * @param reachedBy which theory has the published value within its band: {@code host}, {@code
 *     study} (not for this host), {@code none}, or empty where unknown
 * @param low end of the 95 % interval of the measured value; null if unknown
 * @param high end of that interval; null if unknown
 * @param unit in which hosts of different speed compare: {@code saturation_tps}, {@code
 *     uncontended_ms} or {@code knee_users}, each of its own host; empty where the figure has none
 * @param publishedInUnit the published value in that unit of the study's system
 * @param measuredInUnit the measured value in that unit of this host; null if unknown
 * @param lowInUnit end of its interval, with the uncertainty of the unit; null if unknown
 * @param highInUnit end of that interval; null if unknown
 * @param agreesInUnit whether these two agree, as {@code agrees}; empty without a unit
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
