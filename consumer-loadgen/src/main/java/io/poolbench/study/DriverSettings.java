package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.util.Objects;

/**
 * How the driver calls the provider.
 *
 * @param client the client's id, such as {@code wire}; the schema of studies lists the valid ones
 * @param connections TCP connections to the provider, shared by all users; null = 1, or for {@link
 *     #HTTP} as many as there are calls in flight
 * @param timeoutMillis the timeout of a call, 1 ms to 1 h
 * @param decodeOneIn one of this many OK answers is decoded fully and compared with the data set,
 *     with the answer that a study's call expects, or with the first answer of {@link #HTTP}
 */
public record DriverSettings(
    String client, CalledMethod method, Integer connections, long timeoutMillis, int decodeOneIn) {
  public static final String HTTP = "http";

  static final String WIRE = "wire";

  static final String TRI = "tri";

  private static final int MAX_CONNECTIONS = 1024;

  public DriverSettings {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(method, "method");
    boolean http = client.equals(HTTP);
    connections = connections == null && !http ? (Integer) 1 : connections;
    if (connections != null) {
      int most = http ? Workload.Closed.MAX_USERS : MAX_CONNECTIONS;
      InvalidSettingException.requireRange("connections", connections, 1, most);
    }
    InvalidSettingException.requireRange("timeout", timeoutMillis, "ms", 1, 3_600_000, "1ms..1h");
  }

  static DriverSettings of(Section driver, CalledMethod method) {
    return new DriverSettings(
        driver.text("client"),
        method,
        driver.ifGiven("connections", Section::integer),
        driver.wholeMillis("timeout"),
        driver.integer("decodeOneIn"));
  }

  /**
   * Whether an answer alone shows that its call was refused. Triple resets the stream of any call
   * that fails in the I/O threads, so refusals are taken from the provider's count instead.
   */
  public boolean knowsRefusals() {
    return !client.equals(TRI);
  }

  public DriverSettings calling(CalledMethod other) {
    return new DriverSettings(client, other, connections, timeoutMillis, decodeOneIn);
  }
}
