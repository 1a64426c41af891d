package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SlotQueue;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import java.io.IOException;

/**
 * A connection of Triple.
 *
 * <p>A call that cannot be sent yet, because it lacks a stream, room in a window or the peer's
 * SETTINGS, waits in FIFO order; the wait is part of its response time. A channel that the peer
 * retires (GOAWAY), or that has no stream ids left, is replaced at once while its calls continue;
 * after a pause where it has answered no call, because a peer may retire every channel. The calls
 * of a lost channel end with {@link Outcome#ERROR} at once. A timeout resets the call's stream
 * (CANCEL).
 */
final class TriConnection extends SlotConnection {
  private static final long SETTINGS_MILLIS = 3_000;
  private static final String SILENT = "no HTTP/2: silent for " + SETTINGS_MILLIS + " ms";

  private final TriRequests requests;
  private final TriAnswers answers;
  private final int firstStream;
  private final SlotQueue waiting;

  /** Completes when the first channel has received the peer's SETTINGS. */
  private final Promise<Void> opened;

  /** The session of each call in flight; null where the call waits. */
  private final TriSession[] sessions;

  /** The session in which calls begin; null while there is none. */
  private TriSession current;

  /** Whether calls are held: before the first channel, and after a lost one. */
  private boolean down = true;

  private TriConnection(
      SlotShare share,
      Bootstrap bootstrap,
      TriRequests requests,
      TriCodec codec,
      int firstStream,
      TargetConfig config,
      Target.Completion completion) {
    super(share, bootstrap, config, requests::requestBytes, completion);
    this.requests = requests;
    this.answers = new TriAnswers(codec, config, slots.count());
    this.firstStream = firstStream;
    this.opened = eventLoop.newPromise();
    this.sessions = new TriSession[slots.count()];
    this.waiting = new SlotQueue(slots.count());
  }

  static Target open(TargetConfig config, int slots, Target.Completion completion)
      throws IOException {
    return open(config, slots, completion, /* firstStream= */ 1);
  }

  static Target open(TargetConfig config, int slots, Target.Completion completion, int firstStream)
      throws IOException {
    TriCodec codec = new TriCodec(config);
    return open(
        config,
        slots,
        () -> {
          TriRequests requests = new TriRequests(codec, config.call().variants());
          return (share, bootstrap) ->
              new TriConnection(share, bootstrap, requests, codec, firstStream, config, completion);
        },
        codec::close);
  }

  @Override
  protected ChannelHandler handler() {
    return new TriSession(this, new OutgoingBatch(eventLoop), requests, answers, firstStream);
  }

  @Override
  protected Future<?> connect() {
    connect(opened::tryFailure);
    return opened;
  }

  @Override
  protected void write(int index) {
    long now = System.nanoTime();
    if (down) {
      slots.hold(index, now, ReconnectPause.UNSENT_NANOS);
      return;
    }
    int unused = slots.begin(index, now);
    if (!waiting.isEmpty() || !begun(index, now)) {
      waiting.add(index);
    }
  }

  private boolean begun(int index, long now) {
    TriSession session = current;
    if (session == null || !session.begin(index, now)) {
      return false;
    }
    sessions[index] = session;
    return true;
  }

  void connected(TriSession session) {
    current = session;
    down = false;
    after(SETTINGS_MILLIS, () -> session.endUnlessReady(SILENT));
  }

  void ready() {
    opened.trySuccess(null);
  }

  /** A call that could not begin before may begin now. */
  void resumed(TriSession session) {
    if (session == current && !waiting.isEmpty()) {
      long now = System.nanoTime();
      while (!waiting.isEmpty() && begun(waiting.first(), now)) {
        int unused = waiting.remove();
      }
    }
  }

  /** No further call can begin; calls that have begun continue. */
  void retired(TriSession session, boolean hasAnswered) {
    if (session == current) {
      current = null;
      if (hasAnswered) {
        reconnect();
      } else {
        reconnectLater();
      }
    }
  }

  /** The peer has ended a call; {@code reason} is null where there is none to count. */
  void answered(int index, Outcome outcome, String reason, long now) {
    reconnectPause.reset();
    ended(index, outcome, reason, now);
  }

  /** A call has ended; {@code reason} is null where there is none to count. */
  void ended(int index, Outcome outcome, String reason, long now) {
    sessions[index] = null;
    if (reason == null) {
      end(index, outcome, now);
    } else {
      fail(index, outcome, reason, now);
    }
  }

  /** The channel is closed. Its calls end next, unless the connection is closing. */
  void closed(TriSession session, String reason) {
    opened.tryFailure(new IOException(reason));
    if (session == current) {
      current = null;
      lost(reason);
      if (!isClosing()) {
        reconnectLater();
      }
    }
  }

  @Override
  void lost(String reason) {
    super.lost(reason);
    down = true;
    long now = System.nanoTime();
    while (!isClosing() && !waiting.isEmpty()) {
      fail(waiting.remove(), Outcome.ERROR, "not sent: " + reason, now);
    }
  }

  @Override
  void timeOut(int index, long now) {
    if (sessions[index] == null) {
      // Calls that have waited longer are overdue too.
      int oldest;
      do {
        oldest = waiting.remove();
        fail(
            oldest,
            Outcome.TIMEOUT,
            "not sent within " + slots.timeoutMillis() + " ms: streams or windows",
            now);
      } while (oldest != index);
    } else {
      sessions[index].cancel(index, now);
      sessions[index] = null;
      failUnanswered(index, now);
    }
  }

  @Override
  void keepAlive(long now, long idleNanos) {
    if (current != null) {
      current.pingIfIdle(now, idleNanos);
    }
  }

  @Override
  void closeChannel() {
    if (current != null) {
      current.close();
    }
  }
}
