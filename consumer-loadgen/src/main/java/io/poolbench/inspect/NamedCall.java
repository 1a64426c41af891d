package io.poolbench.inspect;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.ConfigException;
import io.poolbench.study.NearestNames;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** A call of an exported method, with its arguments. */
public record NamedCall(TargetService service, Method method, ArrayNode arguments) {
  private static final String OPTION = "--call";
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  public NamedCall {
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(method, "method");
    if (arguments.size() != method.parameterTypes().size()) {
      throw new IllegalArgumentException(arguments + " for " + method.signature());
    }
  }

  /**
   * Parses a call.
   *
   * @param text {@code SERVICE.METHOD(ARGUMENT, ...)}, such as {@code a.OrderService.find(1)}, with
   *     arguments in JSON. If {@code arguments} is given: {@code SERVICE.METHOD} or, for an
   *     overloaded method, {@code SERVICE.METHOD(TYPE, ...)}. A service is named by its interface
   *     or by a key such as {@code group/a.OrderService:1.0.0}, see {@link TargetService#isNamed}.
   * @param arguments a list in JSON; null if the text has the arguments
   * @throws ConfigException if the text names no method, or more than one
   */
  public static NamedCall resolve(String text, String arguments, List<TargetService> services) {
    int open = text.indexOf('(');
    if (open >= 0 && !text.endsWith(")")) {
      throw problem(text, "no ')' at the end (example: 'com.example.Orders.find(1)')");
    }
    String between = open < 0 ? "" : text.substring(open + 1, text.length() - 1);
    Path path = Path.of(text);
    TargetService service = service(text, path.service(), services);
    String name = path.method();
    List<Method> named =
        service.methods().stream().filter(method -> method.name().equals(name)).toList();
    if (named.isEmpty() && !service.generic()) {
      throw problem(
          text, "no method '" + name + "' in " + service.callName() + methods(service, name));
    }
    ArrayNode values =
        arguments == null
            ? parse(text, "[" + between + "]")
            : parse("--arguments " + arguments, arguments);
    String types = arguments == null ? "" : between;
    if (service.generic()) {
      return ofAnyMethod(text, service, name, types, values);
    }
    List<Method> typed =
        types.isBlank() ? named : named.stream().filter(method -> method.hasTypes(types)).toList();
    if (typed.isEmpty()) {
      throw problem(text, "no method of these types (valid: " + signatures(named) + ")");
    }
    return new NamedCall(service, only(text, typed, values.size()), values);
  }

  /** A call of a {@code GenericService}, whose methods are unknown. */
  private static NamedCall ofAnyMethod(
      String text, TargetService service, String name, String types, ArrayNode values) {
    String any = Object.class.getName();
    Method method =
        types.isBlank()
            ? new Method(name, Collections.nCopies(values.size(), any), any)
            : Method.parse(name + "(" + types + "):" + any);
    if (method.parameterTypes().size() != values.size()) {
      throw problem(
          text,
          "%d arguments for %s".formatted(values.size(), method.signature())
              + " (valid: one for each type)");
    }
    return new NamedCall(service, method, values);
  }

  /** A call of the first exported method, with example arguments; empty if there is no method. */
  public static Optional<NamedCall> placeholder(List<TargetService> services) {
    return services.stream()
        .flatMap(
            service ->
                service.methods().stream()
                    .map(method -> new NamedCall(service, method, placeholders(method))))
        .findFirst();
  }

  private static ArrayNode placeholders(Method method) {
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    method.parameterTypes().forEach(type -> values.add(placeholder(type)));
    return values;
  }

