package io.poolbench.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** A service that the provider exports on a port. Immutable. */
final class ExportedService {
  /** Services that Dubbo exports for itself: metadata and metrics. */
  private static final List<String> DUBBOS_OWN =
      Arrays.asList("org.apache.dubbo.metadata.", "org.apache.dubbo.metrics.");

  private final DubboUrl url;
  private final Class<?> type;

  private ExportedService(DubboUrl url, Class<?> type) {
    this.url = url;
    this.type = type;
  }

  static ExportedService of(Object invoker) {
    return new ExportedService(
        new DubboUrl(read(invoker, "getUrl")), (Class<?>) read(invoker, "getInterface"));
  }

  private static Object read(Object invoker, String getter) {
    try {
      Method method = invoker.getClass().getMethod(getter);
      method.setAccessible(true);
      return Reflection.call(method, invoker);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("Dubbo's Invoker has no method " + getter, e);
    }
  }

  boolean isDubbosOwn() {
    return DUBBOS_OWN.stream().anyMatch(type.getName()::startsWith);
  }

  DubboUrl url() {
    return url;
  }

  Class<?> type() {
    return type;
  }

  /** Whether another export has the same service and port, but asks for a different pool. */
  boolean contradicts(ExportedService other) {
    return url.port() == other.url.port()
        && url.protocol().equals(other.url.protocol())
        && type.getName().equals(other.type.getName())
        && parameter("group").equals(other.parameter("group"))
        && parameter("version").equals(other.parameter("version"))
        && AgentSettings.POOL.stream()
            .anyMatch(name -> !parameter(name).equals(other.parameter(name)));
  }

  void addTo(Properties text, String prefix) {
    text.setProperty(prefix + "url", url.toString());
    text.setProperty(prefix + "interface", type.getName());
    text.setProperty(prefix + "version", parameter("version"));
    text.setProperty(prefix + "group", parameter("group"));
    text.setProperty(prefix + "protocol", url.protocol());
    text.setProperty(prefix + "port", Integer.toString(url.port()));
    text.setProperty(prefix + "serialization", serialization());
    List<String> methods =
        Arrays.stream(type.getMethods())
            .filter(method -> !method.isBridge() && !method.isSynthetic())
            .map(ExportedService::signature)
            .sorted(Comparator.naturalOrder())
            .collect(Collectors.toList());
    text.setProperty(prefix + "methods", Integer.toString(methods.size()));
    for (int index = 0; index < methods.size(); index++) {
      text.setProperty(prefix + "method." + index, methods.get(index));
    }
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

  private static String signature(Method method) {
    return Arrays.stream(method.getGenericParameterTypes())
        .map(Type::getTypeName)
        .map(name -> name.replace(", ", ","))
        .collect(
            Collectors.joining(
                ",", method.getName() + "(", "):" + method.getGenericReturnType().getTypeName()));
  }
}
