package io.poolbench.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import io.poolbench.http.BodyCheck.ExpectedBody;
import io.poolbench.load.LoopTarget;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SlotQueue;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The connections of one event loop and the calls of its slots. All state belongs to the event
 * loop.
 *
 * <p>A call that finds no idle connection waits in FIFO order for a new or idle one. At most
 * {@value #MAX_CONNECTING} connections of all event loops (one each, if these are more) are
 * established at the same time, so that they do not overflow the server's accept queue.
 *
 * <p>While the server cannot be reached, or closes connections without an answer, the pause before
 * each attempt to connect doubles, up to a limit, and waiting calls end with {@link Outcome#ERROR}
 * after {@link ReconnectPause#UNSENT_NANOS}.
 */
final class ConnectionPool extends LoopTarget.Owner {
  static final int MAX_CONNECTING = 64;

  /** The system's text where all local ports are taken. */
  private static final String NO_PORT = "Cannot assign requested address";

  private final ExpectedBody body;
  private final int compareOneIn;
  private final byte[] request;
  private final long timeoutNanos;
  private final int maxConnections;
  private final int maxConnecting;

  private final long[] sentNanos;

  /** The connection that carries the call of a slot; null if there is none. */
  private final HttpConnection[] carriers;

  private final SlotQueue waiting;

  /** Idle connections, taken last in, first out. */
  private final List<HttpConnection> idle = new ArrayList<>();

  /** A lower bound of the send times, which lets most sweeps skip the slots. */
  private long earliestSentNanos = System.nanoTime();

  private int connecting;
  private int open;
  private String downReason;
  private boolean pausing;

  ConnectionPool(
      HttpTargets config,
      SlotShare slots,
      Bootstrap bootstrap,
      ExpectedBody body,
      Target.Completion completion) {
    super(
        slots,
        bootstrap,
        config.server().network(),
        config.timeoutMillis(),
        config.reasons(),
        completion);
    this.body = body;
    this.compareOneIn = config.compareOneIn();
    this.maxConnections = slots.part(config.maxConnections());
    this.maxConnecting = Math.max(1, slots.part(MAX_CONNECTING));
    this.request = config.request();
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.timeoutMillis());
    this.sentNanos = new long[slots.count()];
    this.carriers = new HttpConnection[slots.count()];
    this.waiting = new SlotQueue(slots.count());
  }

  @Override
  protected ChannelHandler handler() {
    return new HttpConnection(this, new BodyCheck(body, compareOneIn));
  }

  @Override
  protected Future<?> connect() {
    connecting = 1;
    return bootstrap.connect();
  }

  @Override
  protected long sentNanosOf(int index) {
    return sentNanos[index];
  }

  @Override
  protected void write(int index) {
    long now = System.nanoTime();
    sentNanos[index] = now;
    if (idle.isEmpty()) {
      waiting.add(index);
      connectWaiting();
    } else {
      carry(idle.remove(idle.size() - 1), index);
    }
  }

  private void carry(HttpConnection connection, int index) {
    carriers[index] = connection;
    connection.send(index, request);
  }

  private void connectWaiting() {
    int limit = downReason == null ? maxConnecting : 1;
    while (!isClosing()
        && !pausing
        && connecting < Math.min(limit, waiting.size())
        && connecting + open < maxConnections) {
      connecting++;
      // On success, connected() counts it as open instead.
      connect(
          failure -> {
            connecting--;
            unreachable(failure);
            connectWaiting();
          });
    }
  }

  private void unreachable(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (cause instanceof ChannelException || message.contains(NO_PORT)) {
      stop("driver without a socket for a connection: " + message);
    }
    down(message);
  }

  private void down(String reason) {
    downReason = "not sent: " + reason;
    if (!pausing) {
      pausing = true;
      after(
          reconnectPause.next(),
          () -> {
            pausing = false;
            connectWaiting();
          });
    }
  }

  void connected(HttpConnection connection) {
    connecting--;
    open++;
    downReason = null;
    free(connection);
    connectWaiting();
  }

  void free(HttpConnection connection) {
    if (waiting.isEmpty()) {
      idle.add(connection);
    } else {
      carry(connection, waiting.remove());
    }
  }

  void disconnected(HttpConnection connection) {
    open--;
    idle.remove(connection);
    connectWaiting();
  }

  /** A server that takes connections and answers nothing is as good as none. */
  void disconnectedUnanswered(HttpConnection connection, String reason) {
    down(reason);
    disconnected(connection);
  }

  void answered(int index, int status, boolean bodyIsAsExpected, long now) {
    reconnectPause.reset();
    if (status != 200) {
      reasons().count("http_" + status);
      end(index, Outcome.ERROR, now);
    } else if (!bodyIsAsExpected) {
      reasons().count("body differs from the first one");
      end(index, Outcome.ERROR, now);
    } else {
      end(index, Outcome.OK, now);
    }
  }

  void failed(int index, String reason) {
    reasons().count(reason);
    end(index, Outcome.ERROR, System.nanoTime());
  }

  private void end(int index, Outcome outcome, long now) {
    carriers[index] = null;
    complete(index, outcome, sentNanos[index], now);
  }

  @Override
  protected void sweep(long now) {
    // Waiting calls are sorted by age, oldest first.
    long waitNanos =
        downReason == null ? timeoutNanos : Math.min(timeoutNanos, ReconnectPause.UNSENT_NANOS);
    for (int left = waiting.size();
        left > 0 && now - sentNanos[waiting.first()] >= waitNanos;
        left--) {
      int index = waiting.remove();
      if (downReason == null) {
        reasons().count(timeoutReason);
        end(index, Outcome.TIMEOUT, now);
      } else {
        failed(index, downReason);
      }
    }
    if (now - earliestSentNanos >= timeoutNanos) {
      sweepSent(now);
    }
  }

  private void sweepSent(long now) {
    long earliest = now;
    for (int index = 0; index < carriers.length; index++) {
      HttpConnection carrier = carriers[index];
      if (carrier != null && now - sentNanos[index] >= timeoutNanos) {
        carrier.abandon();
        reasons().count(timeoutReason);
        end(index, Outcome.TIMEOUT, now);
      } else if (carrier != null && sentNanos[index] - earliest < 0) {
        earliest = sentNanos[index];
      }
    }
    // A call that still waits for a connection may be older than any sent one.
    earliestSentNanos = earliest - (waiting.isEmpty() ? 0 : timeoutNanos);
  }
}
