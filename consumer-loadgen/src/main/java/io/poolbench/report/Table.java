package io.poolbench.report;

import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A table, independent of any format. Each row has one text per column.
 *
 * @param keys the number of leading columns that name a row; of several, those that equal the row
 *     before may be blank
 */
public record Table(List<Column> columns, List<List<String>> rows, int keys) implements Block {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row + " does not fit " + columns);
      }
    }
  }

  public Table(List<Column> columns, List<List<String>> rows) {
    this(columns, rows, 1);
  }

  Table withKeys(int leading) {
    return new Table(columns, rows, leading);
  }

  /** A column; texts are aligned left, figures right. */
  public record Column(String title, boolean rightAligned) {
    String pad(String text, int width) {
      String fill = " ".repeat(Math.max(0, width - PlainText.width(text)));
      return rightAligned ? fill + text : text + fill;
    }
  }

  /**
   * A column of a table with a row per item.
   *
   * @param text of an item
   * @param shown whether the column is shown, given its texts
   */
  public record Field<R>(
      Column column, Function<? super R, String> text, Predicate<List<String>> shown) {}

  public static <R> Field<R> text(String title, Function<? super R, String> text) {
    return new Field<>(new Column(title, false), text, texts -> true);
  }

  public static <R> Field<R> figure(String title, Function<? super R, String> text) {
    return new Field<>(new Column(title, true), text, texts -> true);
  }

  static <R> Field<R> when(boolean shown, Field<R> field) {
    return new Field<>(field.column, field.text, texts -> shown);
  }

  /** A column that is left out where it is unknown for every item. */
  static <R> Field<R> known(Field<R> field) {
    return new Field<>(
        field.column,
        field.text,
        texts -> texts.stream().anyMatch(text -> !text.equals(FigureText.UNKNOWN)));
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <R> Table of(List<? extends R> items, Field<R>... fields) {
    return of(items, Arrays.asList(fields));
  }

  static <R> Table of(List<? extends R> items, List<Field<R>> fields) {
    List<Column> columns = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    items.forEach(item -> rows.add(new ArrayList<>()));
    for (Field<R> field : fields) {
      List<String> texts = items.stream().map(field.text).toList();
      if (field.shown.test(texts)) {
        columns.add(field.column);
        for (int row = 0; row < texts.size(); row++) {
          rows.get(row).add(texts.get(row));
        }
      }
    }
    return new Table(columns, rows);
  }

  /** This table with all of its texts changed, titles included. */
  Table with(UnaryOperator<String> change) {
    return new Table(
        columns.stream().map(c -> new Column(change.apply(c.title), c.rightAligned)).toList(),
        rows.stream().map(row -> row.stream().map(change).toList()).toList(),
        keys);
  }

  /** The width of each column: of its title or its widest text, whichever takes more. */
  List<Integer> widths() {
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int width = PlainText.width(columns.get(i).title());
      for (List<String> row : rows) {
        width = Math.max(width, PlainText.width(row.get(i)));
      }
      widths.add(width);
    }
    return widths;
  }

  List<String> titles() {
    return columns.stream().map(Column::title).toList();
  }
}
