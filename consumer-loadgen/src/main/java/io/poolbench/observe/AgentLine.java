package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.core.AgentProtocol;
import io.poolbench.journal.ProgramSamples;
import java.io.IOException;
import java.io.Reader;

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

  public AgentLine {
    if (sampled != null
        && (sampled.seconds() == 0
            || sampled.pools().stream().anyMatch(pool -> pool.samples().busy().isEmpty()))) {
      throw new IllegalArgumentException("sampled: no time, or no sample of a pool");
    }
  }

  /**
   * Reads the next whole line; null at the end, which may cut a line off.
   *
   * @throws IOException also if the line is longer than an agent's
   */
  static String next(Reader from) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = from.read(); next != '\n'; next = from.read()) {
      if (next < 0) {
        return null;
      }
      if (line.length() == AgentProtocol.MAX_LINE) {
        throw new IOException(
            "a line of more than %d Mi characters".formatted(AgentProtocol.MAX_LINE >> 20));
      }
      line.append((char) next);
    }
    return line.toString();
  }

  public static AgentLine parse(String line) throws JsonProcessingException {
    return JSON.readValue(line, AgentLine.class);
  }
}
