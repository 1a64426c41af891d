package io.poolbench.study;

import static java.util.Map.entry;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.CallLimit;
import io.poolbench.api.Named;
import io.poolbench.api.PoolConfig;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Reads records from sections, by the names and types of their components.
 *
 * <p>A component is read from the setting of its name; a number or a JSON text whose name ends with
 * its unit from the setting without it, such as {@code long timeoutMillis} from {@code timeout}.
 * {@link JsonProperty} names another setting, and a record that is {@link JsonUnwrapped} is read
 * from the same section. A setting that is left out is null, or an empty list or map; a primitive
 * must be given.
 */
final class RecordReader {
  private static final Map<Class<?>, BiFunction<Section, String, ?>> TYPES =
      Map.ofEntries(
          entry(String.class, Section::text),
          entry(boolean.class, Section::truth),
          entry(int.class, Section::integer),
          entry(Integer.class, Section::integer),
          entry(long.class, Section::whole),
          entry(Duration.class, Section::duration),
          entry(AddedLatency.class, Section::latency),
          entry(Sla.class, Section::sla),
          entry(PoolConfig.class, (section, key) -> DubboSettings.pool(section)),
          entry(CallLimit.class, (section, key) -> section.read(key, DubboSettings::limit)));

  private static final Map<String, BiFunction<Section, String, ?>> UNITS =
      Map.of(
          "Micros", Section::micros,
          "Millis", Section::wholeMillis,
          "Bytes", Section::bytes,
          "Pct", Section::percent,
          "Json", Section::json);

  private RecordReader() {}

  static <R> R read(Class<R> type, Section section) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      Constructor<R> canonical =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      return canonical.newInstance(
          Arrays.stream(components).map(component -> value(component, section)).toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException problem
          ? problem
          : new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no record that can be read: " + type, e);
    }
  }

  private static Object value(RecordComponent component, Section section) {
    String name = component.getName();
    Class<?> type = component.getType();
    BiFunction<Section, String, ?> reader = TYPES.get(type);
    if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
      return reader == null ? read(type, section) : reader.apply(section, name);
    }
    for (Map.Entry<String, BiFunction<Section, String, ?>> unit : UNITS.entrySet()) {
      if (name.endsWith(unit.getKey())) {
        name = name.substring(0, name.length() - unit.getKey().length());
        reader = unit.getValue();
      }
    }
    JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
    String key = other == null ? name : other.value();
    if (type == List.class) {
      return list(argument(component, 0), section, key);
    }
    if (type == Map.class) {
      Class<?> values = argument(component, 1);
      return values == String.class
          ? section.textsByName(key)
          : section.map(key, each -> read(values, each));
    }
    if (!section.has(key) && !type.isPrimitive()) {
      return null;
    }
    if (reader != null) {
      return reader.apply(section, key);
    }
    return type.isEnum()
        ? section.constant(key, (Named[]) type.getEnumConstants())
        : section.read(key, each -> read(type, each));
  }

  private static List<?> list(Class<?> values, Section section, String key) {
    if (values == String.class) {
      return section.texts(key);
    }
    if (values == Integer.class) {
      return section.has(key) ? section.levels(key) : List.of();
    }
    return section.list(key, each -> read(values, each));
  }

  private static Class<?> argument(RecordComponent component, int index) {
    return (Class<?>)
        ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[index];
  }
}
