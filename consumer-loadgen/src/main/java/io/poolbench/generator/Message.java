package io.poolbench.generator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.load.Load;
import io.poolbench.remote.PeerJson;
import java.util.List;

/** What a coordinator asks of a generator, and its answers. */
final class Message {
  private Message() {}

  /** What is asked for. */
  enum Action {
    OPEN,
    LEVEL,
    FOLLOW,
    TAKE,
    IN_FLIGHT,
    DRAIN,
    READ,
    CLOSE
  }

  /**
   * What a generator is.
   *
   * @param cpus that it may use
   * @param host in words
   * @param freeDescriptors how many files and connections it may still open
   */
  record Facts(int cpus, String host, long freeDescriptors) {}

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

  /** The body as a record. */
  static <T> T body(JsonNode body, Class<T> type) throws JsonProcessingException {
    return PeerJson.MAPPER.treeToValue(body, type);
  }
}
