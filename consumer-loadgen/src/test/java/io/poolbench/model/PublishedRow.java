package io.poolbench.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A row of the published study with a throughput, as a load of its closed network. */
record PublishedRow(String table, Observation load) {
  private static final Path TABLES =
      Path.of(System.getProperty("poolbench.home"), "bench-configs", "published", "jsf");

  /** As the tables' notes say: 4 cores. */
  static final int CPUS = 4;

  private static final int CACHED_THREADS = 200;

  static List<PublishedRow> all() {
    return Stream.of("jsf-fixed", "jsf-fixed-queue", "jsf-cached")
        .flatMap(table -> read(table).stream())
        .toList();
  }

  private static List<PublishedRow> read(String table) {
    try {
      List<String[]> lines =
          Files.readAllLines(TABLES.resolve(table + ".csv")).stream()
              .filter(line -> !line.startsWith("#") && !line.isBlank())
              .map(line -> line.split(",", -1))
              .toList();
      return lines.stream()
          .skip(1)
          .map(line -> row(lines.get(0), line))
          .filter(row -> row.get("tps").matches("[0-9]+"))
          .map(row -> new PublishedRow(table, load(table, row)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> row(String[] header, String[] values) {
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < header.length; i++) {
      row.put(header[i], values[i]);
    }
    return row;
  }

  /** Where users queue, all threads are busy: Little's law gives the time in the thread. */
  private static Observation load(String table, Map<String, String> row) {
    int threads = Integer.parseInt(row.getOrDefault("threads", "" + CACHED_THREADS));
    int users = Integer.parseInt(row.getOrDefault("users", row.get("max_users")));
    double tps = Double.parseDouble(row.get("tps"));
    double cpu = Double.parseDouble(row.getOrDefault("cpu_pct", row.get("cpu_max_pct")));
    return new Observation(
        table,
        users,
        threads,
        table.endsWith("queue") ? ClosedNetwork.UNBOUNDED : 0,
        CPUS,
        tps,
        cpu,
        users > 2 * threads ? (Double) (threads / tps * 1e3) : null,
        null,
        null,
        Double.valueOf(row.get("tp99_ms")),
        0,
        RowNoise.NONE);
  }
}
