package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.ValidityRule;
import io.poolbench.report.ExitCode;
import io.poolbench.report.Golden;
import io.poolbench.study.Study;
import io.poolbench.study.StudyCatalog;
import io.poolbench.study.StudyCatalog.StudyGroup;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/reference} is what the declarations say; {@code -Dgolden.update=true} writes it. */
class ReferenceTest {
  private static final Path REFERENCE = Poolbench.home().resolve("docs/reference");
  private static final Path DRIVER =
      Poolbench.home().resolve("consumer-loadgen/src/main/java/io/poolbench");

  /** A constant of an enum with its comment. */
  private static final Pattern CONSTANT =
      Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+([A-Z][A-Z0-9_]*)[(,;]", Pattern.DOTALL);

  private final List<String> lines = new ArrayList<>();

  @Test
  void metrics() throws IOException {
    title(
        "Metrics",
        "What a step reports. The id names a metric in SLA bounds, in criteria of `compare` and in"
            + " expressions; `steps.csv` has the column. An SLA bounds from below a metric of which"
            + " more is better, and any other from above. An unknown value is an empty field in"
            + " `steps.csv` and - in tables.",
        "enum `Metric`");
    table("id", "column", "title", "unit", "better", "meaning", "unknown if");
    for (Metric metric : Metric.values()) {
      assertThat(metric.meaning()).as("meaning of %s", metric).isNotEmpty();
      boolean judged = metric.better() != Metric.Better.NEITHER;
      row(
          code(metric.id()),
          code(metric.column()),
          metric.title(),
          metric.unit().symbol(),
          judged ? metric.better().name().toLowerCase(Locale.ROOT) : "",
          metric.meaning(),
          metric.blank());
    }
    verify("metrics.md");
  }

  @Test
  void validityRules() throws IOException {
    title(
        "Validity rules and codes",
        "A step that breaks a rule is INVALID. The codes are in `reason_codes` of `steps.csv` and"
            + " `reasons` of `result.json`, with the measured value and the limit. A study can"
            + " change one limit, [`validity.lag`](settings.md#validity)."
            + " [Measurement](../explanation/measurement.md) explains what is not the driver's"
            + " fault.",
        "enums `ValidityRule` and `ViolationCode`");
    String source = Files.readString(DRIVER.resolve("judge/ValidityRule.java"));
    table("code", "measures", "rule and reason");
    for (ValidityRule rule : ValidityRule.values()) {
      row(code(rule.code()), rule.title(), comment(source, rule.name()));
    }
    heading("Other codes");
    table("code", "meaning");
    for (ViolationCode code : ViolationCode.values()) {
      row(code(code.id()), code.meaning());
    }
    verify("validity.md");
  }

  @Test
  void commands() throws IOException {
    title(
        "Commands",
        "A command prints the same with `--help`. [Files](files.md) has what a run writes. `source"
            + " <(./poolbench completion)` completes commands, options and names of studies in bash"
            + " and zsh.",
        "commands");
    CommandLine poolbench = Poolbench.commandLine();
    for (CommandLine command : poolbench.getSubcommands().values()) {
      if (!command.getCommandSpec().usageMessage().hidden()) {
        command(command);
      }
    }
    heading("Exit codes");
    String source = Files.readString(DRIVER.resolve("report/ExitCode.java"));
    table("code", "meaning");
    for (ExitCode code : ExitCode.values()) {
      row(Integer.toString(code.code()), comment(source, code.name()));
    }
    verify("commands.md");
  }

  private void command(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    heading(spec.name());
    lines.add(text(spec.usageMessage().description()));
    lines.add("");
    String arguments =
        spec.positionalParameters().stream()
            .map(each -> " " + each.paramLabel())
            .collect(Collectors.joining());
    lines.add("Usage: " + code("poolbench " + spec.name() + " [OPTION]..." + arguments));
    lines.add("");
    List<OptionSpec> options =
        spec.options().stream()
            .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
            .toList();
    if (!spec.positionalParameters().isEmpty() || !options.isEmpty()) {
      table("argument", "meaning");
      spec.positionalParameters()
          .forEach(each -> row(code(each.paramLabel()), text(each.description())));
      for (OptionSpec option : options) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String names =
            Arrays.stream(option.names())
                .map(name -> code(name + value))
                .collect(Collectors.joining(", "));
        row(names, text(option.description()));
      }
    }
    String[] footer = spec.usageMessage().footer();
    if (footer.length > 0 && !Arrays.equals(footer, spec.parent().usageMessage().footer())) {
      lines.add("");
      lines.add("```text");
      lines.add(String.join("\n", footer).strip().replace("%%", "%"));
      lines.add("```");
    }
  }

  @Test
  void settings() throws IOException {
    JsonNode schema =
        new ObjectMapper()
            .readTree(Poolbench.home().resolve("bench-configs/schema/study.schema.json").toFile());
    title(
        "Settings of a study",
        "Every setting of a study's YAML file, also for `--set PATH=VALUE`. An editor with YAML"
            + " schemas completes them from `bench-configs/schema/study.schema.json`."
            + " [Write a study](../how-to/write-a-study.md) shows how they are used together."
            + " Durations: `500us`, `2ms`, `1.5s`, `2m`, `1h`; sizes: `512B`, `16KiB`, `1MiB`;"
            + " percentages: `5%`.",
        "the JSON Schema");
    section("study", "", schema, schema, 2);
    verify("settings.md");
  }

