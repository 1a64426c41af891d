package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * How the driver calls the provider.
 *
 * @param client the id of the client, such as {@code wire}; the schema of studies lists the valid
 *     ones
 * @param method the service method called
 * @param connections TCP connections to the provider, shared by all users
 * @param timeoutMillis the timeout of a call, 1 ms to 1 h
 * @param decodeOneIn one of this many OK answers is decoded fully and compared with the data set
 */
public record DriverSettings(
    String client, ServiceMethod method, int connections, long timeoutMillis, int decodeOneIn) {
  public DriverSettings {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(method, "method");
    InvalidSettingException.requireRange("connections", connections, 1, 1024);
    if (timeoutMillis < 1 || timeoutMillis > 3_600_000) {
      throw new InvalidSettingException(
          "timeout", timeoutMillis + "ms out of range (valid: 1ms..1h)");
    }
    InvalidSettingException.requireRange("decodeOneIn", decodeOneIn, 1, Integer.MAX_VALUE);
  }

  /** The same driver of another method. */
  public DriverSettings calling(ServiceMethod other) {
    return new DriverSettings(client, other, connections, timeoutMillis, decodeOneIn);
  }
}
