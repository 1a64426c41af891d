package io.poolbench.result;

import java.util.Objects;

/**
 * How a driver kept to its schedule, where it has one: in an open loop, or where users think.
 *
 * @param service of the OK calls of an open loop, from the send; null in a closed loop
 * @param sendDelay of its calls, from the intended start to the send; null in a closed loop
 * @param lagTp99Millis the driver's own lateness: from the moment at which a request was due and
 *     could be sent until it was; null where too few were
 * @param backlog requests that waited at the window's end, as too many were in flight
 * @param serviceHistogram service times in nanoseconds, as {@link StepResult#histogram}; empty in a
 *     closed loop
 * @param sendDelayHistogram send delays in nanoseconds, likewise
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
