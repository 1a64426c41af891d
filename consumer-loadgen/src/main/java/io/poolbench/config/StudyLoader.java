package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads studies. Immutable and safe for use by several threads; making one reads the schema, so
 * keep it.
 */
public final class StudyLoader {
  private final StudySchema schema = StudySchema.load();
  private final CellCheck check;

  /**
   * @param check what every cell must also pass
   */
  public StudyLoader(CellCheck check) {
    this.check = check;
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
    String name = StudyFile.name(file);
    return parse(name, file.toString(), StudyFile.read(file), overrides);
  }

  /**
   * The study in a text.
   *
   * @param name the study's
   * @param source what errors call the text, such as its file
   * @param overrides as for {@link #load}
   * @throws ConfigException where the text or an override is not what it must be
   */
  public Study parse(String name, String source, String yaml, List<String> overrides) {
    YamlTree file = YamlTree.ofFile(source, yaml);
    if (file.root().isNull()) {
      throw new ConfigException(
          Place.of(source), "is empty; valid: a study, such as provider: {threads: 24}");
    }
    schema.check(file.root(), file::place);
    return study(name, file, new Overrides(overrides, schema));
  }

  private Study study(String name, YamlTree file, Overrides overrides) {
    Layer ofAll = overrides.ofAll();
    Layer base = new Layer((ObjectNode) file.root(), file::place);
    List<Layer> inFile = cells(file);
    List<String> names = inFile.stream().map(cell -> cell.tree().path("name").asText()).toList();
    List<Layer> ofCells =
        overrides.ofCells(overrides.reachSingleCells() ? namesInFile(base, inFile, names) : names);
    List<Draft> drafts = new ArrayList<>();
    for (int i = 0; i < inFile.size(); i++) {
      Settings settings = new Settings(List.of(base, inFile.get(i), ofAll, ofCells.get(i)));
      drafts.add(draft(settings));
    }
    Settings common = new Settings(List.of(base, ofAll));
    ObjectNode ofStudy = schema.withDefaults(common.merged());
    String title = ofStudy.path("title").asText(name);
    Repetitions repetitions = repetitions(new Section(ofStudy));
    List<Cell> cells = named(distinct(drafts));
    try {
      return new Study(name, title, repetitions, calibration(common), List.of(), cells);
    } catch (InvalidSettingException e) {
      throw new ConfigException(
          Place.of(file.place(JsonPointer.empty()).source()),
          "its name '" + name + "' cannot name a study; " + e.getMessage());
    }
  }

  /** Null where the study has none. */
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

  private static Repetitions repetitions(Section study) {
    int count = study.integer("repetitions");
    Repetitions.Order order =
        study.has("order")
            ? study.one("order", Repetitions.Order.values(), Repetitions.Order::id)
            : Repetitions.Order.usual(count);
    return new Repetitions(count, order, study.node("seed").longValue());
  }

  /** What the file says of each cell; one cell of which it says nothing where it lists none. */
  private static List<Layer> cells(YamlTree file) {
    JsonNode listed = file.root().path("cells");
    if (listed.isMissingNode()) {
      return List.of(new Layer(Layer.nothing(), file::place));
    }
    List<Layer> cells = new ArrayList<>();
    for (JsonNode cell : listed) {
      JsonPointer root = JsonPointer.compile("/cells/" + cells.size());
      cells.add(new Layer((ObjectNode) cell, pointer -> file.place(root.append(pointer))));
    }
    return cells;
  }

  /**
   * The names by which the command line may call the file's cells. Where the file alone makes no
   * study, which overrides may be meant to cure, only the given names serve.
   */
  private List<String> namesInFile(Layer base, List<Layer> cells, List<String> given) {
    try {
      return CellNames.of(
          cells.stream().map(cell -> draft(new Settings(List.of(base, cell))).cell()).toList(),
          given);
    } catch (ConfigException e) {
      return given;
    }
  }

  private Draft draft(Settings settings) {
    Cell cell = CellReader.read("unnamed", settings, schema);
    try {
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
