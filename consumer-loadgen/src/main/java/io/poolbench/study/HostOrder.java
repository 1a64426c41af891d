package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.lab.LabException;
import io.poolbench.remote.PeerJson;
import io.poolbench.result.Host;
import io.poolbench.result.ViolationCode;
import java.util.List;

/** What a driver asks of the lab daemon on the provider's host, and its answers. */
final class HostOrder {
  private HostOrder() {}

  /** What is asked for. */
  enum Action {
    /** Whether the host has what a cell names: {@link OfCell}, {@link Checked}. */
    CHECK,
    /** The state of the host's CPUs: a kernel list. */
    BEFORE_CELL,
    /** {@link StartOrder}, {@link Started}. */
    START,
    /** The counters of an endpoint. */
    READ,
    /** Whether the provider still runs as it was asked to. */
    ALIVE,
    /** The state of the pool of an endpoint. */
    POOL,
    /** CPUs to run on: a kernel list. */
    PIN,
    /** CPUs that every thread has to run on: a kernel list. */
    REQUIRE_PINNED,
    /** Iterations of CPU work per call. */
    CPU_ITERATIONS,
    /** The endpoint whose pool is replaced. */
    RENEW_POOL,
    /** The latency added to Redis. */
    DELAY_REDIS,
    /** Whether Redis still serves. */
    CHECK_REDIS,
    /** The last lines of the provider's log. */
    LOG_TAIL,
    /** Ends the provider; its log. */
    END
  }

  /** What a provider host is; its JVM is that of the daemon. */
  record Facts(Host host) {}

  /** A cell as results hold it. */
  record OfCell(String cell) {}

  /**
   * A cell that was checked.
   *
   * @param setting that is invalid; null where none is
   * @param problem of that setting
   */
  record Checked(String setting, String problem) {}

  /**
   * A provider to start.
   *
   * @param cells as results hold them, without credentials
   * @param redisUri of an external Redis, with its password; empty without one
   */
  record StartOrder(List<String> cells, String redisUri) {}

  /**
   * A provider that was started.
   *
   * @param ready the line that it reported
   * @param facts what it is made of, in words
   * @param command that started it
   * @param redis in words, without a password
   * @param pinned whether it runs on its CPUs only
   * @param notes for people
   */
  record Started(
      String ready,
      String facts,
      List<String> command,
      String redis,
      boolean pinned,
      List<String> notes) {}

  /** Lines of text. */
  record Lines(List<String> lines) {}

  /**
   * What came of an order.
   *
   * @param value of the answer
   * @param failure of the lab; null where it succeeded
   */
  record Outcome(JsonNode value, Failure failure) {
    static Outcome of(Object value) {
      return new Outcome(PeerJson.MAPPER.valueToTree(value), null);
    }

    static Outcome of(LabException failure) {
      return new Outcome(
          null, new Failure(failure.code().id(), failure.getMessage(), failure.logTail()));
    }

    <T> T value(Class<T> type) throws LabException, JsonProcessingException {
      if (failure != null) {
        throw new LabException(
            ViolationCode.of(failure.code).orElse(ViolationCode.LAB_FAILED),
            failure.problem,
            failure.logTail);
      }
      return PeerJson.MAPPER.treeToValue(value, type);
    }
  }

  /** A {@link LabException}. */
  record Failure(String code, String problem, List<String> logTail) {}
}
