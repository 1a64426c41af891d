package io.poolbench.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/**
 * A message from a coordinator, as JSON.
 *
 * @param token the secret of both
 * @param version of poolbench
 * @param session the coordinator's
 * @param action what is asked for
 * @param body of the action; null of one that has none
 */
record Request(String token, String version, String session, String action, JsonNode body) {
  /** Begins a session, or asks who answers. */
  static final String HELLO = "HELLO";

  /** Keeps the session. */
  static final String PING = "PING";

  /** Ends the session. */
  static final String BYE = "BYE";

  Request {
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
   * @param body of the answer
   */
  record Answer(String problem, boolean mistake, JsonNode body) {
    static Answer of(Object body) {
      return new Answer(null, false, PeerJson.MAPPER.valueToTree(body));
    }

    static Answer problem(PeerException problem) {
      return new Answer(problem.getMessage(), problem.isMistake(), null);
    }
  }

  /**
   * The answer to {@link #HELLO} and {@link #PING}.
   *
   * @param process distinguishes it from any other
   * @param wallMillis its wall clock
   * @param facts what it is
   */
  record Hello(String process, long wallMillis, JsonNode facts) {}
}
