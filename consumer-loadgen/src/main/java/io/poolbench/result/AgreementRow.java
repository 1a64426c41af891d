package io.poolbench.result;

import java.util.Objects;

/**
 * A published value compared with the measured one.
 *
 * @param row such as {@code threads 4}
 * @param figure the table's column
 * @param measured null if unknown
 * @param agrees whether the measured value agrees with the published one: {@code yes}, {@code no},
 *     {@code open} (the end of the band is within its interval), {@code calibration} (not reached,
 *     so that the published units do not apply to this host), {@code host}, {@code INVALID} or
 *     {@code missing}
 * @param low lower end of the measured value's 95 % interval; null if unknown, as is {@code high}
 */
public record AgreementRow(
    String table,
    String row,
    String figure,
    double published,
    Double measured,
    String agrees,
    Double low,
    Double high) {
  public AgreementRow {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(figure, "figure");
  }
}
