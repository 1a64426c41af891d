package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;

/**
 * The limit on how late the driver may send, beyond which a step is INVALID; the other limits are
 * the same for all studies.
 *
 * @param lagMillis TP99 of the delay with which the driver sends due requests
 */
public record Validity(double lagMillis) {
  public Validity {
    if (!(lagMillis > 0) || Double.isInfinite(lagMillis)) {
      throw new InvalidSettingException("lag", lagMillis + "ms out of range (valid: above 0ms)");
    }
  }

  static Validity of(Section validity) {
    return new Validity(validity.millis("lag"));
  }
}