  private static JsonNode placeholder(String type) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    String raw = type.replaceAll("<.*", "");
    return switch (raw) {
      case "boolean", "java.lang.Boolean" -> json.booleanNode(false);
      case "byte", "short", "int", "long", "float", "double" -> json.numberNode(1);
      case "java.lang.Byte", "java.lang.Short", "java.lang.Integer", "java.lang.Long" ->
          json.numberNode(1);
      case "java.lang.Float", "java.lang.Double", "java.math.BigDecimal", "java.math.BigInteger" ->
          json.numberNode(1);
      case "char", "java.lang.Character", "java.lang.CharSequence", "java.lang.String" ->
          json.textNode("x");
      case "java.util.List", "java.util.Set", "java.util.Collection" -> json.arrayNode();
      default -> raw.endsWith("[]") ? json.arrayNode() : json.objectNode();
    };
  }

  private static TargetService service(String text, String name, List<TargetService> services) {
    List<TargetService> named = services.stream().filter(each -> each.isNamed(name)).toList();
    if (named.stream().map(TargetService::key).distinct().count() == 1) {
      // Of several protocols, the dubbo protocol is preferred to Triple.
      return named.stream().min(Comparator.comparing(TargetService::isTriple)).orElseThrow();
    }
    List<String> keys =
        (named.isEmpty() ? services : named)
            .stream().map(TargetService::callName).distinct().toList();
    throw problem(
        text,
        (named.isEmpty() ? "no service '" + name + "'" : "several services '" + name + "'")
            + (named.isEmpty() ? NearestNames.hint(name, keys) : "")
            + " (valid: "
            + String.join(", ", keys)
            + ")");
  }

  private static Method only(String text, List<Method> named, int arguments) {
    List<Method> fitting =
        named.stream().filter(method -> method.parameterTypes().size() == arguments).toList();
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    throw problem(
        text,
        arguments
            + (arguments == 1 ? " argument fits " : " arguments fit ")
            + (fitting.isEmpty() ? "no method" : fitting.size() + " methods")
            + " (valid: "
            + signatures(named)
            + (fitting.isEmpty() ? ")" : "; name its types and give --arguments)"));
  }

  private static ArrayNode parse(String typed, String json) {
    try {
      if (JSON.readTree(json) instanceof ArrayNode values) {
        return values;
      }
      throw ConfigException.of(typed, "no list (example: [1, \"text\"])");
    } catch (JacksonException e) {
      throw ConfigException.of(
          typed, "invalid JSON: " + e.getOriginalMessage() + " (example: 1, \"text\")");
    }
  }

  private static String methods(TargetService service, String name) {
    List<String> names = service.methods().stream().map(Method::name).distinct().toList();
    return NearestNames.hint(name, names) + " (valid: " + signatures(service.methods()) + ")";
  }

  private static String signatures(List<Method> methods) {
    return methods.stream().map(Method::signature).collect(Collectors.joining(", "));
  }

  private static ConfigException problem(String text, String problem) {
    return ConfigException.of(OPTION + " " + text, problem);
  }

  /** The call as it is typed, such as {@code com.example.Orders.find(1)}. */
  public String text() {
    String list = arguments.toString();
    return service.callName()
        + "."
        + method.name()
        + "("
        + list.substring(1, list.length() - 1)
        + ")";
  }

  record Path(String service, String method) {
    static Path of(String text) {
      String path = text.contains("(") ? text.substring(0, text.indexOf('(')) : text;
      int dot = path.lastIndexOf('.');
      if (dot < 1) {
        throw problem(text, "no service (example: 'com.example.Orders.find(1)')");
      }
      return new Path(path.substring(0, dot), path.substring(dot + 1));
    }
  }

  CallSettings settings() {
    return settings(methodName(), service.generic());
  }

  /** Settings for a generic call; a method of unknown types is one of several candidates. */
  CallSettings genericSettings() {
    boolean typed = service.methods().size() == 1;
    return settings(typed ? typedName() : method.name(), /* generic= */ true);
  }

  private CallSettings settings(String methodName, boolean generic) {
    return new CallSettings(
            "",
            service.interfaceName(),
            service.version(),
            service.group(),
            methodName,
            argumentsInStudy(),
            "",
            Map.of(),
            null,
            null,
            generic,
            null,
            1)
        .exportedWith(
            Serialization.of(service.serialization()).orElse(null),
            service.token(),
            service.payload());
  }

  /** The arguments in JSON, escaped so that no text is read as a column of a data file. */
  String argumentsInStudy() {
    return arguments.toString().replace("${", "$${");
  }

  /** The method's name, followed by its parameter types if the service overloads it. */
  public String methodName() {
    boolean overloaded =
        service.methods().stream().filter(other -> other.name().equals(method.name())).count() > 1;
    return overloaded || service.generic() ? typedName() : method.name();
  }

  private String typedName() {
    return method.name() + "(" + String.join(",", method.parameterTypes()) + ")";
  }
}
