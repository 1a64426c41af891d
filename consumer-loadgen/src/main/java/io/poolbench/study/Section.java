package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
 */
public final class Section {
  /** The problem of a setting that is required and not given. */
  public static final String MISSING = "missing";

  /** The setting of a section that a study may write as one text. */
  public static final String MEAN = "mean";

  private final JsonNode settings;

  public Section(JsonNode settings) {
    this.settings = settings;
  }

  public boolean has(String key) {
    return settings.has(key);
  }

  public boolean isText(String key) {
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
  public <T> T ifGiven(String key, BiFunction<Section, String, T> reader) {
    return has(key) ? reader.apply(this, key) : null;
  }

  /** Reads a record from a section within this one, which may be written as one text: its mean. */
  public <T> T read(String key, Function<Section, T> reader) {
    return read(key, value(key), reader);
  }

  private static <T> T read(String path, JsonNode settings, Function<Section, T> reader) {
    JsonNode section =
        settings.isTextual() ? JsonNodeFactory.instance.objectNode().set(MEAN, settings) : settings;
    try {
      return reader.apply(new Section(section));
    } catch (InvalidSettingException e) {
      String setting = e.setting().isEmpty() ? path : path + "." + e.setting();
      throw new InvalidSettingException(setting, e.getMessage());
    }
  }

  /** Reads a record from each entry of a list; empty if it is left out. */
  public <T> List<T> list(String key, Function<Section, T> reader) {
    JsonNode entries = settings.path(key);
    return IntStream.range(0, entries.size())
        .mapToObj(index -> read(key + "." + index, entries.get(index), reader))
        .toList();
  }

  /** Reads a record from each section within a section, by its name; empty if it is left out. */
  public <T> Map<String, T> map(String key, Function<Section, T> reader) {
    Map<String, T> records = new LinkedHashMap<>();
    settings
        .path(key)
        .forEachEntry((name, each) -> records.put(name, read(key + "." + name, each, reader)));
    return records;
  }

  /** Reads a record that has its section's name from each section within a section. */
  public <T> List<T> named(String key, BiFunction<String, Section, T> reader) {
    List<T> records = new ArrayList<>();
    settings
        .path(key)
        .forEachEntry(
            (name, each) ->
                records.add(read(key + "." + name, each, named -> reader.apply(name, named))));
    return records;
  }

  public String text(String key) {
    return value(key).asText();
  }

  /** A text that may be left out; empty if it is. */
  public String textOrEmpty(String key) {
    return settings.path(key).asText();
  }

  public List<String> texts(String key) {
    return settings.path(key).valueStream().map(JsonNode::asText).toList();
  }

  public Map<String, String> textsByName(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    settings.path(key).forEachEntry((name, text) -> texts.put(name, text.asText()));
    return texts;
  }

  /** A value of any form, as JSON. */
  public String json(String key) {
    return value(key).toString();
  }

  public boolean truth(String key) {
    return value(key).booleanValue();
  }

  public int integer(String key) {
    return value(key).intValue();
  }

  long whole(String key) {
    return value(key).longValue();
  }

  public <E extends Named> E constant(String key, E[] constants) {
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

  private long microsOrNone(String key) {
    return has(key) ? micros(key) : 0;
  }

  double millis(String key) {
    return DurationText.toMillis(duration(key));
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
        key, added -> new AddedLatency(added.micros(MEAN), added.microsOrNone("deviation")));
  }

  private static <F, T> T parsed(String key, Function<F, T> grammar, F value) {
    try {
      return grammar.apply(value);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(key, e.getMessage());
    }
  }
}
