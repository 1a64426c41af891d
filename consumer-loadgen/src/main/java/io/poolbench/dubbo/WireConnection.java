package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.Outcome;
import io.poolbench.transport.LoopSends;
import io.poolbench.transport.ReconnectPause;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One TCP connection and the slots that call through it. All state belongs to its event loop.
 *
 * <p>A request's id is the slot's generation (upper 32 bits) and the slot, so that an answer that
 * arrives after its call timed out is recognized, counted and dropped.
 *
 * <p>A lost connection is re-established, after a pause that doubles up to a limit. Its calls in
 * flight end with {@link Outcome#ERROR} at once, later sends after {@link
 * ReconnectPause#UNSENT_NANOS}.
 */
final class WireConnection implements SlotConnection, FrameReader.Receiver {
  private static final long HEARTBEAT_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int MAX_REASON_CHARACTERS = 200;

  private final WireSlots slots;
  private final EventLoop eventLoop;
  private final Bootstrap bootstrap;
  private final WireRequests requests;
  private final AnswerChecker checker;
  private final FailureReasons reasons;
  private final Target.Completion completion;
  private final LoopSends sends;
  private final ReconnectPause reconnectPause = new ReconnectPause();
  private final OutgoingBatch batch;

  private Channel channel;
  private String downReason = "not connected yet";
  private boolean closing;

  WireConnection(
      WireSlots slots,
      Bootstrap bootstrap,
      WireRequests requests,
      AnswerChecker checker,
      FailureReasons reasons,
      Target.Completion completion) {
    this.slots = slots;
    this.requests = requests;
    this.checker = checker;
    this.reasons = reasons;
    this.completion = completion;
    this.eventLoop = (EventLoop) bootstrap.config().group();
    this.bootstrap =
        bootstrap.handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel created) {
                created.pipeline().addLast(new FrameReader(WireConnection.this));
              }
            });
    this.batch = new OutgoingBatch(eventLoop);
    this.sends = new LoopSends(eventLoop, slots.count(), this::write);
  }

  @Override
  public EventLoop eventLoop() {
    return eventLoop;
  }

  @Override
  public Future<?> connect() {
    return bootstrap.connect();
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
    if (channel == null) {
      slots.hold(index, now, ReconnectPause.UNSENT_NANOS);
      return;
    }
    int variant = slots.begin(index, now);
    requests.writeRequest(
        batch.room(requests.requestBytes(variant)), variant, slots.id(index), slots.nextSequence());
    batch.written(now);
  }

  @Override
  public void connected(ChannelHandlerContext context) {
    channel = context.channel();
    batch.open(channel);
  }

  @Override
  public void answered(ByteBuf buffer, int start, int bytes)
      throws FrameSplitter.ProtocolException {
    long now = System.nanoTime();
    batch.reading();
    long id = DubboFrame.id(buffer, start);
    int index = slots.indexOfCall(id);
    if (index < 0) {
      throw new FrameSplitter.ProtocolException(
          "answer to a call that was never sent: id 0x%016x".formatted(id));
    }
    reconnectPause.reset();
    if (slots.isWaitingFor(index, id)) {
      Outcome outcome = checker.outcome(buffer, start, bytes, slots.variant(index));
      end(index, outcome, now);
    } else if (checker.isOk(buffer, start)) {
      completion.answeredLate();
    }
  }

  @Override
  public void heartbeatRequested(long id) {
    batch.reading();
    requests.writeHeartbeatAnswer(batch.room(DubboFrame.HEADER_BYTES), id);
    batch.written(System.nanoTime());
  }

  @Override
  public void readComplete() {
    batch.readComplete();
  }

  @Override
  public void disconnected(String reason) {
    channel = null;
    downReason = reason;
    batch.discard();
    if (closing) {
      return;
    }
    long now = System.nanoTime();
    for (int index = 0; index < slots.count(); index++) {
      if (slots.isSent(index)) {
        reasons.count(reason);
        end(index, Outcome.ERROR, now);
      }
    }
    reconnectLater();
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
                    downReason =
                        why.substring(0, Math.min(why.length(), MAX_REASON_CHARACTERS)).strip();
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
    if (channel != null && batch.idleNanos(now) > HEARTBEAT_IDLE_NANOS) {
      requests.writeHeartbeat(batch.room(DubboFrame.HEADER_BYTES), WireSlots.NO_CALL);
      batch.written(now);
    }
  }

  private void timeOut(int index, long now) {
    if (slots.isSent(index)) {
      reasons.count("no answer within " + slots.timeoutMillis() + " ms");
      end(index, Outcome.TIMEOUT, now);
    } else {
      reasons.count("not sent: " + downReason);
      end(index, Outcome.ERROR, now);
    }
  }

  private void end(int index, Outcome outcome, long now) {
    long sentNanos = slots.end(index);
    completion.completed(slots.slot(index), outcome, sentNanos, now);
  }

  @Override
  public void close() {
    closing = true;
    if (channel != null) {
      ChannelFuture unused = channel.close();
    }
  }
}
