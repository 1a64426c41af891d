package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.http.BodyCheck.ExpectedBody;
import io.poolbench.load.Destination;
import io.poolbench.load.EventLoops;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * An HTTP/1.1 client that sends the same request over persistent connections, with one request in
 * flight on each connection.
 *
 * <p>The request is encoded once. A call takes the connection that became idle last, or a new one:
 * there are as many connections as calls have been in flight at once, up to a limit. {@code
 * sentNanos} is read when a call begins on its event loop; a wait for a connection is part of the
 * response time. {@code answeredNanos} is read when the last byte of the response has been parsed.
 * A slot always uses the same event loop, and its completions run there. A timeout is detected at
 * most {@value ConnectionPool#SWEEP_MILLIS} ms late and closes the connection.
 *
 * <p>A status other than 200 is an error with the reason {@code http_} and the status. A compared
 * body that differs from the first one is an error too.
 *
 * <p>{@link #close} must not be called within a completion.
 */
public final class HttpTarget implements Target {
  static final String THREAD_NAME = "poolbench-http";

  private final EventLoops eventLoops;
  private final ConnectionPool[] pools;

  /**
   * The configuration of a target.
   *
   * @param timeoutMillis the timeout of a call, at least 1
   * @param compareOneIn one of this many bodies per connection is compared with the first one
   * @param maxConnections the maximum number of connections; further calls wait for one
   * @param reconnects counts the connections that replaced a lost or closed one
   */
  public record Config(
      Destination server,
      HttpRequest request,
      long timeoutMillis,
      int compareOneIn,
      int maxConnections,
      FailureReasons reasons,
      LongAdder reconnects) {}

  /** A factory of targets with the driver settings of a study. */
  public static Target.Factory targets(
      DriverSettings settings, Destination server, FailureReasons reasons, LongAdder reconnects) {
    Config config =
        new Config(
            server,
            new HttpRequest("GET", "/" + settings.method().id()),
            settings.timeoutMillis(),
            settings.decodeOneIn(),
            settings.connections() == null ? Integer.MAX_VALUE : settings.connections(),
            reasons,
            reconnects);
    return (slots, completion) -> open(config, slots, completion);
  }

  private HttpTarget(EventLoops eventLoops, int threads) {
    this.eventLoops = eventLoops;
    this.pools = new ConnectionPool[threads];
  }

  /** Opens a target with one connection on each event loop. */
  public static HttpTarget open(Config config, int slots, Completion completion)
      throws IOException {
    int threads =
        Math.min(
            Math.min(slots, config.maxConnections()), Runtime.getRuntime().availableProcessors());
    EventLoops eventLoops = new EventLoops(THREAD_NAME, threads, config.server());
    HttpTarget target = new HttpTarget(eventLoops, threads);
    try {
      ExpectedBody body = new ExpectedBody();
      for (int index = 0; index < threads; index++) {
        SlotShare own = new SlotShare(slots, index, threads);
        target.pools[index] =
            new ConnectionPool(config, own, eventLoops.bootstrap(), body, completion);
      }
      for (ConnectionPool pool : target.pools) {
        pool.start().get();
      }
      return target;
    } catch (ExecutionException e) {
      target.close();
      Throwable cause = e.getCause();
      throw new IOException("no server at " + config.server() + ": " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      target.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while connecting to " + config.server());
    }
  }

  @Override
  public void send(int slot) {
    pools[slot % pools.length].send(slot);
  }

  @Override
  public long sentNanos(int slot) {
    return pools[slot % pools.length].sentNanos(slot);
  }

  @Override
  public void close() {
    for (ConnectionPool pool : pools) {
      if (pool != null) {
        pool.close();
      }
    }
    eventLoops.close();
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
