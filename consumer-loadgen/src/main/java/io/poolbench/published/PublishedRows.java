package io.poolbench.published;

import io.poolbench.spec.PublishedTable;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The rows of a published table, as numbers where they are. */
public record PublishedRows(PublishedTable table) {
  private static final String THREADS = "threads";
  private static final String USERS = "users";

  /** Whether the table has this column. */
  boolean has(String column) {
    return table.rows().stream().anyMatch(row -> row.containsKey(column));
  }

  public List<Row> rows() {
    return table.rows().stream().map(Row::new).toList();
  }

  /** One row. */
  public record Row(Map<String, String> values) {
    /** Of the pool that it is about; empty where the table is about one pool. */
    public OptionalInt threads() {
      return whole(THREADS);
    }

    /**
     * The load at which its figures were taken; empty for a range, of which the study prints but
     * trends.
     */
    public OptionalInt users() {
      return values.containsKey(USERS) ? whole(USERS) : whole(PublishedFigure.MOST_USERS.column());
    }

    /** The row's name: {@code threads 4}, or {@code users 24}. */
    public String name() {
      String column = values.containsKey(THREADS) ? THREADS : USERS;
      return column + " " + values.getOrDefault(column, "");
    }

    /** Empty where a trend was printed. */
    public OptionalDouble figure(PublishedFigure figure) {
      try {
        String text = values.get(figure.column());
        return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
      } catch (NumberFormatException trend) {
        return OptionalDouble.empty();
      }
    }

    private OptionalInt whole(String column) {
      try {
        String text = values.get(column);
        return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
      } catch (NumberFormatException range) {
        return OptionalInt.empty();
      }
    }
  }
}
