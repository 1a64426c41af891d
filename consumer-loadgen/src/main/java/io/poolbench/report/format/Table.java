package io.poolbench.report.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A table, independent of any format. Each row has one entry per column.
 *
 * @param keys the number of leading columns that name a row; of several, those that equal the row
 *     before may be blank
 */
public record Table(List<Column> columns, List<List<Entry>> rows, int keys) implements Block {
  /** What stands for an unknown value. */
  public static final String UNKNOWN = "-";

  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Entry> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row + " does not fit " + columns);
      }
    }
  }

  public Table withKeys(int leading) {
    return new Table(columns, rows, leading);
  }

  Table firstRows(int count) {
    return new Table(columns, rows.subList(0, count), keys);
  }

  /** A column; texts are aligned left, figures right. */
  public record Column(String title, boolean rightAligned) {}

  /** A text of a row. */
  public record Entry(String text, Tone tone) {
    public Entry {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(tone, "tone");
    }

    /** The text with the sign of its tone. */
    public String signed() {
      return tone.prefix() + text;
    }
  }

  /**
   * A column of a table with a row per item.
   *
   * @param shown whether the column is shown, given its texts
   */
  public record Field<R>(
      Column column,
      Function<? super R, String> text,
      Function<? super R, Tone> tone,
      Predicate<List<String>> shown) {
    /** The same column with a tone for each row. */
    public Field<R> toned(Function<? super R, Tone> byRow) {
      return new Field<>(column, text, byRow, shown);
    }

    /** The same column, left out where it is empty or unknown for every item. */
    public Field<R> known() {
      return new Field<>(
          column,
          text,
          tone,
          texts -> texts.stream().anyMatch(each -> !each.isEmpty() && !each.equals(UNKNOWN)));
    }
  }

  public static <R> Field<R> text(String title, Function<? super R, String> text) {
    return new Field<>(new Column(title, false), text, row -> Tone.PLAIN, texts -> true);
  }

  public static <R> Field<R> figure(String title, Function<? super R, String> text) {
    return new Field<>(new Column(title, true), text, row -> Tone.PLAIN, texts -> true);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <R> Table of(List<? extends R> items, Field<R>... fields) {
    return of(items, Arrays.asList(fields));
  }

  public static <R> Table of(List<? extends R> items, List<Field<R>> fields) {
    List<Column> columns = new ArrayList<>();
    List<List<Entry>> rows = new ArrayList<>();
    items.forEach(item -> rows.add(new ArrayList<>()));
    for (Field<R> field : fields) {
      List<String> texts = items.stream().map(field.text).toList();
      if (field.shown.test(texts)) {
        columns.add(field.column);
        for (int row = 0; row < texts.size(); row++) {
          rows.get(row).add(new Entry(texts.get(row), field.tone.apply(items.get(row))));
        }
      }
    }
    return new Table(columns, rows, 1);
  }
}
