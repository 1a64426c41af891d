package io.poolbench.agent;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** The fields of objects that refer to other objects, as far as they may be read. */
final class Fields {
  private static final String COUNTS = "(count|counter|total|num)";

  private static final List<Class<?>> COUNTERS =
      Arrays.asList(AtomicLong.class, AtomicInteger.class, LongAdder.class);

  private final Map<Class<?>, List<Field>> known = new HashMap<>();

  /** The value of a field by its name; null if there is none. */
  Object value(Object owner, String name) {
    for (Field field : of(owner.getClass())) {
      if (field.getName().equals(name)) {
        return value(field, owner);
      }
    }
    return null;
  }

  /**
   * Reads a count by a part of its field's name, in lower case; empty if there is none. A plain
   * number may be a time or a setting, unless its name says that it counts.
   */
  Optional<Supplier<Number>> count(Object owner, String part) {
    return of(owner.getClass()).stream()
        .filter(field -> isCount(field, field.getName().toLowerCase(Locale.ROOT), part))
        .map(field -> (Supplier<Number>) () -> (Number) value(field, owner))
        .findFirst();
  }

  private static boolean isCount(Field field, String name, String part) {
    return field.getType() == long.class
        ? !Modifier.isFinal(field.getModifiers()) && name.matches(".*" + part + ".*" + COUNTS)
        : name.contains(part) && COUNTERS.contains(field.getType());
  }

  /** As {@link #value(Object, String)}, of the fields that a class declares. */
  Object value(Object owner, Class<?> declaring, String name) {
    for (Field field : of(owner.getClass())) {
      if (field.getDeclaringClass() == declaring && field.getName().equals(name)) {
        return value(field, owner);
      }
    }
    return null;
  }

  /**
   * The objects to which an object refers, in order; those of an array are its elements.
   *
   * @param max of an array
   */
  List<Object> values(Object owner, int max) {
    List<Object> values = new ArrayList<>();
    if (owner instanceof Object[]) {
      Object[] elements = (Object[]) owner;
      for (int i = 0; i < elements.length && values.size() < max; i++) {
        add(values, elements[i]);
      }
      return values;
    }
    if (owner instanceof Reference) {
      add(values, referent((Reference<?>) owner));
    }
    of(owner.getClass()).stream()
        .filter(field -> !field.getType().isPrimitive())
        .forEach(field -> add(values, value(field, owner)));
    return values;
  }

  /** Null for one that does not tell, as those of the JDK's cleaners. */
  private static Object referent(Reference<?> reference) {
    try {
      return reference.get();
    } catch (RuntimeException notTold) {
      return null;
    }
  }

  private static void add(List<Object> values, Object value) {
    if (value != null) {
      values.add(value);
    }
  }

  private static Object value(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // only those that may be read are known
    }
  }

  private List<Field> of(Class<?> type) {
    return known.computeIfAbsent(type, Fields::read);
  }

  private static List<Field> read(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      try {
        for (Field field : each.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && isReadable(field)) {
            fields.add(field);
          }
        }
      } catch (LinkageError e) {
        fields.clear(); // the class of one of them is absent
      }
    }
    return fields;
  }

  private static boolean isReadable(Field field) {
    if (field.getType().isPrimitive() && field.getType() != long.class) {
      return false;
    }
    // JDKs before 16 let any field be read, but warn on the program's standard error.
    if (field.getDeclaringClass().getClassLoader() == null
        && !Observation.READ.contains(packageOf(field.getDeclaringClass()))) {
      return false;
    }
    try {
      field.setAccessible(true);
      return true;
    } catch (RuntimeException ofAClosedModule) {
      return false;
    }
  }

  private static String packageOf(Class<?> type) {
    return type.getName().substring(0, Math.max(0, type.getName().lastIndexOf('.')));
  }
}
