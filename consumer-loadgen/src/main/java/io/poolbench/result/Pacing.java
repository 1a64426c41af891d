package io.poolbench.result;

import java.util.Objects;

/**
 * The driver's schedule keeping, in an open loop or with think time.
 *
 * @param service times of the OK calls of an open loop from the send; null in a closed loop
 * @param sendDelay times of its calls from the intended start to the send; null in a closed loop
 * @param lagTp99Millis the driver's own delay, from when a request was due and could be sent until
 *     it was sent; null with too few requests
 * @param backlog requests waiting at the window's end because too many were in flight
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
