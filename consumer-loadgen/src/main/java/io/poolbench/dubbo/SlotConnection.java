package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.Target;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A connection that many slots share. Its state is confined to its event loop.
 *
 * <p>A lost connection is re-established after a pause that doubles up to a limit. Calls that
 * cannot be sent meanwhile end with {@link Outcome#ERROR} after {@link
 * ReconnectPause#UNSENT_NANOS}.
 */
abstract class SlotConnection {
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int MAX_REASON_CHARACTERS = 200;

  final WireSlots slots;
  final Bootstrap bootstrap;
  final Target.Completion completion;
  final ReconnectPause reconnectPause = new ReconnectPause();

  private final EventLoop eventLoop;
  private final FailureReasons reasons;
  private String downReason = "not connected yet";
  private boolean closing;

  SlotConnection(
      WireSlots slots, Bootstrap bootstrap, FailureReasons reasons, Target.Completion completion) {
    this.slots = slots;
    this.reasons = reasons;
    this.completion = completion;
    this.eventLoop = (EventLoop) bootstrap.config().group();
    this.bootstrap =
        bootstrap.handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel created) {
                created.pipeline().addLast(reader());
              }
            });
  }

  abstract ChannelHandler reader();

  /** Connects for the first time; the future fails where the peer does not speak the protocol. */
  abstract Future<?> connect();

  /** Sends the next call of a slot of this connection. Any thread may call this. */
  abstract void send(int slot);

  /** Ends an overdue call that was sent or waits to be sent. */
  abstract void timeOut(int index, long now);

  /** Sends a keep-alive if nothing has been written for {@code idleNanos}. */
  abstract void keepAlive(long now, long idleNanos);

  abstract void closeChannel();

  final EventLoop eventLoop() {
    return eventLoop;
  }

  /** The time when a slot's last call was sent. Any thread may call this. */
  final long sentNanos(int slot) {
    return slots.sentNanos(slots.index(slot));
  }

  final void end(int index, Outcome outcome, long now) {
    long sentNanos = slots.end(index);
    completion.completed(slots.slot(index), outcome, sentNanos, now);
  }

  final void fail(int index, Outcome outcome, String reason, long now) {
    reasons.count(reason);
    end(index, outcome, now);
  }

  /** Records why calls cannot be sent until there is a channel again. */
  void lost(String reason) {
    downReason = reason;
  }

  final void reconnectLater() {
    ScheduledFuture<?> unused =
        eventLoop.schedule(this::reconnect, reconnectPause.next(), TimeUnit.MILLISECONDS);
  }

  final void reconnect() {
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

  /** Ends overdue calls, and keeps an idle connection alive. Runs on the event loop. */
  final void sweep(long now) {
    if (slots.mayBeOverdue(now)) {
      slots.beginSweep(now);
      for (int index = 0; index < slots.count(); index++) {
        if (slots.isOverdue(index, now)) {
          if (slots.isSent(index)) {
            timeOut(index, now);
          } else {
            fail(index, Outcome.ERROR, "not sent: " + downReason, now);
          }
        }
      }
    }
    keepAlive(now, KEEP_ALIVE_NANOS);
  }

  final void failUnanswered(int index, long now) {
    fail(index, Outcome.TIMEOUT, "no answer within " + slots.timeoutMillis() + " ms", now);
  }

  public final boolean isClosing() {
    return closing;
  }

  final void close() {
    closing = true;
    closeChannel();
  }
}
