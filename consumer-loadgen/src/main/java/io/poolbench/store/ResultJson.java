package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.api.CallLimit;
import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.LaunchConfig.Dispatcher;
import io.poolbench.api.LaunchConfig.ExecutorManagement;
import io.poolbench.api.LaunchConfig.Fidelity;
import io.poolbench.api.PoolType;
import io.poolbench.api.RpcProtocol;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Calls;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellEnvironment.ProviderHost;
import io.poolbench.result.CellResult;
import io.poolbench.result.DriverUse;
import io.poolbench.result.ProviderUse.ThreadRole;
import io.poolbench.result.StepResult;
import io.poolbench.result.Unit;
import io.poolbench.result.Violation;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CallSettings.RecordOrder;
import io.poolbench.spec.CallSettings.Serialization;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.CalledMethod.CallMix;
import io.poolbench.spec.CpuSets;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import io.poolbench.spec.WebSettings;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The JSON mapping of results: one property per record component, nulls included; instants and
 * durations in ISO 8601; pool types, dispatchers and similar constants by their names in studies; a
 * workload with its {@code model}; a provider's kind by its properties; a predefined method by its
 * name, a custom call as an object. Unknown properties are skipped, because later code of this
 * version may add some.
 */
final class ResultJson {
  /** Types written by their {@code id()}, the name in studies or tables. */
  private static final List<Class<? extends Enum<?>>> NAMED =
      List.of(
          PoolType.class,
          CallLimit.Kind.class,
          RpcProtocol.class,
          ContainerKind.class,
          Dispatcher.class,
          ExecutorManagement.class,
          Fidelity.class,
          RedisKind.class,
          ServiceMethod.class,
          RecordOrder.class,
          Scheduling.class,
          CpuSets.Awake.class,
          Serialization.class,
          TargetProgram.Registry.class,
          LoadSchedule.Order.class,
          Search.Method.class,
          ArrivalProcess.class,
          ThinkTime.Distribution.class,
          ThreadRole.class);

  static final JsonMapper MAPPER = mapper();

  private ResultJson() {}

  private static JsonMapper mapper() {
    JsonMapper.Builder mapper =
        JsonMapper.builder()
            // Only components are properties; methods such as isNone() are not.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new JavaTimeModule())
            .addModule(
                new SimpleModule()
                    .addDeserializer(CalledMethod.class, new CalledMethodDeserializer()))
            .addMixIn(Unit.class, BySymbol.class)
            .addMixIn(RedisSettings.class, WithoutCredentials.class)
            .addMixIn(Workload.class, WithModel.class)
            .addMixIn(ProviderSettings.class, OfAnyKind.class)
            .addMixIn(CellResult.class, WithAllSteps.class)
            .addMixIn(LoadSchedule.class, OfPhases.class)
            .addMixIn(StepResult.class, WithPhases.class)
            .addMixIn(Calls.class, WithLate.class)
            .addMixIn(DriverUse.class, WithGenerators.class)
            .addMixIn(CellEnvironment.class, WithHosts.class)
            .addMixIn(Violation.class, WithGenerator.class);
    NAMED.forEach(type -> mapper.addMixIn(type, ById.class));
    return mapper.build();
  }

  interface ById {
    @JsonValue
    String id();
  }

  interface BySymbol {
    @JsonValue
    String symbol();
  }

  /** Removes credentials from a URI, because results are shared. */
  @JsonSerialize(converter = CredentialsFilter.class)
  interface WithoutCredentials {}

  /** The file's {@code steps} contain all steps. */
  interface WithAllSteps {
    @JsonProperty("steps")
    List<StepResult> allSteps();
  }

  /** Omits empty groups. */
  interface WithGroups {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> groups();
  }

  interface WithGenerators {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> generators();
  }

  interface WithHosts extends WithGenerators {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    ProviderHost providerHost();
  }

  interface WithGenerator {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    String generator();
  }

  interface WithPhases extends WithGroups {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> phases();

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> slices();

    @JsonInclude(JsonInclude.Include.NON_NULL)
    Double capacityTps();
  }

  interface OfPhases extends WithGroups {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<?> phases();

    @JsonInclude(JsonInclude.Include.NON_NULL)
    CapacityLoad capacity();

    @JsonInclude(JsonInclude.Include.NON_NULL)
    Duration slice();
  }

  interface WithLate {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    Long late();
  }

  /** Selects the type by {@link Workload#id()}. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Workload.Closed.class, name = "closed"),
    @JsonSubTypes.Type(value = Workload.Open.class, name = "open")
  })
  interface WithModel {}

  /** Selects the type by the properties that are present. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  @JsonSubTypes({
    @JsonSubTypes.Type(DubboSettings.class),
    @JsonSubTypes.Type(WebSettings.class),
    @JsonSubTypes.Type(TargetSettings.class),
    @JsonSubTypes.Type(RemoteSettings.class)
  })
  interface OfAnyKind {}

  private static final class CalledMethodDeserializer extends StdDeserializer<CalledMethod> {
    private static final long serialVersionUID = 1L;

    CalledMethodDeserializer() {
      super(CalledMethod.class);
    }

    @Override
    public CalledMethod deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      JsonNode method = context.readTree(json);
      Class<? extends CalledMethod> kind =
          method.isTextual()
              ? ServiceMethod.class
              : method.has("calls") ? CallMix.class : CallSettings.class;
      return context.readTreeAsValue(method, kind);
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
}
