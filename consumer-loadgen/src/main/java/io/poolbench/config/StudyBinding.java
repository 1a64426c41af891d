package io.poolbench.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import io.poolbench.api.CallLimit;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.config.SettingNames.Conversion;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.CellCommands;
import io.poolbench.spec.Paired;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.Publication;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Secrets;
import io.poolbench.spec.Sla;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.spec.TargetSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Binds settings to the records of {@code spec} and writes these records as settings. A record
 * whose section has another shape is bound through a record of that shape, such as {@link
 * ProviderSection}; other records are bound directly, by the conventions of {@link SettingNames},
 * after settings that stand elsewhere in a study were moved by {@link CellTree}.
 */
final class StudyBinding {
  private static final String PUBLISHED = "published";
  private static final String UNNAMED = "unnamed";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new SettingNames())
          .addModule(
              new Shapes()
                  .with(Duration.class, String.class, Durations::parse, Durations::print)
                  .reading(CalledMethod.class, new CalledMethod.Reader())
                  .with(
                      ProviderSettings.class,
                      ProviderSection.class,
                      ProviderSection::settings,
                      ProviderSection::of)
                  .with(
                      CallLimit.class,
                      ObjectNode.class,
                      ProviderSection::limit,
                      ProviderSection::of)
                  .with(Sla.class, ObjectNode.class, SlaSection::sla, SlaSection::of))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.USE_DEFAULTS))
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final StudySchema schema;

  StudyBinding(StudySchema schema) {
    this.schema = schema;
  }

  /** Binds the settings of a cell, whose name is a placeholder. */
  Cell cell(Settings settings, Path folder) {
    ObjectNode complete = settings.complete(schema);
    try {
      CellTree.toRecord(complete, folder);
    } catch (InvalidSettingException e) {
      throw settings.problem(JsonPointer.empty(), e);
    }
    complete.put("name", UNNAMED);
    if (!complete.has(PUBLISHED)) {
      complete.put(PUBLISHED, "");
    }
    return bind(settings, complete, Cell.class);
  }

  /** The settings of a whole study; the calibration of one that lists studies is theirs. */
  StudySection study(Settings settings) {
    ObjectNode tree = settings.withDefaults(schema);
    if (settings.has("/studies")) {
      tree.remove("calibration");
    }
    return bind(settings, tree, StudySection.class);
  }

  private <T> T bind(Settings settings, ObjectNode complete, Class<T> type) {
    try {
      return MAPPER.treeToValue(complete, type);
    } catch (JsonMappingException e) {
      JsonPointer pointer = JsonPointer.empty();
      for (JsonMappingException.Reference step : e.getPath()) {
        pointer =
            step.getFieldName() == null
                ? pointer.appendIndex(step.getIndex())
                : pointer.appendProperty(step.getFieldName());
      }
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof InvalidSettingException invalid) {
          JsonPointer setting = pointer.append(Settings.pointer(invalid));
          throw settings.problem(CellTree.inStudy(setting, complete), invalid.getMessage());
        }
        if (cause instanceof IllegalArgumentException invalid) {
          throw settings.problem(CellTree.inStudy(pointer, complete), invalid.getMessage());
        }
      }
      pointer = CellTree.inStudy(pointer, complete);
      if (!settings.at(pointer).isMissingNode()) {
        throw new IllegalStateException("the schema allows what has no record", e);
      }
      throw settings.problem(pointer, "missing" + schema.example(pointer));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory cannot be read", e);
    }
  }

  /** All settings of a cell, without its name, secrets and the user and password of Redis. */
  static ObjectNode tree(Cell cell) {
    ObjectNode tree = CellTree.toStudy(MAPPER.valueToTree(cell));
    Map<String, String> unused = Secrets.hide(tree);
    if (cell.published().isEmpty()) {
      tree.remove(PUBLISHED);
    }
    if (cell.provider() instanceof TargetSettings || cell.provider() instanceof RemoteSettings) {
      tree.remove("redis");
    } else {
      tree.withObjectProperty("redis").put("uri", cell.redis().uriWithoutCredentials());
    }
    ShortForm.shorten(tree);
    return tree;
  }

  static ObjectNode tree(Study study) {
    return MAPPER.valueToTree(StudySection.of(study));
  }

  /** Types that are bound through another type. */
  private static final class Shapes extends SimpleModule {
    private static final long serialVersionUID = 1L;

    <T> Shapes reading(Class<T> type, JsonDeserializer<T> reader) {
      addDeserializer(type, reader);
      return this;
    }

    <T, S> Shapes with(
        Class<T> type, Class<S> shape, Function<S, T> reader, Function<T, S> writer) {
      addDeserializer(type, new StdDelegatingDeserializer<>(new Conversion<>(shape, type, reader)));
      addSerializer(type, new StdDelegatingSerializer(type, new Conversion<>(type, shape, writer)));
      return this;
    }
  }

  /** The settings of a whole study, at the top level of its file. */
  record StudySection(
      String title,
      int repetitions,
      Paired paired,
      List<String> assertions,
      String answer,
      List<Publication.Statement> findings,
      JsonNode before,
      JsonNode after,
      Calibration calibration) {

    /** Empty components become null, so that they are not written. */
    static StudySection of(Study study) {
      return new StudySection(
          study.title(),
          study.repetitions().count(),
          study.paired(),
          study.assertions().isEmpty() ? null : study.assertions(),
          study.answer().isEmpty() ? null : study.answer(),
          study.findings().isEmpty() ? null : study.findings(),
          words(study.commands().before()),
          words(study.commands().after()),
          study.calibration());
    }

    private static JsonNode words(List<String> command) {
      return command.isEmpty() ? null : MAPPER.valueToTree(command);
    }

    /** A text is a line of a shell, a list a program with its arguments. */
    private static List<String> words(JsonNode command) {
      if (command == null) {
        return List.of();
      }
      return command.isTextual()
          ? CellCommands.shell(command.textValue())
          : command.valueStream().map(JsonNode::asText).toList();
    }

    CellCommands commands() {
      return new CellCommands(words(before), words(after));
    }
  }
}
