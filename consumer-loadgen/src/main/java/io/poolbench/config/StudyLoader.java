package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.RedisServer;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.PublishedTable;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads studies. Immutable and safe for use by several threads; making one reads the schema, so
 * keep it.
 */
public final class StudyLoader {
  private final StudySchema schema = StudySchema.load();
  private final CellCheck check;
  private final PublishedTables published;

  /**
   * A loader of studies that name no published table.
   *
   * @param check what every cell must also pass
   */
  public StudyLoader(CellCheck check) {
    this(check, PublishedTables.NONE);
  }

  /**
   * A loader of any study.
   *
   * @param check what every cell must also pass
   * @param published the folder that has the published tables, {@code NAME.csv} each; need not
   *     exist
   */
  public StudyLoader(CellCheck check, Path published) {
    this(check, PublishedTables.in(published));
  }

  private StudyLoader(CellCheck check, PublishedTables published) {
    this.check = check;
    this.published = published;
  }

  /**
   * The study in a file, named like the file.
   *
   * @param overrides {@code PATH=VALUE} each, as {@code --set} takes them; they hold against
   *     everything in the file. Those for {@code cells.CELL.PATH} hold for that cell only, by its
   *     number from 0 or its name. What the file gave a pool or a load for its former kind goes
   *     where an override changes the kind: {@code corethreads} and {@code alive} of a pool that
   *     becomes fixed; {@code users} and {@code thinkTime} of a load that gets a {@code rate};
   *     {@code rate}, {@code arrivals} and {@code mostInFlight} of one that gets {@code users}.
   * @throws ConfigException where the file or an override is not what it must be
   */
  public Study load(Path file, List<String> overrides) {
    Path folder = file.toAbsolutePath().getParent();
    return study(StudyFile.name(file), read(file), folder, overrides);
  }

  /**
   * The study in a text, which is all of it: without the cells of other studies.
   *
   * @param name the study's
   * @param source what errors call the text, such as its file
   * @param overrides as for {@link #load}
   * @throws ConfigException where the text or an override is not what it must be
   */
  public Study parse(String name, String source, String yaml, List<String> overrides) {
    return study(name, tree(source, yaml), null, overrides);
  }

  private YamlTree read(Path file) {
    return tree(file.toString(), StudyFile.read(file));
  }

  private YamlTree tree(String source, String yaml) {
    YamlTree file = YamlTree.ofFile(source, yaml);
    if (file.root().isNull()) {
      throw new ConfigException(
          Place.of(source), "is empty; valid: a study, such as provider: {threads: 24}");
    }
    schema.check(file.root(), file::place);
    return file;
  }

