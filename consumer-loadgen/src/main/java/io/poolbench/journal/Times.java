package io.poolbench.journal;

import java.util.List;
import java.util.Objects;

/**
 * The durations of calls.
 *
 * @param response response times of the calls answered OK: from the intended start in an open loop,
 *     from the send in a closed loop
 * @param service times of these calls from the send; empty in a closed loop, where they are the
 *     response times
 * @param sendDelay times from the intended start to the send, of calls of any outcome; open loop
 *     only
 * @param lag lateness of the driver: times from the instant at which a call was due and could be
 *     sent to its send; empty in a closed loop without think time
 */
public record Times(Durations response, Durations service, Durations sendDelay, Durations lag) {
  public static final Times NONE =
      new Times(Durations.NONE, Durations.NONE, Durations.NONE, Durations.NONE);

  public Times {
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(sendDelay, "sendDelay");
    Objects.requireNonNull(lag, "lag");
  }

  public static Times sum(List<Times> all) {
    return new Times(
        Durations.sum(all.stream().map(Times::response).toList()),
        Durations.sum(all.stream().map(Times::service).toList()),
        Durations.sum(all.stream().map(Times::sendDelay).toList()),
        Durations.sum(all.stream().map(Times::lag).toList()));
  }
}
