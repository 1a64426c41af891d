package io.poolbench.published;

import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication;
import io.poolbench.spec.PublishedTable;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * A row of a published table.
 *
 * @param values the row as it was printed, by column
 */
public record PublishedRow(Publication publication, String table, Map<String, String> values) {
  private static final String THREADS = "threads";
  private static final String USERS = "users";
  private static final String RATE = "rate";
  private static final String CAPACITY = "capacity";

  public static List<PublishedRow> of(Publication publication, PublishedTable table) {
    return table.rows().stream()
        .map(row -> new PublishedRow(publication, table.name(), row))
        .toList();
  }

  /** Whether it is about a cell: one that names its table, of its pool and kind of load. */
  public boolean isAbout(Cell cell) {
    boolean load =
        setting(RATE).isPresent() == cell.load().workload() instanceof Workload.Open
            && cell.published().equals(table);
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

  /** Whether the CPUs of the study's host bounded its values, which are therefore not compared. */
  boolean isHostBound() {
    Map<String, String> bound = publication.hostBound().get(table);
    return bound != null && values.entrySet().containsAll(bound.entrySet());
  }

  /**
   * Whether a selector of expressions names its cell, or its table and, where it has them, threads.
   */
  boolean isSelectedBy(String selector) {
    if (cell().isPresent()) {
      return cell().get().equals(selector);
    }
    return selector.equals(table + setting(THREADS).map(threads -> " " + threads).orElse(""));
  }

  /**
   * The load at which its values were taken; empty for a range, for which a study prints trends
   * alone.
   */
  public OptionalInt level() {
    return setting(USERS)
        .or(() -> setting(RATE))
        .or(() -> setting(CAPACITY))
        .map(text -> text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : null)
        .orElse(OptionalInt.empty());
  }

  /**
   * Such as {@code threads 4}, {@code users 24}, or the name of its cell; all columns that no
   * metric has otherwise.
   */
  public String name() {
    if (cell().isPresent()) {
      return cell().get();
    }
    for (String column : List.of(THREADS, USERS)) {
      if (values.containsKey(column)) {
        return column + " " + values.get(column);
      }
    }
    List<String> metrics =
        PublishedColumn.of(publication, new PublishedTable(table, List.of(), List.of(values)))
            .stream()
            .map(PublishedColumn::column)
            .toList();
    return values.entrySet().stream()
        .filter(value -> !metrics.contains(value.getKey()))
        .map(value -> value.getKey() + " " + value.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Empty where there is none, or words were printed. */
  public Optional<Double> value(PublishedColumn column) {
    try {
      return Optional.ofNullable(values.get(column.column())).map(Double::valueOf);
    } catch (NumberFormatException trend) {
      return Optional.empty();
    }
  }

  /** The value of the column that stands for a setting, or for the capacity. */
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