  /**
   * @param folder where the other studies are whose cells this one may have; null = nowhere
   */
  private Study study(String name, YamlTree file, Path folder, List<String> changes) {
    Overrides overrides = new Overrides(changes, schema);
    Layer ofAll = overrides.ofAll();
    List<Part> parts = new Studies(folder, this::read).parts(file);
    List<String> names =
        parts.stream().map(part -> part.cell().tree().path("name").asText()).toList();
    List<Layer> ofCells =
        overrides.ofCells(overrides.reachSingleCells() ? namesInFile(parts, names) : names);
    List<Draft> drafts = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      drafts.add(draft(new Settings(List.of(part.base(), part.cell(), ofAll, ofCells.get(i)))));
    }
    Layer base = new Layer((ObjectNode) file.root(), file::place);
    Settings common = new Settings(List.of(base, ofAll));
    ObjectNode ofStudy = schema.withDefaults(common.merged());
    String title = ofStudy.path("title").asText(name);
    Repetitions repetitions = repetitions(new Section(ofStudy));
    Calibration calibration = calibration(parts, ofAll, file);
    if (calibration != null) {
      drafts.forEach(StudyLoader::requireCalibratable);
    }
    List<Draft> distinct = distinct(drafts);
    List<Cell> cells = named(distinct);
    try {
      return new Study(
          name,
          title,
          repetitions,
          calibration,
          publishedTables(distinct),
          new Section(ofStudy).texts("assertions"),
          cells);
    } catch (InvalidSettingException e) {
      throw new ConfigException(
          Place.of(file.place(JsonPointer.empty()).source()),
          "its name '" + name + "' cannot name a study; " + e.getMessage());
    }
  }

  /** The one that all parts ask for; null where they ask for none. */
  private static Calibration calibration(List<Part> parts, Layer ofAll, YamlTree file) {
    List<Calibration> asked =
        parts.stream()
            .map(part -> calibration(new Settings(List.of(part.base(), ofAll))))
            .distinct()
            .toList();
    if (asked.size() > 1) {
      throw new ConfigException(
          file.place(JsonPointer.compile("/studies")),
          "has studies that calibrate to different constants; valid: studies of one calibration");
    }
    return asked.get(0);
  }

  /** Null where there is none. */
  private static Calibration calibration(Settings settings) {
    JsonNode given = settings.merged().path("calibration");
    if (given.isEmpty()) {
      return null;
    }
    Section calibration = new Section(given);
    try {
      return new Calibration(
          calibration.required("saturationTps", "6700").intValue(),
          calibration.micros("threadTime", "2.57ms"),
          calibration.micros("outsideTime", "1.1ms"));
    } catch (InvalidSettingException e) {
      throw settings.problem(JsonPointer.compile("/calibration/" + e.setting()), e.getMessage());
    }
  }

  /** Each table that cells name, once, in the order in which they do. */
  private List<PublishedTable> publishedTables(List<Draft> drafts) {
    Map<String, PublishedTable> tables = new LinkedHashMap<>();
    for (Draft draft : drafts) {
      String name = draft.cell().published();
      if (!name.isEmpty() && !tables.containsKey(name)) {
        tables.put(name, published.find(name).orElseThrow(() -> unknownTable(name, draft)));
      }
    }
    return List.copyOf(tables.values());
  }

  private ConfigException unknownTable(String name, Draft draft) {
    Set<String> names = published.names();
    String meant =
        NearestNames.nearest(name, names)
            .map(nearest -> " (did you mean '" + nearest + "'?)")
            .orElse("");
    String valid = names.isEmpty() ? "none, there is no table" : String.join(", ", names);
    return draft
        .settings()
        .problem(
            JsonPointer.compile("/published"),
            "no table is called '" + name + "'" + meant + "; valid: " + valid);
  }

  /** Calibration gives a call CPU work, and adds latency to Redis. */
  private static void requireCalibratable(Draft draft) {
    ServiceMethod method = draft.cell().driver().method();
    if (method != ServiceMethod.FIND_USER_INFO) {
      throw draft
          .settings()
          .problem(
              JsonPointer.compile("/driver/method"),
              "'"
                  + method.id()
                  + "' does nothing that a calibration could change; valid: "
                  + ServiceMethod.FIND_USER_INFO.id()
                  + ", or no calibration");
    }
    String uri = draft.cell().redis().uri();
    try {
      if (!uri.isEmpty()) {
        RedisServer.requireUri(uri, new AddedLatency(1, 0));
      }
    } catch (InvalidSettingException e) {
      throw draft.settings().problem(JsonPointer.compile("/redis/uri"), e.getMessage());
    }
  }

  private static Repetitions repetitions(Section study) {
    int count = study.integer("repetitions");
    Repetitions.Order order =
        study.has("order")
            ? study.one("order", Repetitions.Order.values(), Repetitions.Order::id)
            : Repetitions.Order.usual(count);
    return new Repetitions(count, order, study.node("seed").longValue());
  }

  /**
   * The names by which the command line may call the file's cells. Where the file alone makes no
   * study, which overrides may be meant to cure, only the given names serve.
   */
  private List<String> namesInFile(List<Part> parts, List<String> given) {
    try {
      return CellNames.of(
          parts.stream()
              .map(part -> draft(new Settings(List.of(part.base(), part.cell()))).cell())
              .toList(),
          given);
    } catch (ConfigException e) {
      return given;
    }
  }

  private Draft draft(Settings settings) {
    Cell cell;
    try {
      cell = CellReader.read("unnamed", settings, schema);
      check.check(cell);
    } catch (InvalidSettingException e) {
      throw settings.problem(
          JsonPointer.compile("/" + e.setting().replace('.', '/')), e.getMessage());
    }
    return new Draft(settings.merged().path("name").asText(), cell, settings);
  }

  private static List<Draft> distinct(List<Draft> drafts) {
    Map<Object, Draft> distinct = new LinkedHashMap<>();
    for (Draft draft : drafts) {
      distinct.putIfAbsent(List.of(draft.name(), draft.cell()), draft);
    }
    return List.copyOf(distinct.values());
  }

  private static List<Cell> named(List<Draft> drafts) {
    List<String> names =
        CellNames.of(
            drafts.stream().map(Draft::cell).toList(), drafts.stream().map(Draft::name).toList());
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      String name = names.get(i);
      if (names.indexOf(name) < i) {
        throw drafts
            .get(i)
            .settings()
            .problem(
                JsonPointer.compile("/name"),
                "another cell is called '" + name + "' too; valid: a name of its own, or none");
      }
      cells.add(drafts.get(i).cell().named(name));
    }
    return cells;
  }

  /**
   * A cell whose name is not settled yet.
   *
   * @param name as given, or empty
   */
  private record Draft(String name, Cell cell, Settings settings) {}
}
