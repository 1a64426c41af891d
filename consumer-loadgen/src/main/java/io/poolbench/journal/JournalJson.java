package io.poolbench.journal;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** The JSON of journal entries: one property per record component; durations as one text each. */
final class JournalJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule()
                  .addSerializer(Durations.class, new Writer())
                  .addDeserializer(Durations.class, new Reader()))
          .build();

  private JournalJson() {}

  private static final class Writer extends JsonSerializer<Durations> {
    @Override
    public void serialize(Durations durations, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(durations.text());
    }
  }

  private static final class Reader extends JsonDeserializer<Durations> {
    @Override
    public Durations deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      try {
        return Durations.parse(json.getText());
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(json, e.getMessage(), e);
      }
    }
  }
}
