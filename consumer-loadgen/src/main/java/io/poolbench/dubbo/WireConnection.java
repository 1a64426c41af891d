package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.LoopSends;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.Target;

/**
 * A connection of the dubbo protocol.
 *
 * <p>A request's id is the slot's generation (upper 32 bits) and the slot, so that an answer to a
 * call that has timed out is recognized, counted and dropped. When the connection is lost, its
 * calls in flight end with {@link Outcome#ERROR} at once.
 */
final class WireConnection extends SlotConnection implements FrameReader.Receiver {
  private final WireRequests requests;
  private final AnswerChecker checker;
  private final LoopSends sends;
  private final OutgoingBatch batch;

  private Channel channel;

  WireConnection(
      WireSlots slots,
      Bootstrap bootstrap,
      WireRequests requests,
      AnswerChecker checker,
      FailureReasons reasons,
      Target.Completion completion) {
    super(slots, bootstrap, reasons, completion);
    this.requests = requests;
    this.checker = checker;
    this.batch = new OutgoingBatch(eventLoop());
    this.sends = new LoopSends(eventLoop(), slots.count(), this::write);
  }

  @Override
  ChannelHandler reader() {
    return new FrameReader(this);
  }

  @Override
  Future<?> connect() {
    return bootstrap.connect();
  }

  @Override
  void send(int slot) {
    sends.send(slots.index(slot));
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
    lost(reason);
    batch.discard();
    if (isClosing()) {
      return;
    }
    long now = System.nanoTime();
    for (int index = 0; index < slots.count(); index++) {
      if (slots.isSent(index)) {
        fail(index, Outcome.ERROR, reason, now);
      }
    }
    reconnectLater();
  }

  @Override
  void timeOut(int index, long now) {
    failUnanswered(index, now);
  }

  @Override
  void keepAlive(long now, long idleNanos) {
    if (channel != null && batch.idleNanos(now) > idleNanos) {
      requests.writeHeartbeat(batch.room(DubboFrame.HEADER_BYTES), WireSlots.NO_CALL);
      batch.written(now);
    }
  }

  @Override
  void closeChannel() {
    if (channel != null) {
      ChannelFuture unused = channel.close();
    }
  }
}
