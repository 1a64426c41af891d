package io.poolbench.generator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.load.Load;
import io.poolbench.result.GeneratorUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A message from a coordinator to a generator, as JSON.
 *
 * @param token the secret of both
 * @param version of poolbench
 * @param session the coordinator's
 * @param body of the action
 */
record Message(String token, String version, String session, Action action, JsonNode body) {
  static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

  enum Action {
    HELLO,
    PING,
    OPEN,
    LEVEL,
    FOLLOW,
    TAKE,
    IN_FLIGHT,
    DRAIN,
    READ,
    CLOSE,
    BYE
  }

  /**
   * What a generator is.
   *
   * @param process distinguishes it from any other
   * @param freeDescriptors how many files and connections it may still open
   * @param wallMillis its wall clock
   */
  record Hello(String process, int cpus, String host, long freeDescriptors, long wallMillis) {}

  /** One of a session's loads. */
  record OfLoad(long load) {}

  /** An order to a load, carried out after a delay. */
  record LevelOrder(long load, List<Integer> levels, long delayNanos) {}

  /** An order to a load, carried out after a delay. */
  record FollowOrder(long load, List<Load.Hold> holds, long delayNanos) {}

  /** An order to a load, carried out after a delay. */
  record TakeOrder(long load, long delayNanos) {}

  /** An order to some groups of a load. */
  record DrainOrder(long load, List<Integer> groups, long atMostNanos) {}

  /** The answer to {@link Action#TAKE}. */
  record TakenText(IntervalText interval, Map<String, Long> failed) {}

  /** The answer to {@link Action#READ}. */
  record UseText(GeneratorUse use) {}

  Message {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(action, "action");
  }

  /**
   * An answer.
   *
   * @param problem why there is none, in one line; null where there is
   * @param mistake whether the user has to mend it
   */
  record Answer(String problem, boolean mistake, JsonNode body) {
    static Answer of(Object body) {
      return new Answer(null, false, JSON.valueToTree(body));
    }

    static Answer problem(GeneratorException problem) {
      return new Answer(problem.getMessage(), problem.isMistake(), null);
    }
  }

  /** The body as a record. */
  <T> T body(Class<T> type) throws JsonProcessingException {
    return JSON.treeToValue(body, type);
  }

  static byte[] bytes(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T read(byte[] json, Class<T> type) throws IOException {
    return JSON.readValue(json, type);
  }
}
