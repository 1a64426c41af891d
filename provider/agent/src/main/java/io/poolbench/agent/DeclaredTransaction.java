package io.poolbench.agent;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * The transaction that an implementation of a service declares for a method by Spring's annotation,
 * which is read by its name.
 */
final class DeclaredTransaction {
  private static final String ANNOTATION =
      "org.springframework.transaction.annotation.Transactional";

  /** The interface of Spring's proxies that returns the class behind a proxy. */
  private static final String PROXY = "org.springframework.aop.TargetClassAware";

  /** Part of the name of a class that was generated as a subclass of the application's. */
  private static final String GENERATED = "$$";

  /** The depth to which annotations of annotations are searched, since teams compose their own. */
  private static final int MAX_DEPTH = 3;

  private DeclaredTransaction() {}

  /** The class of the application that implements a service, behind Spring's proxies. */
  static Class<?> implementation(Object service) {
    Class<?> type = service.getClass();
    try {
      Object target =
          Class.forName(PROXY, false, type.getClassLoader())
              .getMethod("getTargetClass")
              .invoke(service);
      type = target == null ? type : (Class<?>) target;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError noProxy) {
      // Without Spring, or no proxy of it.
    }
    while (type.getName().contains(GENERATED) && type.getSuperclass() != Object.class) {
      type = type.getSuperclass();
    }
    return type;
  }

  /**
   * Whether a method's transaction is read-only, as Spring finds it: declared by the implementing
   * method, its class, the interface's method, or the interface.
   *
   * @return empty if none is declared, or if the annotations cannot be read
   */
  static Optional<Boolean> readOnly(Class<?> implementation, Method method) {
    try {
      Method implementing = implementation.getMethod(method.getName(), method.getParameterTypes());
      for (AnnotatedElement place :
          Arrays.asList(
              implementing, implementing.getDeclaringClass(), method, method.getDeclaringClass())) {
        Optional<Boolean> declared = readOnly(place, MAX_DEPTH);
        if (declared.isPresent()) {
          return declared;
        }
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unreadable) {
      // An annotation's class may be missing, which the application does not notice.
    }
    return Optional.empty();
  }

  private static Optional<Boolean> readOnly(AnnotatedElement place, int depth)
      throws ReflectiveOperationException {
    for (Annotation annotation : place.getAnnotations()) {
      Class<?> type = annotation.annotationType();
      Optional<Boolean> declared =
          type.getName().equals(ANNOTATION)
              ? Optional.of((Boolean) type.getMethod("readOnly").invoke(annotation))
              : depth == 0 ? Optional.empty() : readOnly(type, depth - 1);
      if (declared.isPresent()) {
        return declared;
      }
    }
    return Optional.empty();
  }
}
