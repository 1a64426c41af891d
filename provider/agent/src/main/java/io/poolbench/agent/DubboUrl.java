package io.poolbench.agent;

import java.util.Map;

/** A Dubbo URL of any class loader, read by methods that all versions from 2.7 on have. */
final class DubboUrl {
  /** Attribute for an executor that a service sets in code, from Dubbo 3.2 on. */
  private static final String SERVICE_EXECUTOR = "service-executor";

  private final Object url;

  DubboUrl(Object url) {
    this.url = url;
  }

  Object url() {
    return url;
  }

  /** Dubbo's class, of which the URL's may be a subclass. */
  Class<?> type() {
    Class<?> type = url.getClass();
    while (!type.getSimpleName().equals("URL")) {
      type = type.getSuperclass();
    }
    return type;
  }

  ClassLoader loader() {
    return type().getClassLoader();
  }

  String parameter(String name) {
    return (String) Reflection.call(url, "getParameter", new Class<?>[] {String.class}, name);
  }

  int port() {
    String bound = parameter("bind.port");
    return bound == null || bound.isEmpty()
        ? (Integer) Reflection.call(url, "getPort", new Class<?>[0])
        : Integer.parseInt(bound);
  }

  String protocol() {
    return (String) Reflection.call(url, "getProtocol", new Class<?>[0]);
  }

  boolean isConsumer() {
    return "consumer".equals(parameter("side"));
  }

  /** Whether the service has an executor of its own, set in code. */
  boolean hasOwnExecutor() {
    try {
      Map<?, ?> attributes = (Map<?, ?>) url.getClass().getMethod("getAttributes").invoke(url);
      return attributes.get(SERVICE_EXECUTOR) != null;
    } catch (ReflectiveOperationException before32) {
      return false;
    }
  }

  DubboUrl with(Map<String, String> parameters) {
    return new DubboUrl(
        Reflection.call(url, "addParameters", new Class<?>[] {Map.class}, parameters));
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
