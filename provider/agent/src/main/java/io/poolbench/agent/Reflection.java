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

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable failure) throws E {
    throw (E) failure;
  }
}
