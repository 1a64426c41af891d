package io.poolbench.inspect;

import java.util.Objects;
import java.util.Optional;

/**
 * The state of a running provider, as seen from outside.
 *
 * @param url such as {@code dubbo://192.0.2.7:20880}
 * @param heartbeatMillis until the answer to a heartbeat, or with Triple until the first HTTP/2
 *     frame
 * @param answer to the call named by the user; empty if none was
 */
public record RemoteInspection(String url, double heartbeatMillis, Optional<CallAnswer> answer) {
  public RemoteInspection {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(answer, "answer");
  }
}
