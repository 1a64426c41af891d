package io.poolbench.inspect;

import java.util.Objects;
import java.util.Optional;

/**
 * What can be seen of a provider from outside.
 *
 * @param url such as {@code dubbo://192.0.2.7:20880}
 * @param heartbeatMillis until it answered a heartbeat, or by Triple the first frame of HTTP/2
 * @param answer to the one call that was named; empty where none was
 */
public record RemoteInspection(String url, double heartbeatMillis, Optional<CallAnswer> answer) {
  public RemoteInspection {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(answer, "answer");
  }
}
