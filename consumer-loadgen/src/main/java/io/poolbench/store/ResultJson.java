package io.poolbench.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.Named;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.WebSettings;

/**
 * The JSON mapping of results: one property per record component, nulls included; instants and
 * durations in ISO 8601; pool types, dispatchers and similar constants by their names in studies; a
 * workload with its {@code model}; a provider's kind by its properties; a predefined method by its
 * name, a custom call as an object. Unknown properties are skipped, because later code of this
 * version may add some.
 */
final class ResultJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new Named.Ids())
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
              new SimpleModule().addDeserializer(CalledMethod.class, new CalledMethod.Reader()))
          .addMixIn(ProviderSettings.class, OfAnyKind.class)
          .build();

  private ResultJson() {}

  /** Selects the type by the properties that are present. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  @JsonSubTypes({
    @JsonSubTypes.Type(DubboSettings.class),
    @JsonSubTypes.Type(WebSettings.class),
    @JsonSubTypes.Type(TargetSettings.class),
    @JsonSubTypes.Type(RemoteSettings.class)
  })
  interface OfAnyKind {}
}
