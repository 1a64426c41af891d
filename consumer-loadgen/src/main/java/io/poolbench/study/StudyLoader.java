package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.ConfiguredPool.AsConfiguredPool;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.StudyFile.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Reads studies. Immutable and thread-safe. Creating one reads the schema, so keep it. */
public final class StudyLoader {
  /** Settings that listed studies share, and give to the study that lists them. */
  private static final List<String> OF_LISTED = List.of("calibration", "before", "after");

  /** Settings of listed studies that the one which lists them may set itself. */
  private static final List<String> UNLESS_SET = List.of("paired", "repetitions");

  private static final List<String> STATEMENTS = List.of("assertions", "findings");

  private final List<? extends BoundedMetric> metrics;
  private final StudySchema schema;
  private final CellCheck check;
  private final PublishedTables published;

  /**
   * @param metrics that an SLA may bound
   * @param published folder of the tables {@code PUBLICATION/TABLE.csv}, which need not exist
   */
  public StudyLoader(List<? extends BoundedMetric> metrics, CellCheck check, Path published) {
    this.metrics = List.copyOf(metrics);
    this.schema = StudySchema.load(metrics);
    this.check = check;
    this.published = PublishedTables.in(published);
  }

  /**
   * The study in a file, named like the file.
   *
   * @param overrides {@code PATH=VALUE} each, as for {@code --set}; they win over the file. {@code
   *     cells.NUMBER.PATH} is for one cell, by its number from 0. An override that changes the kind
   *     of a pool or of a load drops the settings of the former kind.
   * @throws ConfigException where the file or an override is invalid
   */
  public Study load(Path file, List<String> overrides) {
    return study(StudyCatalog.name(file), StudyFile.read(file, schema), overrides);
  }

  /**
   * What a file sets by which its study may run any program or code with the user's rights, each as
   * {@code provider.jvm.options: -Xmx2g}.
   */
  List<String> needingConsent(Path file) {
    return ConsentSettings.in(StudyFile.read(file, schema), schema);
  }

  /** A text that describes a file's study, such as its group; empty where the file has none. */
  String text(Path file, String setting) {
    return StudyFile.read(file, schema).settings().at("/" + setting).asText();
  }

  /**
   * A study in a file with other cells, or with another SLA than the file's.
   *
   * @param sections values of top-level settings, each as YAML in one line, in place of the file's
   */
  public Study load(Path file, String name, Map<String, String> sections, List<String> overrides) {
    return study(name, StudyFile.read(file, schema).with(sections), overrides);
  }

  /** Parses a study, which cannot list other studies. */
  public Study parse(String name, String source, String yaml, List<String> overrides) {
    return study(name, StudyFile.parse(source, yaml, null, schema), overrides);
  }

