package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.journal.ProgramSamples;

/**
 * A line of the agent in an observed program: the program, why the observation ended, or what was
 * sampled in about a second. The others are null.
 */
public record AgentLine(String program, String ended, ProgramSamples sampled) {
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  public static AgentLine parse(String line) throws JsonProcessingException {
    return JSON.readValue(line, AgentLine.class);
  }
}
