package io.poolbench.dubbo;

import io.poolbench.spec.Serialization;
import java.util.Map;

/**
 * A service as requests name it.
 *
 * @param type its interface, or Dubbo's generic one
 * @param version empty = none
 * @param group empty = none
 * @param loader loads the classes of arguments and answers
 */
record CalledService(
    Class<?> type,
    String name,
    String version,
    String group,
    Map<String, String> attachments,
    Serialization serialization,
    ClassLoader loader) {
  static CalledService of(Class<?> type) {
    return new CalledService(
        type, type.getName(), "", "", Map.of(), Serialization.HESSIAN2, type.getClassLoader());
  }

  boolean isGeneric() {
    return !type.getName().equals(name);
  }
}
