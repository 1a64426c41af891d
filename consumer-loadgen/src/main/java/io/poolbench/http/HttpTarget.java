package io.poolbench.http;

import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.spec.DriverSettings;
import io.poolbench.transport.Destination;
import io.poolbench.transport.EventLoops;
import io.poolbench.transport.SlotShare;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;

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
}
