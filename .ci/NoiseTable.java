import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Prints the tables of {@code .ci/noise} in Markdown; run by it from its source. */
final class NoiseTable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** Figures of a step that are compared: id, decimals. */
  private static final Map<String, Integer> FIGURES = new LinkedHashMap<>();

  static {
    FIGURES.put("steal_pct", 2);
    FIGURES.put("others_cpu_pct", 2);
    FIGURES.put("driver_cpus_busy_pct", 1);
    FIGURES.put("driver_hiccup_tp99_ms", 2);
    FIGURES.put("driver_hiccup_max_ms", 2);
    FIGURES.put("driver_run_queue_wait_us", 1);
    FIGURES.put("provider_run_queue_wait_us", 1);
    FIGURES.put("provider_cpu_us_per_call", 1);
    FIGURES.put("driver_cpu_us_per_call", 1);
    FIGURES.put("provider_cpu_gc_pct", 2);
    FIGURES.put("provider_cpu_jit_pct", 2);
    FIGURES.put("redis_mean_ms", 3);
    FIGURES.put("tps", 0);
    FIGURES.put("mean_ms", 3);
    FIGURES.put("tp99_ms", 2);
    FIGURES.put("late_pct", 2);
    FIGURES.put("host_speed_pct", 1);
  }

  private NoiseTable() {}

  public static void main(String... arguments) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(arguments[1]));
    if (arguments[0].equals("campaign")) {
      campaign(lines);
    } else {
      awake(lines, Integer.parseInt(arguments[2]));
    }
  }

  /** The runs of one side and load. */
  private static final class Row {
    private int runs;
    private int unread;
    private final Map<String, Integer> codes = new TreeMap<>();
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> hog = new ArrayList<>();

    /** Of each pair of cells, by their names: which one the ranking shows to be better. */
    private final Map<String, Map<String, Integer>> rankings = new TreeMap<>();

    private final Map<String, Integer> bounded = new TreeMap<>();
    private int allBounded;
  }

  private static void campaign(List<String> lines) throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    for (String line : lines) {
      String[] run = line.split(",", 8); // side, load, run, seed, code, seconds, hog, folder
      String key =
          run[0].equals("none") ? "0 %" : "%2d %% %s".formatted(Integer.parseInt(run[1]), run[0]);
      Row row = rows.computeIfAbsent(key, first -> new Row());
      row.runs++;
      row.codes.merge(run[4], 1, Integer::sum);
      row.seconds.add(Double.parseDouble(run[5]));
      row.hog.add(Double.parseDouble(run[6]) / 10);
      try (Stream<Path> files = Files.walk(Path.of(run[7]))) {
        Path result =
            files.filter(f -> f.endsWith("result.json")).sorted().findFirst().orElseThrow();
        add(row, JSON.readTree(result.toFile()));
      } catch (IOException | RuntimeException e) {
        row.unread++;
      }
    }
    List<String> pairs =
        rows.values().stream()
            .flatMap(r -> r.rankings.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    List<String> cells =
        rows.values().stream()
            .flatMap(r -> r.bounded.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    print(
        "hog",
        "runs",
        "took %",
        "exit codes",
        "seconds, median (max)",
        String.join(" | ", pairs),
        "capacities bounded: all",
        String.join(" | ", cells),
        "no result");
    OUT.println(
        "|---|"
            + "--:|".repeat(2)
            + "---|--:|"
            + "---|".repeat(Math.max(1, pairs.size()))
            + "--:|".repeat(2 + Math.max(1, cells.size())));
    rows.forEach(
        (key, row) ->
            print(
                key,
                row.runs,
                number(mean(row.hog), 1),
                counts(row.codes),
                number(quantile(row.seconds, 0.5), 0)
                    + " ("
                    + number(quantile(row.seconds, 1), 0)
                    + ")",
                String.join(
                    " | ",
                    pairs.stream()
                        .map(pair -> counts(row.rankings.getOrDefault(pair, Map.of())))
                        .toList()),
                row.allBounded,
                String.join(
                    " | ",
                    cells.stream().map(cell -> "" + row.bounded.getOrDefault(cell, 0)).toList()),
                row.unread));
  }

  private static void add(Row row, JsonNode result) {
    for (JsonNode ranking : result.path("rankings")) {
      String more = text(ranking, "more", "better", "first", "one");
      String less = text(ranking, "less", "worse", "second", "other");
      String answer = text(ranking, "answer", "status", "verdict");
      String pair = more.compareTo(less) < 0 ? more + ", " + less : less + ", " + more;
      row.rankings
          .computeIfAbsent(pair, first -> new TreeMap<>())
          .merge(
              answer.equalsIgnoreCase("shown") ? more + " better" : answer.toLowerCase(Locale.ROOT),
              1,
              Integer::sum);
    }
    boolean all = !result.path("capacities").isEmpty();
    for (JsonNode capacity : result.path("capacities")) {
      boolean bounded = isBounded(capacity);
      all &= bounded;
      row.bounded.merge(text(capacity, "cell", "name"), bounded ? 1 : 0, Integer::sum);
    }
    row.allBounded += all ? 1 : 0;
  }

  /** Whether the interval on this host as it was has an upper end; no load is below none. */
  private static boolean isBounded(JsonNode capacity) {
    JsonNode estimate = capacity.path("estimate");
    return estimate.isObject() && !estimate.path("upper").path("open").asText().equals("ABOVE");
  }

  private static String text(JsonNode node, String... names) {
    return Arrays.stream(names)
        .map(name -> node.path(name).asText(""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("?");
  }

  private static void awake(List<String> lines, int seed) {
    List<String> head = fields(lines.get(0));
    // By repetition and level, and within it by what was kept awake.
    Map<String, List<String>[]> blocks = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      List<String> step = fields(line);
      int cell = Integer.parseInt(step.get(head.indexOf("cell")).replace("cell ", ""));
      int repetition = Integer.parseInt(step.get(head.indexOf("repetition")));
      @SuppressWarnings("unchecked")
      List<String>[] block =
          blocks.computeIfAbsent(repetition + " " + step.get(level(head)), first -> new List[4]);
      block[(cell + repetition + seed) % 4] =
          step; // the last of a cell and level supersedes others
    }
    OUT.println(
        "| | none, mean | provider's, difference | driver's | both |\n|---|--:|--:|--:|--:|");
    FIGURES.forEach(
        (id, decimals) -> {
          int column = head.indexOf(id);
          if (column >= 0) {
            List<Double> none = new ArrayList<>();
            List<List<Double>> changes =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (List<String>[] block : blocks.values()) {
              Double base = figure(block[0], column);
              if (base != null) {
                none.add(base);
                for (int arm = 1; arm < 4; arm++) {
                  Double value = figure(block[arm], column);
                  if (value != null) {
                    changes.get(arm - 1).add(value - base);
                  }
                }
              }
            }
            print(
                id,
                number(mean(none), decimals),
                change(changes.get(0), decimals),
                change(changes.get(1), decimals),
                change(changes.get(2), decimals));
          }
        });
    OUT.printf(
        "%nMeans over %d repetitions and levels of the difference to no polling, with two standard"
            + " errors.%n",
        blocks.size());
  }

  private static int level(List<String> head) {
    return Stream.of("level", "load", "users")
        .mapToInt(head::indexOf)
        .filter(i -> i >= 0)
        .findFirst()
        .orElseThrow();
  }

  private static Double figure(List<String> step, int column) {
    return step == null || step.get(column).isEmpty() ? null : Double.valueOf(step.get(column));
  }

  private static String change(List<Double> changes, int decimals) {
    double mean = mean(changes);
    double variance =
        changes.stream().mapToDouble(d -> (d - mean) * (d - mean)).sum()
            / Math.max(1, changes.size() - 1);
    return String.format(
        Locale.ROOT,
        "%+." + decimals + "f \u00b1 %." + decimals + "f",
        mean,
        2 * Math.sqrt(variance / changes.size()));
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (char c : line.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private static String counts(Map<String, Integer> of) {
    return String.join(
        ", ", of.entrySet().stream().map(e -> e.getKey() + ": " + e.getValue()).toList());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
  }

  private static double quantile(List<Double> values, double share) {
    double[] sorted = values.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static void print(Object... cells) {
    OUT.println(
        "| " + String.join(" | ", Arrays.stream(cells).map(Object::toString).toList()) + " |");
  }
}
