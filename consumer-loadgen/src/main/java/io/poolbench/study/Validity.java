package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;

/**
 * The limit on how late the driver may send, beyond which a step is INVALID; the other limits are
 * the same for all studies.
 *
 * @param lag TP99 of the delay with which the driver sends due requests
 */
public record Validity(Duration lag) {
  public Validity {
    if (lag.compareTo(Duration.ZERO) <= 0) {
      throw new InvalidSettingException("lag", "0ms out of range (valid: above 0ms)");
    }
  }
}
