package io.poolbench.published;

import io.poolbench.study.Cell;
import io.poolbench.study.Publication;
import io.poolbench.study.Publication.PublishedTable;
import io.poolbench.study.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A row of a published table, with the printed values by column. */
record PublishedRow(Publication publication, String table, Map<String, String> values) {
  private static final String THREADS = "threads";
  private static final String USERS = "users";
  private static final String RATE = "rate";
  private static final String CAPACITY = "capacity";

  static List<PublishedRow> of(Publication publication, PublishedTable table) {
    return table.rows().stream()
        .map(row -> new PublishedRow(publication, table.name(), row))
        .toList();
  }

  /** The rows of all tables. */
  static Stream<PublishedRow> of(Publication publication) {
    return publication.tables().stream().flatMap(table -> of(publication, table).stream());
  }

  /** The columns of its values that are compared with measured ones. */
  List<PublishedColumn> columns() {
    return PublishedColumn.of(publication, new PublishedTable(table, List.of(), List.of(values)));
  }

  /** Whether a cell names the row's table and has the row's pool and kind of load. */
  boolean isAbout(Cell cell) {
    boolean load =
        setting(RATE).isPresent() == cell.load().workload() instanceof Workload.Open
            && cell.standards().published().equals(table);
    if (cell().isPresent()) {
      return load && cell().get().equals(cell.name());
    }
    return load
        && setting(THREADS)
            .map(threads -> threads.equals(String.valueOf(cell.provider().pool().threads())))
            .orElse(true);
  }

  Optional<String> cell() {
    return Optional.ofNullable(publication.cells().get(table)).map(this::filled);
  }

  /** Whether the CPUs of the study's host limited its values, which are therefore not compared. */
  boolean isHostBound() {
    Map<String, String> bound = publication.hostBound().get(table);
    return bound != null && values.entrySet().containsAll(bound.entrySet());
  }

  /** Whether a selector names the row's cell, or its table followed by its threads if any. */
  boolean isSelectedBy(String selector) {
    if (cell().isPresent()) {
      return cell().get().equals(selector);
    }
    return selector.equals(table + setting(THREADS).map(threads -> " " + threads).orElse(""));
  }

  /** The load of the values; empty for a range, for which studies print trends only. */
  OptionalInt level() {
    return setting(USERS)
        .or(() -> setting(RATE))
        .or(() -> setting(CAPACITY))
        .map(text -> text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : null)
        .orElse(OptionalInt.empty());
  }

  /** A value; empty if the row has none, or has words instead. */
  Optional<Double> value(PublishedColumn column) {
    try {
      return Optional.ofNullable(values.get(column.column())).map(Double::valueOf);
    } catch (NumberFormatException trend) {
      return Optional.empty();
    }
  }

  /** The value of the column for a setting or for the capacity. */
  Optional<String> setting(String id) {
    return values.entrySet().stream()
        .filter(value -> PublishedColumn.id(publication, value.getKey()).equals(id))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private String filled(String template) {
    String name = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      name = name.replace("{" + value.getKey() + "}", value.getValue());
    }
    return name;
  }
}
