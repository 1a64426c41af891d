package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Named;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A section of a cell's merged settings, from which a record is read. The schema has checked the
 * form of each value; an {@link InvalidSettingException} names the setting by its path from here,
 * or no setting where the problem is the whole section's.
 *
 * @param metrics that an SLA may bound
 */
public record Section(JsonNode settings, List<? extends BoundedMetric> metrics) {
  /** The problem of a setting that is required and not given. */
  static final String MISSING = "missing";

  /** The setting of a section that a study may write as one text. */
  static final String MEAN = "mean";

  boolean has(String key) {
    return settings.has(key);
  }

  boolean isText(String key) {
    return settings.path(key).isTextual();
  }

  private JsonNode value(String key) {
    JsonNode value = settings.get(key);
    if (value == null) {
      throw new InvalidSettingException(key, MISSING);
    }
    return value;
  }

  /** The value of a setting that may be left out; null if it is. */
  <T> T ifGiven(String key, BiFunction<Section, String, T> reader) {
    return has(key) ? reader.apply(this, key) : null;
  }

  /** Reads a record from a section within this one, which may be written as one text: its mean. */
  <T> T read(String key, Function<Section, T> reader) {
    return read(key, value(key), reader);
  }

  private <T> T read(String path, JsonNode settings, Function<Section, T> reader) {
    JsonNode section =
        settings.isTextual() ? JsonNodeFactory.instance.objectNode().set(MEAN, settings) : settings;
    try {
      return reader.apply(new Section(section, metrics));
    } catch (InvalidSettingException e) {
      String setting = e.setting().isEmpty() ? path : path + "." + e.setting();
      throw new InvalidSettingException(setting, e.getMessage());
    }
  }

  /** Reads a record from each entry of a list; empty if it is left out. */
  <T> List<T> list(String key, Function<Section, T> reader) {
    JsonNode entries = settings.path(key);
    return IntStream.range(0, entries.size())
        .mapToObj(index -> read(key + "." + index, entries.get(index), reader))
        .toList();
  }

  /** Reads a record from each section within a section, by its name; empty if it is left out. */
  <T> Map<String, T> map(String key, Function<Section, T> reader) {
    Map<String, T> records = new LinkedHashMap<>();
    settings
        .path(key)
        .forEachEntry((name, each) -> records.put(name, read(key + "." + name, each, reader)));
    return records;
  }

  /** Reads a record from each section within a section, whose name is its {@code name}. */
  <R extends Record> List<R> named(String key, Class<R> type) {
    List<R> records = new ArrayList<>();
    settings
        .path(key)
        .forEachEntry(
            (name, each) -> {
              ObjectNode named = each.deepCopy();
              records.add(
                  read(key + "." + name, named.put("name", name), part -> part.record(type)));
            });
    return records;
  }

  /** Reads a record from this section, see {@link RecordReader}. */
  <R extends Record> R record(Class<R> type) {
    return RecordReader.read(type, this);
  }

  /** Reads a record from a section within this one; null if it is left out. */
  <R extends Record> R record(String key, Class<R> type) {
    return has(key) ? read(key, section -> section.record(type)) : null;
  }

  /** A text; the value as JSON if it is a list or a section. */
  String text(String key) {
    JsonNode value = value(key);
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  /** A text that may be left out; empty if it is. */
  String textOrEmpty(String key) {
    return settings.path(key).asText();
  }

  List<String> texts(String key) {
    return settings.path(key).valueStream().map(JsonNode::asText).toList();
  }

  Map<String, String> textsByName(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    settings.path(key).forEachEntry((name, text) -> texts.put(name, text.asText()));
    return texts;
  }

  /** A value of any form, as JSON. */
  String json(String key) {
    return value(key).toString();
  }

  boolean truth(String key) {
    return value(key).booleanValue();
  }

  int integer(String key) {
    return value(key).intValue();
  }

  long whole(String key) {
    return value(key).longValue();
  }

  <E extends Named> E constant(String key, E[] constants) {
    return InvalidSettingException.constant(key, "value", constants, Named::id, text(key));
  }

  List<Integer> levels(String key) {
    return parsed(key, Levels::read, value(key));
  }

  Duration duration(String key) {
    return parsed(key, DurationText::parse, text(key));
  }

  long micros(String key) {
    return DurationText.toMicros(duration(key));
  }

  long wholeMillis(String key) {
    if (micros(key) % 1000 != 0) {
      throw new InvalidSettingException(
          key, "duration '" + text(key) + "' is too fine (valid: whole milliseconds)");
    }
    return micros(key) / 1000;
  }

  int bytes(String key) {
    return parsed(key, Quantity.BYTES::parse, text(key)).intValue();
  }

  int percent(String key) {
    return parsed(key, Quantity.PERCENT::parse, text(key)).intValue();
  }

  AddedLatency latency(String key) {
    return read(
        key,
        added ->
            new AddedLatency(
                added.micros(MEAN), added.has("deviation") ? added.micros("deviation") : 0));
  }

  Sla sla(String key) {
    return read(key, Sla::of);
  }

  private static <F, T> T parsed(String key, Function<F, T> grammar, F value) {
    try {
      return grammar.apply(value);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(key, e.getMessage());
    }
  }
}
