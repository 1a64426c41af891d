package io.poolbench.result;

import java.util.Objects;

/**
 * How well the driver kept its schedule, in an open loop or with think time.
 *
 * @param service times from send to answer of the OK calls of an open loop; null in a closed loop
 * @param sendDelay times from intended start to send of the calls of an open loop; null in a closed
 *     loop
 * @param lagTp99Millis TP99 of the driver's own delay: from when a request was due and could be
 *     sent until it was sent; null with too few requests
 * @param backlog requests waiting at the end of the window because too many were in flight
 * @param serviceHistogram {@code service} in nanoseconds, as {@link StepResult#histogram}; empty in
 *     a closed loop
 * @param sendDelayHistogram {@code sendDelay} likewise
 */
public record Pacing(
    Latency service,
    Latency sendDelay,
    Double lagTp99Millis,
    long backlog,
    String serviceHistogram,
    String sendDelayHistogram) {
  public Pacing {
    Objects.requireNonNull(serviceHistogram, "serviceHistogram");
    Objects.requireNonNull(sendDelayHistogram, "sendDelayHistogram");
  }
}
