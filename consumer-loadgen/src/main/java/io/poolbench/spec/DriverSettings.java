package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * How the driver calls.
 *
 * @param client the way into the provider
 * @param method what is called
 * @param connections TCP connections to the provider, shared by all users
 * @param timeoutMillis when a call without an answer is given up
 * @param decodeOneIn of this many OK answers one is decoded fully and compared with the data set
 */
public record DriverSettings(
    ClientKind client, ServiceMethod method, int connections, long timeoutMillis, int decodeOneIn) {
  public DriverSettings {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(method, "method");
    InvalidSettingException.requireRange("connections", connections, 1, 1024);
    if (timeoutMillis < 1 || timeoutMillis > 3_600_000) {
      throw new InvalidSettingException(
          "timeout", timeoutMillis + "ms is out of range; valid: 1ms..1h");
    }
    InvalidSettingException.requireRange("decodeOneIn", decodeOneIn, 1, Integer.MAX_VALUE);
  }
}
