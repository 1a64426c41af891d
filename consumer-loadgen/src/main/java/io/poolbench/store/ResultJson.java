package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.NamedIds;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Secrets;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.WebSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The JSON mapping of results, and of the cells in them: one property per record component, nulls
 * included; instants and durations in ISO 8601; pool types, dispatchers and similar constants by
 * their names in studies; a workload with its {@code model}; a provider's kind by its properties; a
 * predefined method by its name, a custom call as an object. Unknown properties are skipped,
 * because later code of this version may add some.
 */
public final class ResultJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new NamedIds())
          // Only components are properties; methods such as isNone() are not.
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule().addDeserializer(CalledMethod.class, new CalledMethod.Reader()))
          .addMixIn(ProviderSettings.class, OfAnyKind.class)
          .build();

  /** For what is stored, without secrets; a cell that is sent to another machine has them. */
  static final JsonMapper STORED =
      MAPPER
          .rebuild()
          .addModule(new SimpleModule().addSerializer(Cell.class, new CellWithoutSecrets()))
          .build();

  private ResultJson() {}

  /**
   * The JSON of a cell, without the credentials of its Redis.
   *
   * @param moved the paths on another machine of files that the cell names
   */
  public static String write(Cell cell, Map<String, List<String>> moved) {
    return moved(MAPPER.valueToTree(cell), moved).toString();
  }

  private static JsonNode moved(JsonNode node, Map<String, List<String>> moved) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(each -> each.setValue(moved(each.getValue(), moved)));
    } else if (node instanceof ArrayNode array) {
      ArrayNode all = array.arrayNode();
      for (JsonNode each : array) {
        if (each.isTextual() && moved.containsKey(each.asText())) {
          moved.get(each.asText()).forEach(all::add);
        } else {
          all.add(moved(each, moved));
        }
      }
      return all;
    } else if (node.isTextual() && moved.containsKey(node.asText())) {
      return TextNode.valueOf(moved.get(node.asText()).get(0));
    }
    return node;
  }

  /**
   * Parses a cell.
   *
   * @throws IllegalArgumentException if the text is not a cell
   */
  public static Cell read(String text) {
    try {
      return MAPPER.readValue(text, Cell.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no cell: " + e.getOriginalMessage(), e);
    }
  }

  private static final class CellWithoutSecrets extends StdSerializer<Cell> {
    private static final long serialVersionUID = 1L;

    CellWithoutSecrets() {
      super(Cell.class);
    }

    @Override
    public void serialize(Cell cell, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      ObjectNode tree = MAPPER.valueToTree(cell);
      Map<String, String> unused = Secrets.hide(tree);
      out.writeTree(tree);
    }
  }

  /** Selects the type by the properties that are present. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  @JsonSubTypes({
    @JsonSubTypes.Type(DubboSettings.class),
    @JsonSubTypes.Type(WebSettings.class),
    @JsonSubTypes.Type(TargetSettings.class),
    @JsonSubTypes.Type(RemoteSettings.class)
  })
  interface OfAnyKind {}
}
