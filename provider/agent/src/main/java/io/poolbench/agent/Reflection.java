package io.poolbench.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

final class Reflection {
  private Reflection() {}

  static Object call(Method method, Object object, Object... arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw Reflection.<RuntimeException>unchecked(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Calls a public method by its name; its class need not be public. */
  static Object call(Object object, String name, Class<?>[] types, Object... arguments) {
    try {
      Method method = object.getClass().getMethod(name, types);
      method.setAccessible(true);
      return call(method, object, arguments);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(object.getClass().getName() + " has no method " + name, e);
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable failure) throws E {
    throw (E) failure;
  }
}
