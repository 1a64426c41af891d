package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import java.io.IOException;

/**
 * A connection of the dubbo protocol.
 *
 * <p>A request's id is the slot's generation (upper 32 bits) and the slot, so that an answer to a
 * call that has timed out is recognized, counted and dropped. When the connection is lost, its
 * calls in flight end with {@link Outcome#ERROR} at once.
 */
final class WireConnection extends SlotConnection {
  private final WireRequests requests;
  private final AnswerChecker checker;
  private final OutgoingBatch batch;

  private Channel channel;

  private WireConnection(
      SlotShare share,
      Bootstrap bootstrap,
      WireRequests requests,
      AnswerChecker checker,
      TargetConfig config,
      Target.Completion completion) {
    super(share, bootstrap, config, completion);
    this.requests = requests;
    this.checker = checker;
    this.batch = new OutgoingBatch(eventLoop);
  }

  static Target open(TargetConfig config, int slots, Target.Completion completion)
      throws IOException {
    FrameCodec codec = new FrameCodec(config.call(), config.settings().timeoutMillis());
    return open(
        config,
        slots,
        () -> {
          WireRequests requests = new WireRequests(codec, config.call());
          return (share, bootstrap) ->
              new WireConnection(
                  share, bootstrap, requests, new AnswerChecker(codec, config), config, completion);
        },
        codec::close);
  }

  @Override
  protected ChannelHandler handler() {
    return new Reader();
  }

  @Override
  protected Future<?> connect() {
    return bootstrap.connect();
  }

  @Override
  protected void write(int index) {
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

  private final class Reader extends FrameReader {
    @Override
    void connected(Channel connected) {
      channel = connected;
      batch.open(channel);
    }

    @Override
    void answered(ByteBuf buffer, int start, int bytes) throws ProtocolException {
      long now = System.nanoTime();
      batch.reading();
      long id = DubboFrame.id(buffer, start);
      int index = slots.indexOfCall(id);
      if (index < 0) {
        throw new ProtocolException(
            "answer to a call that was never sent: id 0x%016x".formatted(id));
      }
      reconnectPause.reset();
      if (slots.isWaitingFor(index, id)) {
        Outcome outcome = checker.outcome(buffer, start, bytes, slots.variant(index));
        end(index, outcome, now);
      } else if (checker.isOk(buffer, start)) {
        answeredLate();
      }
    }

    @Override
    void heartbeatRequested(long id) {
      batch.reading();
      requests.writeHeartbeatAnswer(batch.room(DubboFrame.HEADER_BYTES), id);
      batch.written(System.nanoTime());
    }

    @Override
    void readComplete() {
      batch.readComplete();
    }

    @Override
    void disconnected(String reason) {
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
  }
}
