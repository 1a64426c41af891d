package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.Outcome;
import io.poolbench.transport.LoopSends;
import io.poolbench.transport.ReconnectPause;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One connection of Triple and the slots that call through it. All state belongs to its event loop.
 *
 * <p>A call that cannot be sent yet, for want of a stream, of room in a window or of the peer's
 * SETTINGS, waits in turn; the wait is part of its response time. A channel that the peer retires
 * (GOAWAY), or that has no more stream ids, is replaced at once while its calls continue. A lost
 * one is re-established, after a pause that doubles up to a limit: its calls in flight end with
 * {@link Outcome#ERROR} at once, later sends after {@link ReconnectPause#UNSENT_NANOS}. A timeout
 * resets the call's stream (CANCEL).
 */
final class TriConnection implements SlotConnection, TriSession.Owner {
  private static final long PING_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SETTINGS_MILLIS = 3_000;
  private static final int MAX_REASON_CHARACTERS = 200;

  private final WireSlots slots;
  private final EventLoop eventLoop;
  private final Bootstrap bootstrap;
  private final FailureReasons reasons;
  private final Target.Completion completion;
  private final LoopSends sends;
  private final WaitingCalls waiting;
  private final ReconnectPause reconnectPause = new ReconnectPause();

  /** The first connection: done when the peer's SETTINGS have come. */
  private final Promise<Void> opened;

  /** The session of each call in flight that does not wait. */
  private final TriSession[] sessions;

  /** The one in which calls begin; null while there is none. */
  private TriSession current;

  /** Whether calls are not taken: before the first channel, and after a lost one. */
  private boolean down = true;

  private String downReason = "not connected yet";
  private boolean closing;

  TriConnection(
      WireSlots slots,
      Bootstrap bootstrap,
      TriRequests requests,
      TriAnswers answers,
      int firstStream,
      FailureReasons reasons,
      Target.Completion completion) {
    this.slots = slots;
    this.reasons = reasons;
    this.completion = completion;
    this.eventLoop = (EventLoop) bootstrap.config().group();
    this.opened = eventLoop.newPromise();
    this.sessions = new TriSession[slots.count()];
    this.waiting = new WaitingCalls(slots.count());
    this.sends = new LoopSends(eventLoop, slots.count(), this::write);
    this.bootstrap =
        bootstrap.handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel created) {
                TriSession session =
                    new TriSession(
                        TriConnection.this, eventLoop, slots, requests, answers, firstStream);
                created.pipeline().addLast(new Http2Reader(session));
              }
            });
  }

  @Override
  public EventLoop eventLoop() {
    return eventLoop;
  }

  @Override
  public Future<?> connect() {
    ChannelFuture unused =
        bootstrap
            .connect()
            .addListener(
                connected -> {
                  if (!connected.isSuccess()) {
                    opened.tryFailure(connected.cause());
                  }
                });
    ScheduledFuture<?> unusedTimeout =
        eventLoop.schedule(
            () ->
                opened.tryFailure(
                    new IOException("no HTTP/2: silent for " + SETTINGS_MILLIS + " ms")),
            SETTINGS_MILLIS,
            TimeUnit.MILLISECONDS);
    return opened;
  }

  @Override
  public void send(int slot) {
    sends.send(slots.index(slot));
  }

  @Override
  public long sentNanos(int slot) {
    return slots.sentNanos(slots.index(slot));
  }

  private void write(int index) {
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

  @Override
  public void connected(TriSession session) {
    current = session;
    down = false;
  }

  @Override
  public void ready(TriSession session) {
    opened.trySuccess(null);
    reconnectPause.reset();
  }

  @Override
  public void resumed(TriSession session) {
    if (session == current && !waiting.isEmpty()) {
      long now = System.nanoTime();
      while (!waiting.isEmpty() && begun(waiting.first(), now)) {
        waiting.remove(waiting.first());
      }
    }
  }

  @Override
  public void retired(TriSession session) {
    if (session == current) {
      current = null;
      reconnect();
    }
  }

  @Override
  public void ended(int index, Outcome outcome, String reason, long now) {
    if (reason != null) {
      reasons.count(reason);
    }
    end(index, outcome, now);
  }

  @Override
  public void closed(TriSession session, String reason) {
    opened.tryFailure(new IOException(reason));
    if (session == current) {
      current = null;
      lost(reason);
      if (!closing) {
        reconnectLater();
      }
    }
  }

  /** Takes no calls from now on, and ends those that wait. */
  private void lost(String reason) {
    down = true;
    downReason = reason;
    long now = System.nanoTime();
    while (!closing && !waiting.isEmpty()) {
      int index = waiting.first();
      waiting.remove(index);
      ended(index, Outcome.ERROR, "not sent: " + reason, now);
    }
  }

  @Override
  public boolean isClosing() {
    return closing;
  }

  private void reconnectLater() {
    ScheduledFuture<?> unused =
        eventLoop.schedule(this::reconnect, reconnectPause.next(), TimeUnit.MILLISECONDS);
  }

  private void reconnect() {
    if (closing) {
      return;
    }
    ChannelFuture unused =
        bootstrap
            .connect()
            .addListener(
                connected -> {
                  if (!connected.isSuccess()) {
                    String why = String.valueOf(connected.cause().getMessage());
                    lost(why.substring(0, Math.min(why.length(), MAX_REASON_CHARACTERS)).strip());
                    reconnectLater();
                  }
                });
  }

  @Override
  public void sweep(long now) {
    if (slots.mayBeOverdue(now)) {
      slots.beginSweep(now);
      for (int index = 0; index < slots.count(); index++) {
        if (slots.isOverdue(index, now)) {
          timeOut(index, now);
        }
      }
    }
    if (current != null) {
      current.pingIfIdle(now, PING_IDLE_NANOS);
    }
  }

  private void timeOut(int index, long now) {
    if (!slots.isSent(index)) {
      ended(index, Outcome.ERROR, "not sent: " + downReason, now);
    } else if (waiting.contains(index)) {
      waiting.remove(index);
      ended(
          index, Outcome.TIMEOUT, "not sent within " + slots.timeoutMillis() + " ms: streams", now);
    } else {
      sessions[index].cancel(index, now);
      ended(index, Outcome.TIMEOUT, "no answer within " + slots.timeoutMillis() + " ms", now);
    }
  }

  private void end(int index, Outcome outcome, long now) {
    sessions[index] = null;
    long sentNanos = slots.end(index);
    completion.completed(slots.slot(index), outcome, sentNanos, now);
  }

  @Override
  public void close() {
    closing = true;
    if (current != null) {
      current.close();
    }
  }
}
