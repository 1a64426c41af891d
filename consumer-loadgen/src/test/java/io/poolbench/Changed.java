package io.poolbench;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Records that are as another one but for a component. */
public final class Changed {
  private Changed() {}

  /**
   * The same record with another value of one component.
   *
   * @throws IllegalArgumentException where it has no such component, or takes no such value
   */
  @SuppressWarnings("unchecked") // a record's constructor makes one of its own class
  public static <R extends Record> R with(R plain, String component, Object value) {
    RecordComponent[] components = plain.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean here = components[i].getName().equals(component);
        found |= here;
        components[i].getAccessor().setAccessible(true);
        values[i] = here ? value : components[i].getAccessor().invoke(plain);
      }
      if (!found) {
        throw new IllegalArgumentException(plain.getClass() + " has no " + component);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> constructor = plain.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (R) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      Throwable why = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new IllegalArgumentException(component + " of " + plain.getClass(), why);
    }
  }
}
