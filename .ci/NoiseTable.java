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

  private NoiseTable() {}

  public static void main(String... arguments) throws IOException {
    campaign(Files.readAllLines(Path.of(arguments[0])));
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
