package io.poolbench.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.poolbench.spec.NamedIds;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Derives the names and forms of settings from record components. A number whose name ends in a
 * unit is written as a {@link Quantity} and named without it: {@code timeoutMillis} is {@code
 * timeout: 5s}. A list of integers is a schedule of {@link Levels}. A component of a primitive type
 * is required.
 */
final class SettingNames extends NamedIds {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> RENAMED =
      Map.of(
          "length",
          "for",
          "valueJson",
          "value",
          "json",
          "equals",
          "threadMicros",
          "threadTime",
          "outsideMicros",
          "outsideTime");

  @Override
  public PropertyName findNameForSerialization(Annotated annotated) {
    return name(annotated);
  }

  @Override
  public PropertyName findNameForDeserialization(Annotated annotated) {
    return name(annotated);
  }

  @Override
  public Object findSerializationConverter(Annotated annotated) {
    if (isLevels(annotated)) {
      return new Conversion<>(List.class, String.class, Levels::print);
    }
    if (isJson(annotated)) {
      return new Conversion<>(String.class, JsonNode.class, SettingNames::json);
    }
    return Quantity.of(component(annotated))
        .map(quantity -> new Conversion<>(Number.class, String.class, quantity::print))
        .orElse(null);
  }

  @Override
  public Object findDeserializationConverter(Annotated annotated) {
    if (isLevels(annotated)) {
      return new Conversion<>(JsonNode.class, List.class, Levels::read);
    }
    if (isJson(annotated)) {
      return new Conversion<>(JsonNode.class, String.class, JsonNode::toString);
    }
    Class<?> type = annotated.getRawType();
    return Quantity.of(component(annotated))
        .map(
            quantity ->
                new Conversion<>(
                    String.class, Number.class, (String text) -> quantity.read(text, type)))
        .orElse(null);
  }

  @Override
  public Boolean hasRequiredMarker(AnnotatedMember member) {
    return member.getRawType().isPrimitive() ? Boolean.TRUE : null;
  }

  /** Whether the text is JSON of any type, which a study gives as YAML. */
  private static boolean isJson(Annotated annotated) {
    return annotated.getRawType() == String.class
        && List.of("arguments", "json", "valueJson").contains(component(annotated));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }

  private static boolean isLevels(Annotated annotated) {
    if (component(annotated).isEmpty()) {
      return false;
    }
    JavaType type = annotated.getType();
    return type.isCollectionLikeType() && type.getContentType().hasRawClass(Integer.class);
  }

  /** Null where the setting has the component's name. */
  private static PropertyName name(Annotated annotated) {
    String component = component(annotated);
    return Optional.ofNullable(RENAMED.get(component))
        .or(() -> Quantity.of(component).map(quantity -> quantity.without(component)))
        .map(PropertyName::construct)
        .orElse(null);
  }

  /** The record component of an accessor or a parameter; empty for other members. */
  private static String component(Annotated annotated) {
    if (!(annotated instanceof AnnotatedMember member) || !member.getDeclaringClass().isRecord()) {
      return "";
    }
    RecordComponent[] components = member.getDeclaringClass().getRecordComponents();
    if (annotated instanceof AnnotatedParameter parameter) {
      boolean canonical = parameter.getOwner().getParameterCount() == components.length;
      return canonical ? components[parameter.getIndex()].getName() : "";
    }
    return Arrays.stream(components)
        .map(RecordComponent::getName)
        .filter(member.getName()::equals)
        .findFirst()
        .orElse("");
  }

  static final class Conversion<A, B> extends StdConverter<A, B> {
    private final Class<? super A> from;
    private final Class<? super B> to;
    private final Function<A, B> function;

    Conversion(Class<? super A> from, Class<? super B> to, Function<A, B> function) {
      this.from = from;
      this.to = to;
      this.function = function;
    }

    @Override
    public B convert(A value) {
      return function.apply(value);
    }

    @Override
    public JavaType getInputType(TypeFactory types) {
      return types.constructType(from);
    }

    @Override
    public JavaType getOutputType(TypeFactory types) {
      return types.constructType(to);
    }
  }
}
