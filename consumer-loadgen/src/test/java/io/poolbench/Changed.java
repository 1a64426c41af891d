package io.poolbench;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records that differ from another one in some of their components. */
public final class Changed {
  private Changed() {}

  /**
   * The same record with other values, all of which are changed together.
   *
   * @param path a component, or one within it: {@code cells.0.redis}; one of a group of components
   *     may be named without the group
   * @param more further pairs of a path and its value
   * @throws IllegalArgumentException where it has no such component, or takes no such value
   */
  @SuppressWarnings("unchecked") // a record's constructor makes one of its own class
  public static <R extends Record> R with(R plain, String path, Object value, Object... more) {
    Map<List<String>, Object> changes = new LinkedHashMap<>();
    changes.put(List.of(path.split("\\.", -1)), value);
    for (int i = 0; i < more.length; i += 2) {
      changes.put(List.of(((String) more[i]).split("\\.", -1)), more[i + 1]);
    }
    return (R) changed(plain, changes);
  }

  private static Object changed(Object plain, Map<List<String>, Object> changes) {
    if (changes.containsKey(List.<String>of())) {
      return changes.get(List.<String>of());
    }
    Set<String> names = changes.keySet().stream().map(of -> of.get(0)).collect(Collectors.toSet());
    if (plain instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list);
      names.forEach(
          index -> {
            int at = Integer.parseInt(index);
            copy.set(at, changed(list.get(at), within(index, changes)));
          });
      return Collections.unmodifiableList(copy);
    }
    try {
      RecordComponent[] components = plain.getClass().getRecordComponents();
      for (String name : List.copyOf(names)) {
        Optional<String> group = group(components, name);
        if (group.isPresent()) {
          return changed(plain, moved(changes, name, group.get()));
        }
      }
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        components[i].getAccessor().setAccessible(true);
        values[i] = components[i].getAccessor().invoke(plain);
        if (names.remove(components[i].getName())) {
          values[i] = changed(values[i], within(components[i].getName(), changes));
        }
      }
      if (!names.isEmpty()) {
        throw new IllegalArgumentException(plain.getClass() + " has no " + names);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> constructor = plain.getClass().getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      Throwable why = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new IllegalArgumentException(changes + " of " + plain.getClass(), why);
    }
  }

  /** The component whose record has a component of this name, which the whole record has not. */
  private static Optional<String> group(RecordComponent[] components, String name) {
    return Arrays.stream(components).anyMatch(each -> each.getName().equals(name))
        ? Optional.empty()
        : Arrays.stream(components)
            .filter(each -> each.getType().isRecord())
            .filter(
                each ->
                    Arrays.stream(each.getType().getRecordComponents())
                        .anyMatch(inner -> inner.getName().equals(name)))
            .map(RecordComponent::getName)
            .findFirst();
  }

  private static Map<List<String>, Object> moved(
      Map<List<String>, Object> changes, String name, String group) {
    Map<List<String>, Object> moved = new LinkedHashMap<>();
    changes.forEach(
        (path, value) ->
            moved.put(
                path.get(0).equals(name)
                    ? Stream.concat(Stream.of(group), path.stream()).toList()
                    : path,
                value));
    return moved;
  }

  /** The changes of one component, by their paths in it. */
  private static Map<List<String>, Object> within(
      String component, Map<List<String>, Object> changes) {
    Map<List<String>, Object> within = new LinkedHashMap<>();
    changes.forEach(
        (path, value) -> {
          if (path.get(0).equals(component)) {
            within.put(path.subList(1, path.size()), value);
          }
        });
    return within;
  }
}
