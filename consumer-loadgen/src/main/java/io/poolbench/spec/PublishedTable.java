package io.poolbench.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A published table, as its authors printed it: what a reproduction is held against.
 *
 * @param name by which cells name it
 * @param notes how its figures were taken, a line each
 * @param rows a value by column each; a value is a number, or a word where a trend was printed
 */
public record PublishedTable(String name, List<String> notes, List<Map<String, String>> rows) {
  public PublishedTable {
    Objects.requireNonNull(name, "name");
    notes = List.copyOf(notes);
    rows = rows.stream().map(row -> Collections.unmodifiableMap(new LinkedHashMap<>(row))).toList();
  }
}
