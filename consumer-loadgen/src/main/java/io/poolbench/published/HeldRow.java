package io.poolbench.published;

import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A row of a published table, held against what was measured at the load at which it was published.
 *
 * @param name such as {@code threads 4}
 * @param values the row as it was printed
 * @param figures none for a row that tells trends only
 */
public record HeldRow(String name, Map<String, String> values, List<HeldFigure> figures) {
  public HeldRow {
    Objects.requireNonNull(name, "name");
    figures = List.copyOf(figures);
  }

  /**
   * @param columns the figures that the table has
   */
  static HeldRow of(
      String table, PublishedRows.Row row, List<PublishedFigure> columns, Evidence evidence) {
    List<HeldFigure> figures = new ArrayList<>();
    if (row.users().isPresent()) {
      Curve curve = evidence.curve(table, row);
      Look look = curve.at(row.users().getAsInt());
      for (PublishedFigure column : columns) {
        OptionalDouble published = row.figure(column);
        if (published.isPresent()) {
          figures.add(
              column.ofStep() == null
                  ? mostUsers(column, published.getAsDouble(), curve)
                  : ofLook(column, published.getAsDouble(), look, evidence));
        }
      }
    }
    return new HeldRow(row.name(), row.values(), figures);
  }

  private static HeldFigure ofLook(
      PublishedFigure column, double published, Look look, Evidence evidence) {
    Function<StepResult, Double> figure = column.ofStep();
    Optional<Double> measured = look.figure(figure);
    if (look.measured() && !look.valid()) {
      return new HeldFigure(
          column, published, measured.orElse(null), Standing.INVALID, invalid(look));
    }
    if (measured.isEmpty()) {
      String lack = look.measured() ? look.load() + ": the figure is not known" : look.lack();
      return new HeldFigure(column, published, null, Standing.MISSING, lack);
    }
    boolean agrees = column.kind().agrees(published, measured.get());
    return new HeldFigure(
        column,
        published,
        measured.get(),
        agrees ? Standing.AGREES : Standing.DEVIATES,
        agrees ? "" : evidence.counters(look).line());
  }

  private static String invalid(Look look) {
    return look.load() + ": INVALID, " + String.join(" ", look.steps().get(0).verdict().codes());
  }

  private static HeldFigure mostUsers(PublishedFigure column, double published, Curve curve) {
    MostUsers most = new MostUsers(curve, published);
    Standing standing = most.standing();
    return new HeldFigure(
        column,
        published,
        most.measured(),
        standing,
        standing == Standing.AGREES ? "" : most.text());
  }
}
