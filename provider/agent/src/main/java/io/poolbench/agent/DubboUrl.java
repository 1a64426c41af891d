package io.poolbench.agent;

import java.util.Map;
import java.util.Optional;

/** A Dubbo URL of any class loader, read by methods that all versions from 2.7 on have. */
final class DubboUrl {
  /** Attribute for an executor that a service sets in code, from Dubbo 3.2 on. */
  private static final String SERVICE_EXECUTOR = "service-executor";

  private static final String REJECTION_HANDLER =
      "org.apache.dubbo.common.threadpool.support.AbortPolicyWithReport";

  private final Object url;

  DubboUrl(Object url) {
    this.url = url;
  }

  /** The URL that Dubbo built a pool for, by the pool's rejection handler; empty for any other. */
  static Optional<DubboUrl> ofPool(Object rejectionHandler, Fields fields) {
    for (Class<?> type = rejectionHandler.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(REJECTION_HANDLER)) {
        return Optional.ofNullable(fields.value(rejectionHandler, type, "url")).map(DubboUrl::new);
      }
    }
    return Optional.empty();
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
