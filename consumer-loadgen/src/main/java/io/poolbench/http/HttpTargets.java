package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.http.BodyCheck.ExpectedBody;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.LoopTarget;
import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * Opens HTTP/1.1 clients that send the same request over persistent connections, with one request
 * in flight on each connection.
 *
 * <p>The request is encoded once. A call takes the connection that became idle last, or a new one:
 * there are as many connections as calls have been in flight at once, up to a limit, and one on
 * each event loop from the start. {@code sentNanos} is read when a call begins on its event loop; a
 * wait for a connection is part of the response time. {@code answeredNanos} is read when the last
 * byte of the response has been parsed. A timeout closes the connection.
 *
 * <p>A status other than 200 is an error with the reason {@code http_} and the status. A compared
 * body that differs from the first one is an error too.
 *
 * @param timeoutMillis the timeout of a call, at least 1
 * @param compareOneIn one of this many bodies per connection is compared with the first one
 * @param maxConnections the maximum number of connections; further calls wait for one
 * @param reconnects counts the connections that replaced a lost or closed one
 */
public record HttpTargets(
    Destination server,
    HttpRequest request,
    long timeoutMillis,
    int compareOneIn,
    int maxConnections,
    FailureReasons reasons,
    LongAdder reconnects)
    implements Target.Factory {
  private static final String THREAD_NAME = "poolbench-http";

  /** A factory of targets with the driver settings of a study. */
  public static HttpTargets of(
      DriverSettings settings, Destination server, FailureReasons reasons, LongAdder reconnects) {
    return new HttpTargets(
        server,
        new HttpRequest("GET", "/" + settings.method().id()),
        settings.timeoutMillis(),
        settings.decodeOneIn(),
        settings.connections() == null ? Integer.MAX_VALUE : settings.connections(),
        reasons,
        reconnects);
  }

  @Override
  public Target open(int slots, Target.Completion completion) throws IOException {
    int loops =
        Math.min(Math.min(slots, maxConnections), Runtime.getRuntime().availableProcessors());
    ExpectedBody body = new ExpectedBody();
    return LoopTarget.open(
        THREAD_NAME,
        server,
        loops,
        slots,
        () -> (share, bootstrap) -> new ConnectionPool(this, share, bootstrap, body, completion),
        () -> {});
  }

  /**
   * The HTTP request that every call of a target sends; it has no body.
   *
   * @param method such as {@code GET}; HEAD and CONNECT are invalid, because responses to HEAD have
   *     no body whatever their headers say
   * @param path the request target, such as {@code /nodelay?size=2}
   */
  public record HttpRequest(String method, String path) {
    private static final Pattern METHOD = Pattern.compile("(?!HEAD$|CONNECT$)[A-Z]+");
    private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^#]]*");

    public HttpRequest {
      if (!METHOD.matcher(method).matches()) {
        throw new InvalidSettingException(
            "method", "invalid HTTP method '" + method + "' (valid: GET, POST, ...)");
      }
      if (!PATH.matcher(path).matches()) {
        throw new InvalidSettingException(
            "path", "invalid path '" + path + "' (example: /nodelay?size=2)");
      }
    }

    /** Encodes the request. HTTP/1.1 keeps the connection open by default. */
    byte[] encoded(InetSocketAddress server) {
      String empty = method.equals("GET") ? "" : "Content-Length: 0\r\n";
      return "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s\r\n"
          .formatted(method, path, server.getHostString(), server.getPort(), empty)
          .getBytes(US_ASCII);
    }
  }
}
