package io.poolbench.published;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.study.Publication;
import io.poolbench.study.Publication.PublishedTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A column of a published table whose values are compared with measured ones.
 *
 * @param column its name in the table
 * @param metric null for the highest level within the SLA, which no single step has
 * @param band within which measured values agree
 */
record PublishedColumn(String column, Metric metric, Band band) {
  private static final String CAPACITY = "capacity";

  private static final Map<String, String> METRICS =
      Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::column, Metric::id));

  PublishedColumn {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(band, "band");
  }

  /** The columns of a table that have a band, in the table's order. */
  static List<PublishedColumn> of(Publication publication, PublishedTable table) {
    return table.rows().stream()
        .flatMap(row -> row.keySet().stream())
        .distinct()
        .flatMap(column -> of(publication, column, id(publication, column)).stream())
        .toList();
  }

  private static Optional<PublishedColumn> of(Publication publication, String column, String id) {
    return publication.bands().entrySet().stream()
        .filter(band -> band.getValue().metrics().contains(id))
        .map(band -> new Band(band.getKey(), band.getValue()))
        .map(band -> new PublishedColumn(column, Metric.of(id).orElse(null), band))
        .findFirst();
  }

  /** The meaning of a column: a metric's id, {@code capacity}, or a setting's name. */
  static String id(Publication publication, String column) {
    String metric = METRICS.get(column);
    return metric == null ? publication.columns().getOrDefault(column, column) : metric;
  }

  String id() {
    return isCapacity() ? CAPACITY : metric.id();
  }

  boolean isCapacity() {
    return metric == null;
  }

  String title() {
    return isCapacity() ? "highest level passed" : metric.heading();
  }

  /** A value without its unit; {@link FigureText#UNKNOWN} if null. */
  String text(Double value) {
    return isCapacity()
        ? value == null ? FigureText.UNKNOWN : FigureText.exact(value)
        : metric.text(value);
  }

  /**
   * The deviation of a measured value from the published one, such as {@code +1.2 %}; from 0 in the
   * metric's unit.
   */
  String deviationText(double published, double measured) {
    double deviation = measured - published;
    String sign = deviation < 0 ? "-" : "+";
    return sign
        + (band.isAbsolute() || published == 0
            ? text(Math.abs(deviation))
            : FigureText.pct(Math.abs(100 * deviation / published)) + " %");
  }
}
