package io.poolbench.dubbo;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.TypeBindings;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.NamedClasses.UnfitClassException;
import io.poolbench.study.NearestNames;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Converts JSON arguments to the types of a method's parameters. A text is also accepted as a
 * number, a date or an enum's constant, since all columns of a CSV file are texts. Nothing is
 * rounded, dropped or left out silently.
 */
final class ArgumentTypes {
  private final JsonMapper mapper;
  private final List<JavaType> types;

  /**
   * @param service an interface that has or inherits the method
   */
  ArgumentTypes(ClassLoader loader, Class<?> service, Method method) {
    this.mapper =
        JsonMapper.builder()
            .typeFactory(TypeFactory.defaultInstance().withClassLoader(loader))
            .addModule(new JavaTimeModule())
            .addModule(new Jdk8Module())
            .addModule(new DateForms())
            .addModule(new NamedClasses(loader))
            .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .withCoercionConfigDefaults(
                config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
            .build();
    // The mapper's, which knows the types of its modules, such as Optional.
    TypeFactory factory = mapper.getTypeFactory();
    TypeBindings variables =
        factory.constructType(service).findSuperType(method.getDeclaringClass()).getBindings();
    this.types =
        Arrays.stream(method.getGenericParameterTypes())
            .map(type -> factory.resolveMemberType(type, variables))
            .toList();
  }

  /** The values of a list with one argument per parameter. */
  Object[] values(JsonNode list) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      JavaType type = types.get(i);
      JsonNode given = list.get(i);
      String argument = "argument " + (i + 1);
      if (given.isNull()) {
        if (type.isPrimitive()) {
          throw invalid(argument, misfit("null", type));
        }
        values.add(null);
        continue;
      }
      try {
        values.add(
            ProtobufJson.isMessage(type.getRawClass())
                ? ProtobufJson.read(given, type.getRawClass(), argument)
                : mapper.treeToValue(given, type));
      } catch (JsonMappingException e) {
        throw invalid(argument + path(e), problem(given, type, e));
      } catch (JsonProcessingException e) {
        throw invalid(argument, e.getOriginalMessage());
      } catch (LinkageError e) {
        throw invalid(argument, "the class path lacks " + e.getMessage());
      }
    }
    return values.toArray();
  }

  private static InvalidSettingException invalid(String where, String problem) {
    return new InvalidSettingException("arguments", where + ": " + problem);
  }

  private String problem(JsonNode argument, JavaType type, JsonMappingException e) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      List<String> known =
          unknown.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList();
      return "no such field of %s%s (valid: %s)"
          .formatted(
              unknown.getReferringClass().getTypeName(),
              NearestNames.hint(unknown.getPropertyName(), new TreeSet<>(known)),
              String.join(", ", known));
    }
    if (e instanceof UnfitClassException) {
      return e.getOriginalMessage();
    }
    if (e instanceof InvalidDefinitionException undefined && undefined.getType() != null) {
      return notMade(undefined.getType());
    }
    if (e instanceof InvalidFormatException invalid) {
      return misfit("'" + invalid.getValue() + "'", mapper.constructType(invalid.getTargetType()));
    }
    if (e instanceof MismatchedInputException mismatched && mismatched.getTargetType() != null) {
      return misfit(
          text(at(argument, e.getPath())), mapper.constructType(mismatched.getTargetType()));
    }
    return type.toCanonical()
        + " is not built from JSON: "
        + e.getOriginalMessage().lines().findFirst().orElse("");
  }

  private static String notMade(JavaType type) {
    return type.toCanonical()
        + (type.isAbstract()
            ? " is abstract (valid: an object with \"class\", the name of a class of it)"
            : " has no constructor without arguments (valid: a class that has one)");
  }

  private static String misfit(String value, JavaType type) {
    String valid =
        type.isEnumType()
            ? Arrays.stream(type.getRawClass().getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .collect(Collectors.joining(", "))
            : type.toCanonical()
                + DateForms.of(type.getRawClass()).map(forms -> ", " + forms).orElse("");
    return "%s does not fit (valid: %s)".formatted(value, valid);
  }

  private static JsonNode at(JsonNode root, List<JsonMappingException.Reference> path) {
    JsonNode node = root;
    for (JsonMappingException.Reference step : path) {
      node =
          step.getFieldName() == null ? node.path(step.getIndex()) : node.path(step.getFieldName());
    }
    return node;
  }

  private static String text(JsonNode node) {
    if (node.isContainerNode()) {
      return node.isArray() ? "a list" : "an object";
    }
    return node.isMissingNode() ? "nothing" : "'" + node.asText() + "'";
  }

  /** The path within the argument, such as {@code , lines.0.quantity}. */
  private static String path(JsonMappingException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? String.valueOf(step.getIndex())
                        : step.getFieldName())
            .collect(Collectors.joining("."));
    return path.isEmpty() ? "" : ", " + path;
  }
}
