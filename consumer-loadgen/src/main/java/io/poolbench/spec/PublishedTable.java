package io.poolbench.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A published table as printed, the reference of a reproduction.
 *
 * @param notes how its values were measured, one line each
 * @param rows values by column; a value is a number, or a word if a trend was printed
 */
public record PublishedTable(String name, List<String> notes, List<Map<String, String>> rows) {
  public PublishedTable {
    Objects.requireNonNull(name, "name");
    notes = List.copyOf(notes);
    rows = rows.stream().map(row -> Collections.unmodifiableMap(new LinkedHashMap<>(row))).toList();
  }
}
