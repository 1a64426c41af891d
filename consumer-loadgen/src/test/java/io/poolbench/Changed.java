package io.poolbench;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** Records that differ from another one in some of their components. */
public final class Changed {
  private Changed() {}

  /**
   * The same record with other values.
   *
   * @param path a component, or one within it: {@code driver.cpuPct}, {@code cells.0.cell.redis}
   * @param more further pairs of a path and its value
   * @throws IllegalArgumentException where it has no such component, or takes no such value
   */
  @SuppressWarnings("unchecked") // a record's constructor makes one of its own class
  public static <R extends Record> R with(R plain, String path, Object value, Object... more) {
    Object changed = with(plain, List.of(path.split("\\.", -1)), value);
    for (int i = 0; i < more.length; i += 2) {
      changed = with((R) changed, (String) more[i], more[i + 1]);
    }
    return (R) changed;
  }

  private static Object with(Object plain, List<String> path, Object value) {
    if (path.isEmpty()) {
      return value;
    }
    UnaryOperator<Object> change = of -> with(of, path.subList(1, path.size()), value);
    if (plain instanceof List<?> list) {
      List<Object> changed = new ArrayList<>(list);
      int index = Integer.parseInt(path.get(0));
      changed.set(index, change.apply(list.get(index)));
      return Collections.unmodifiableList(changed);
    }
    return with((Record) plain, path.get(0), change);
  }

  private static Record with(Record plain, String component, UnaryOperator<Object> change) {
    RecordComponent[] components = plain.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean here = components[i].getName().equals(component);
        found |= here;
        components[i].getAccessor().setAccessible(true);
        Object value = components[i].getAccessor().invoke(plain);
        values[i] = here ? change.apply(value) : value;
      }
      if (!found) {
        throw new IllegalArgumentException(plain.getClass() + " has no " + component);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> constructor = plain.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return (Record) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      Throwable why = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new IllegalArgumentException(component + " of " + plain.getClass(), why);
    }
  }
}
