package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.api.Dispatcher;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.PoolType;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.ThreadRole;
import io.poolbench.result.Unit;
import io.poolbench.spec.ArrivalProcess;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.Search;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * How the records of a result become JSON and come back: a property per component, nulls included;
 * instants and durations in ISO 8601; what a study names (a pool type, a dispatcher) by the study's
 * names; a workload with its {@code model}. Unknown properties are skipped: later code of this
 * version may add some.
 */
final class ResultJson {
  private ResultJson() {}

  static JsonMapper mapper() {
    return JsonMapper.builder()
        // Components only: a record's questions, such as isNone(), are no properties.
        .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .addModule(new JavaTimeModule())
        .addModule(names())
        .addMixIn(RedisSettings.class, WithoutCredentials.class)
        .addMixIn(Workload.class, WithModel.class)
        .addMixIn(CellResult.class, WithAllSteps.class)
        .addMixIn(LoadSchedule.class, WithGroups.class)
        .addMixIn(StepResult.class, WithGroups.class)
        .build();
  }

  private static SimpleModule names() {
    SimpleModule module = new SimpleModule("names of a study");
    name(module, PoolType.class, PoolType::id);
    name(module, Dispatcher.class, Dispatcher::id);
    name(module, ExecutorManagement.class, ExecutorManagement::id);
    name(module, Fidelity.class, Fidelity::id);
    name(module, RedisKind.class, RedisKind::id);
    name(module, ServiceMethod.class, ServiceMethod::id);
    name(module, Scheduling.class, Scheduling::id);
    name(module, LoadSchedule.Order.class, LoadSchedule.Order::id);
    name(module, Search.Method.class, Search.Method::id);
    name(module, Unit.class, Unit::symbol);
    name(module, ArrivalProcess.class, ArrivalProcess::id);
    name(module, ThinkTime.Distribution.class, ThinkTime.Distribution::id);
    module.addKeySerializer(ThreadRole.class, new RoleAsKey());
    module.addKeyDeserializer(ThreadRole.class, new KeyAsRole());
    return module;
  }

  private static <E extends Enum<E>> void name(
      SimpleModule module, Class<E> type, Function<E, String> id) {
    module.addSerializer(type, new NameSerializer<>(type, id));
    module.addDeserializer(type, new NameDeserializer<>(type, id));
  }

  /** A URI may hold a password; results are passed around. */
  @JsonSerialize(converter = CredentialsFilter.class)
  interface WithoutCredentials {}

  /** All steps are {@code steps} in the file. */
  interface WithAllSteps {
    @JsonProperty("steps")
    List<StepResult> allSteps();
  }

  /** Only where there are any. */
  interface WithGroups {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> groups();
  }

  /** Which of the two it is, by {@link Workload#id()}. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Workload.Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Workload.Open.class, name = "open")
  })
  interface WithModel {}

  private static final class RoleAsKey extends StdSerializer<ThreadRole> {
    private static final long serialVersionUID = 1L;

    RoleAsKey() {
      super(ThreadRole.class);
    }

    @Override
    public void serialize(ThreadRole role, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeFieldName(role.id());
    }
  }

  private static final class KeyAsRole extends KeyDeserializer {
    @Override
    public ThreadRole deserializeKey(String key, DeserializationContext context)
        throws IOException {
      for (ThreadRole role : ThreadRole.values()) {
        if (role.id().equals(key)) {
          return role;
        }
      }
      return (ThreadRole)
          context.handleWeirdKey(ThreadRole.class, key, "no thread of a provider is there for it");
    }
  }

  private static final class CredentialsFilter extends StdConverter<RedisSettings, RedisSettings> {
    @Override
    public RedisSettings convert(RedisSettings redis) {
      return new RedisSettings(
          redis.kind(),
          redis.uriWithoutCredentials(),
          redis.records(),
          redis.recordBytes(),
          redis.connections(),
          redis.latency());
    }
  }

  private static final class NameSerializer<E extends Enum<E>> extends StdSerializer<E> {
    private static final long serialVersionUID = 1L;

    private final transient Function<E, String> id;

    NameSerializer(Class<E> type, Function<E, String> id) {
      super(type);
      this.id = id;
    }

    @Override
    public void serialize(E value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(id.apply(value));
    }
  }

  private static final class NameDeserializer<E extends Enum<E>> extends StdDeserializer<E> {
    private static final long serialVersionUID = 1L;

    private final transient Function<E, String> id;
    private final Class<E> type;

    NameDeserializer(Class<E> type, Function<E, String> id) {
      super(type);
      this.type = type;
      this.id = id;
    }

    @Override
    public E deserialize(JsonParser json, DeserializationContext context) throws IOException {
      String text = json.getValueAsString();
      for (E value : type.getEnumConstants()) {
        if (id.apply(value).equals(text)) {
          return value;
        }
      }
      return type.cast(
          context.handleWeirdStringValue(
              type, text, "not one of the names of %s", type.getSimpleName()));
    }
  }
}
