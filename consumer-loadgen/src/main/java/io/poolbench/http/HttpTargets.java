package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.util.NetUtil;
import io.poolbench.http.BodyCheck.ExpectedBody;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.LoopTarget;
import io.poolbench.load.Target;
import io.poolbench.study.DriverSettings;
import java.io.IOException;

/**
 * Opens HTTP/1.1 clients that send the same GET request over persistent connections, with one
 * request in flight on each connection.
 *
 * <p>The request is encoded once. A call takes the connection that became idle last, or a new one:
 * there are as many connections as calls have been in flight at once, up to a limit, and one on
 * each event loop from the start. {@code sentNanos} is read when a call begins on its event loop; a
 * wait for a connection is part of the response time. {@code answeredNanos} is read when the last
 * byte of the response has been parsed. A timeout closes the connection.
 *
 * <p>A status other than 200 is an error with the reason {@code http_} and the status, if the
 * response has a length or is chunked; one without either breaks the connection. A compared body
 * that differs from the first one is an error too.
 *
 * @param path the request target, such as {@code /nodelay?size=2}
 * @param timeoutMillis the timeout of a call, at least 1
 * @param compareOneIn one of this many bodies per connection is compared with the first one
 * @param maxConnections the maximum number of connections; further calls wait for any of them, and
 *     all are then on one event loop
 */
public record HttpTargets(
    Destination server,
    String path,
    long timeoutMillis,
    int compareOneIn,
    int maxConnections,
    FailureReasons reasons)
    implements Target.Factory {
  private static final String THREAD_NAME = "poolbench-http";

  /** A factory of targets with the driver settings of a study. */
  public static HttpTargets of(
      DriverSettings settings, Destination server, FailureReasons reasons) {
    return new HttpTargets(
        server,
        "/" + settings.method().id(),
        settings.timeoutMillis(),
        settings.decodeOneIn(),
        settings.connections() == null ? Integer.MAX_VALUE : settings.connections(),
        reasons);
  }

  @Override
  public Target open(int slots, Target.Completion completion) throws IOException {
    // A call can wait only for connections of its own event loop.
    int loops =
        maxConnections < slots ? 1 : Math.min(slots, Runtime.getRuntime().availableProcessors());
    ExpectedBody body = new ExpectedBody();
    return LoopTarget.open(
        THREAD_NAME,
        server,
        loops,
        slots,
        () -> (share, bootstrap) -> new ConnectionPool(this, share, bootstrap, body, completion),
        () -> {});
  }

  /** The request that every call sends; HTTP/1.1 keeps the connection open by default. */
  byte[] request() {
    // With brackets around an IPv6 address.
    String host = NetUtil.toSocketAddressString(server.address());
    return "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(path, host).getBytes(US_ASCII);
  }
}
