package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A service that the provider exports on a port. Immutable. */
final class ExportedService {
  /** Services that Dubbo exports and calls for itself: metadata and metrics. */
  private static final List<String> DUBBOS_OWN =
      Arrays.asList("org.apache.dubbo.metadata.", "org.apache.dubbo.metrics.");

  private static final String GENERIC = "org.apache.dubbo.rpc.service.GenericService";

  private final DubboUrl url;
  private final Class<?> type;

  /** Reads the service of one of Dubbo's invokers. */
  ExportedService(Object invoker) {
    url = new DubboUrl(Reflection.call(invoker, "getUrl", new Class<?>[0]));
    type = (Class<?>) Reflection.call(invoker, "getInterface", new Class<?>[0]);
  }

  boolean isDubbosOwn() {
    return isDubbosOwn(type.getName());
  }

  static boolean isDubbosOwn(String service) {
    return DUBBOS_OWN.stream().anyMatch(service::startsWith);
  }

  /** Whether a pool of its port runs its calls; Dubbo 3.1 has another for its own services. */
  boolean isRunBy(BuiltPool pool) {
    return url.port() == pool.port()
        && UsedExecutor.of(url).map(used -> used == pool.executor()).orElse(true);
  }

  /** Whether it takes calls of an interface that only its URL names. */
  boolean isGeneric() {
    return type.getName().equals(GENERIC);
  }

  private String interfaceName() {
    String named = isGeneric() ? parameter("interface") : "";
    return named.isEmpty() ? type.getName() : named;
  }

  DubboUrl url() {
    return url;
  }

  Class<?> type() {
    return type;
  }

  /** Whether another export is of the same service and port. */
  boolean isSame(ExportedService other) {
    return url.port() == other.url.port()
        && url.protocol().equals(other.url.protocol())
        && type.getName().equals(other.type.getName())
        && parameter("group").equals(other.parameter("group"))
        && parameter("version").equals(other.parameter("version"));
  }

  /** Whether another export has the same service and port, but asks for a different pool. */
  boolean contradicts(ExportedService other) {
    return isSame(other)
        && AgentLaunch.POOL.stream()
            .anyMatch(name -> !parameter(name).equals(other.parameter(name)));
  }

  /**
   * A description for the driver.
   *
   * @param implementations of the interface
   */
  JsonObject toJson(Set<Class<?>> implementations) {
    JsonObject json = new JsonObject();
    json.addProperty("url", url.toString());
    json.addProperty("interfaceName", interfaceName());
    json.addProperty("generic", isGeneric());
    json.addProperty("version", parameter("version"));
    json.addProperty("group", parameter("group"));
    json.addProperty("protocol", url.protocol());
    json.addProperty("port", url.port());
    json.addProperty("serialization", serialization());
    JsonArray methods = new JsonArray();
    Arrays.stream(isGeneric() ? new Method[0] : type.getMethods())
        .filter(method -> !method.isBridge() && !method.isSynthetic())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toGenericString))
        .forEach(method -> methods.add(toJson(method, implementations)));
    json.add("methods", methods);
    return json;
  }

  static JsonObject toJson(Method method, Set<Class<?>> implementations) {
    JsonObject json = new JsonObject();
    json.addProperty("name", method.getName());
    JsonArray types = new JsonArray();
    for (Type type : method.getGenericParameterTypes()) {
      types.add(text(type));
    }
    json.add("parameterTypes", types);
    json.addProperty("returnType", text(method.getGenericReturnType()));
    Set<Optional<Boolean>> readOnly =
        implementations.stream()
            .map(by -> DeclaredTransaction.readOnly(by, method))
            .collect(Collectors.toSet());
    if (readOnly.contains(Optional.of(false))) {
      json.addProperty("readOnly", false);
    } else if (readOnly.equals(Collections.singleton(Optional.of(true)))) {
      json.addProperty("readOnly", true);
    }
    return json;
  }

  private static String text(Type type) {
    return type.getTypeName().replace(", ", ",");
  }

  private String parameter(String name) {
    String value = url.parameter(name);
    return value == null ? "" : value;
  }

  /** The serialization that consumers use: the first preferred one, or the required one. */
  private String serialization() {
    String preferred = parameter("prefer.serialization");
    return preferred.isEmpty() ? parameter("serialization") : preferred.split(",", 2)[0];
  }
}