  private Study study(String name, StudyFile file, List<String> changes) {
    Overrides overrides = new Overrides(changes, schema);
    Settings ofAll = overrides.ofAll();
    List<Part> parts = file.parts();
    List<Settings> ofCells = overrides.ofCells(parts.size());
    List<Draft> drafts = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Settings own = parts.get(i).base().overriddenBy(parts.get(i).cell());
      drafts.add(draft(own.overriddenBy(ofAll).overriddenBy(ofCells.get(i)), file));
    }
    Settings whole = file.settings().overriddenBy(ofAll);
    ObjectNode merged = JsonNodeFactory.instance.objectNode().put("title", name);
    merged.setAll(whole.ofStudy(schema));
    if (whole.has("/studies")) {
      parts.stream()
          .map(Part::base)
          .distinct()
          .map(base -> base.overriddenBy(ofAll).ofStudy(schema))
          .reduce((first, next) -> joined(first, next, file))
          .ifPresent(listed -> addTo(merged, listed, whole));
    }
    return study(name, whole, merged, asConfiguredFirst(distinct(drafts)), file);
  }

  private Study study(
      String name, Settings whole, ObjectNode merged, List<Draft> drafts, StudyFile file) {
    for (Draft draft : drafts) {
      draft.settings.placed(() -> required(draft, drafts.get(0), merged), schema);
    }
    List<Publication> tables =
        published.publications(
            drafts.stream()
                .map(draft -> draft.cell.standards().published())
                .filter(table -> !table.isEmpty())
                .distinct()
                .toList());
    List<Cell> cells = named(drafts);
    try {
      Study.requireName(name);
    } catch (InvalidSettingException e) {
      throw new ConfigException(Place.of(file.place("").source()), e.getMessage());
    }
    String settings = merged.toString();
    return whole.placed(
        () -> Study.of(name, new Section(merged, metrics), tables, cells, settings), schema);
  }

  private Draft required(Draft draft, Draft first, ObjectNode study) {
    boolean paired = study.has("paired");
    StudyRules.requireThreads(draft.cell, paired);
    if (study.has("calibration")) {
      StudyRules.requireCalibratable(draft.cell);
    }
    if (paired) {
      StudyRules.requirePaired(draft.cell, first.cell, draft.settings);
      StudyRules.requireSeen(draft.cell, metrics);
    }
    requireTable(draft.cell.standards().published());
    return draft;
  }

  private void requireTable(String name) {
    Set<String> names = published.names();
    if (!name.isEmpty() && !names.contains(name)) {
      String valid = names.isEmpty() ? "there is none" : "valid: " + String.join(", ", names);
      throw new InvalidSettingException(
          "published",
          "unknown table '" + name + "'" + NearestNames.hint(name, names) + " (" + valid + ")");
    }
  }

  /** The settings of two listed studies, of which all but statements must be the same. */
  private static ObjectNode joined(ObjectNode first, ObjectNode next, StudyFile file) {
    for (String key : Stream.concat(OF_LISTED.stream(), UNLESS_SET.stream()).toList()) {
      if (!Objects.equals(first.get(key), next.get(key))) {
        throw new ConfigException(
            file.place("/studies"), key + " differs (valid: studies with the same)");
      }
    }
    STATEMENTS.forEach(key -> addEach(first, key, next));
    return first;
  }

  private static void addTo(ObjectNode study, ObjectNode listed, Settings own) {
    OF_LISTED.forEach(key -> study.set(key, listed.get(key)));
    UNLESS_SET.stream()
        .filter(key -> listed.has(key) && !own.has("/" + key))
        .forEach(key -> study.set(key, listed.get(key)));
    study.remove(OF_LISTED.stream().filter(key -> !listed.has(key)).toList());
    STATEMENTS.forEach(key -> addEach(study, key, listed));
  }

  /** Adds the values of a list that are not in it yet. */
  private static void addEach(ObjectNode study, String key, ObjectNode listed) {
    ArrayNode all = study.withArrayProperty(key);
    for (JsonNode value : listed.path(key)) {
      if (all.valueStream().noneMatch(value::equals)) {
        all.add(value);
      }
    }
  }

  private Draft draft(Settings settings, StudyFile file) {
    ObjectNode complete = settings.complete(schema, file.base());
    Cell cell = settings.placed(() -> cell(new Section(complete, metrics)), schema);
    return new Draft(
        settings.at("/name").asText(), cell.readFrom(CellSettings.json(complete)), settings);
  }

  private Cell cell(Section settings) {
    Cell cell = Cell.of(settings);
    StudyRules.requireKnownByGroup(cell, metrics);
    StudyRules.requireAwaited(cell, metrics);
    StudyRules.requireServices(cell);
    StudyRules.requireBursts(cell);
    check.check(cell);
    return cell;
  }

  private static List<Draft> distinct(List<Draft> drafts) {
    Map<Object, Draft> distinct = new LinkedHashMap<>();
    for (Draft draft : drafts) {
      // Cells are equal by their records: settings may say the same in two ways.
      distinct.putIfAbsent(List.of(draft.name(), draft.cell().readFrom("")), draft);
    }
    return List.copyOf(distinct.values());
  }

  /** Puts the configured pool first, since every other pool is compared with it. */
  private static List<Draft> asConfiguredFirst(List<Draft> drafts) {
    return drafts.stream()
        .sorted(
            Comparator.comparing(
                draft -> !(draft.cell().provider().pool() instanceof AsConfiguredPool)))
        .toList();
  }

  private static List<Cell> named(List<Draft> drafts) {
    List<String> names =
        CellNames.of(
            drafts.stream().map(Draft::cell).toList(), drafts.stream().map(Draft::name).toList());
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      String name = names.get(i);
      if (names.indexOf(name) < i) {
        throw drafts.get(i).settings.problem("/name", "duplicate cell name '" + name + "'");
      }
      cells.add(drafts.get(i).cell().named(name));
    }
    return cells;
  }

  /** A cell without its final name; {@code name} is the given one, or empty. */
  private record Draft(String name, Cell cell, Settings settings) {}

  /** A check of each cell beyond validity, such as whether the host has the CPUs that it names. */
  @FunctionalInterface
  public interface CellCheck {
    CellCheck NONE = cell -> {};

    void check(Cell cell);
  }
}