  /** A section with a table of its settings, and the sections in it. */
  private void section(String title, String path, JsonNode section, JsonNode schema, int depth) {
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("#".repeat(depth) + " " + title);
    if (!path.isEmpty()) {
      lines.add("");
      lines.add(text(section.path("description").asText()));
    }
    Map<String, JsonNode> inner = new LinkedHashMap<>();
    lines.add("");
    table("setting", "valid", "default", "meaning");
    JsonNode properties = section.path("properties");
    for (Map.Entry<String, JsonNode> each :
        properties.isMissingNode()
            ? resolved(section.path("items"), schema).path("properties").properties()
            : properties.properties()) {
      JsonNode setting = resolved(each.getValue(), schema);
      String name = path + each.getKey();
      boolean isCells = name.equals("cells") || name.endsWith("[].sla");
      if (!isCells && isSection(setting, schema)) {
        inner.put(setting.has("items") ? name + "[]" : name, setting);
      } else {
        row(name, setting);
        // A latency is written as a duration, or as its parts.
        setting.path("properties").properties().stream()
            .filter(part -> !isCells)
            .forEach(part -> row(name + "." + part.getKey(), resolved(part.getValue(), schema)));
      }
    }
    if (path.equals("sla.")) {
      lines.add("| `sla.METRIC` | duration, percentage or number |  | A bound on this metric. |");
    }
    inner.forEach(
        (name, setting) ->
            section(name, name + ".", setting, schema, path.isEmpty() ? depth : depth + 1));
  }

  private static boolean isSection(JsonNode setting, JsonNode schema) {
    return (setting.path("type").asText().equals("object") && setting.has("properties"))
        || resolved(setting.path("items"), schema).has("properties");
  }

  private void row(String path, JsonNode setting) {
    JsonNode value = setting.path("default");
    boolean isPlain = value.isValueNode() && !value.asText().isEmpty();
    row(
        code(path),
        valid(setting),
        isPlain ? code(value.asText()) : "",
        text(setting.path("description").asText()));
  }

  private static String valid(JsonNode setting) {
    if (setting.has("enum")) {
      return setting
          .get("enum")
          .valueStream()
          .map(each -> code(each.asText()))
          .collect(Collectors.joining(", "));
    }
    String type =
        setting.has("title") ? setting.get("title").asText() : setting.path("type").asText();
    if (setting.has("minimum") && setting.has("maximum")) {
      long max = setting.get("maximum").asLong();
      String range = setting.get("minimum").asText();
      return type + ", " + (max == Integer.MAX_VALUE ? "at least " + range : range + ".." + max);
    }
    JsonNode example = setting.path("examples").path(0);
    return example.isValueNode() ? type + ", such as " + code(example.asText()) : type;
  }

  /** The declaration that a reference names, with what stands beside the reference. */
  private static JsonNode resolved(JsonNode node, JsonNode schema) {
    if (!node.has("$ref")) {
      return node;
    }
    ObjectNode declared = schema.at(node.get("$ref").asText().substring(1)).deepCopy();
    return declared.setAll((ObjectNode) node);
  }

  @Test
  void studies() throws IOException {
    title(
        "Studies that come with poolbench",
        "A name runs by `./poolbench run quick` and the like; `./poolbench list` prints all.",
        "the studies");
    for (StudyGroup group : StudyGroup.values()) {
      heading(group.id().replace('-', ' '));
      table("study", "minutes", "cells", "question");
      for (StudyCatalog.Entry each :
          Poolbench.studies(Poolbench.loader(CellCheck.NONE)).entries()) {
        if (each.group() == group) {
          Study study = each.study().orElseThrow();
          long minutes = (DryRun.time(study).toSeconds() + 59) / 60;
          row(
              code(each.name()),
              Long.toString(minutes),
              Integer.toString(study.cells().size()),
              study.title());
        }
      }
    }
    verify("studies.md");
  }

  private void title(String title, String about, String source) {
    lines.add(
        "<!-- Written from " + source + " by ReferenceTest: mvn test -Dgolden.update=true -->");
    lines.add("# " + title);
    lines.add("");
    lines.add(about);
    lines.add("");
  }

  private void heading(String heading) {
    if (!lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
    lines.add("## " + heading);
    lines.add("");
  }

  private void table(String... columns) {
    row(columns);
    lines.add("|---".repeat(columns.length) + "|");
  }

  private void row(String... cells) {
    lines.add(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|").replace('\n', ' '))
            .collect(Collectors.joining(" | ", "| ", " |")));
  }

  private void verify(String fileName) throws IOException {
    Golden.assertMatches(REFERENCE.resolve(fileName), String.join("\n", lines) + "\n");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String text(String... description) {
    return String.join(" ", description).replace("%n", " ").strip().replace("<", "&lt;");
  }

  /** A constant as its code; other words as they are. */
  private static String lowerCase(String name) {
    return name.equals(name.toUpperCase(Locale.ROOT)) ? name.toLowerCase(Locale.ROOT) : name;
  }

  /** The comment of an enum's constant, without its markup. */
  private static String comment(String source, String constant) {
    Optional<String> comment =
        CONSTANT
            .matcher(source)
            .results()
            .filter(found -> found.group(2).equals(constant))
            .map(found -> found.group(1))
            .findFirst();
    assertThat(comment).as("comment of %s", constant).isPresent();
    return Pattern.compile("\\{@\\w+ #?([^}]*)}")
        .matcher(
            comment.get().replaceAll("\\s*\\n\\s*\\* ?(<p>)?", " ").replaceAll(" +", " ").strip())
        .replaceAll(found -> Matcher.quoteReplacement(code(lowerCase(found.group(1)))));
  }
}
