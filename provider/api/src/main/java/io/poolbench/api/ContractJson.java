package io.poolbench.api;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import io.poolbench.core.StartException;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Locale;

/**
 * The form of the messages between the driver and the processes that it starts: a record as JSON in
 * one line. Constants of enums are in lower case.
 */
public final class ContractJson {
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .serializeNulls()
          .registerTypeAdapterFactory(new Constants())
          .create();

  private ContractJson() {}

  public static String write(Record message) {
    return GSON.toJson(message);
  }

  /** Any value of a message, such as an argument. */
  public static JsonElement tree(Object value) {
    return GSON.toJsonTree(value);
  }

  /**
   * Reads a value as {@link #tree} wrote it.
   *
   * @throws IllegalArgumentException if it is no value of this type
   */
  public static Object value(JsonElement tree, Type type) {
    try {
      return GSON.fromJson(tree, type);
    } catch (RuntimeException e) {
      throw invalid(TypeToken.get(type).getRawType(), e);
    }
  }

  /**
   * Reads a record.
   *
   * @throws InvalidSettingException if the record rejects a value
   * @throws IllegalArgumentException if the text is not such a record; the message names the
   *     component, but no value, as values may be secrets
   */
  public static <T extends Record> T read(String json, Class<T> type) {
    return complete(object(json, type), type);
  }

  static JsonObject object(String json, Class<?> type) {
    try {
      return JsonParser.parseString(json).getAsJsonObject();
    } catch (IllegalStateException | JsonParseException e) {
      throw invalid(type, e);
    }
  }

  /** Reads a record of which no component is missing. */
  static <T extends Record> T complete(JsonObject message, Class<T> type) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (!message.has(component.getName())) {
        throw new IllegalArgumentException("'" + component.getName() + "' missing");
      }
    }
    return read(message, type);
  }

  static <T extends Record> T read(JsonObject message, Class<T> type) {
    try {
      return GSON.fromJson(message, type);
    } catch (RuntimeException e) {
      throw StartException.rootCause(e) instanceof InvalidSettingException invalid
          ? invalid
          : invalid(type, e);
    }
  }

  private static IllegalArgumentException invalid(Class<?> type, RuntimeException failure) {
    // Gson's own message contains all values.
    Throwable cause = StartException.rootCause(failure);
    return new IllegalArgumentException(
        "no JSON of a " + type.getSimpleName() + ": " + StartException.rootMessage(cause), cause);
  }

  /** Reads and writes constants of enums in lower case; an unknown one is an invalid setting. */
  private static final class Constants implements TypeAdapterFactory {
    @Override
    @SuppressWarnings("unchecked")
    public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
      Class<?> raw = type.getRawType();
      // A constant with methods of its own is an instance of a subclass.
      Class<?> declared = raw.isEnum() ? raw : raw.getSuperclass();
      return declared != null && declared.isEnum()
          ? (TypeAdapter<T>) new ConstantsOf((Enum<?>[]) declared.getEnumConstants())
          : null;
    }
  }

  private static final class ConstantsOf extends TypeAdapter<Enum<?>> {
    private final Enum<?>[] constants;

    ConstantsOf(Enum<?>[] constants) {
      this.constants = constants;
    }

    @Override
    public void write(JsonWriter out, Enum<?> constant) throws IOException {
      out.value(text(constant));
    }

    @Override
    public Enum<?> read(JsonReader in) throws IOException {
      String setting = in.getPath().replaceFirst(".*\\.", "");
      return InvalidSettingException.constant(
          setting, setting, constants, ConstantsOf::text, in.nextString());
    }

    private static String text(Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }
  }
}
