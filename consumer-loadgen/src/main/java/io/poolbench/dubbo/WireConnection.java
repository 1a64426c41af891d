package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import java.io.IOException;
import java.util.Optional;

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

  /** The connections, each of which has every n-th unique number. */
  private final int owners;

  private long sequence;
  private Channel channel;

  private WireConnection(
      SlotShare share,
      Bootstrap bootstrap,
      WireRequests requests,
      AnswerChecker checker,
      TargetConfig config,
      Target.Completion completion) {
    super(share, bootstrap, config, requests::requestBytes, completion);
    this.requests = requests;
    this.checker = checker;
    this.batch = new OutgoingBatch(eventLoop);
    this.owners = share.owners();
    this.sequence = requests.start() + share.owner();
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
        batch.room(requests.requestBytes(variant)), variant, slots.id(index), sequence);
    sequence += owners;
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
    Reader() {
      super(batch);
    }

    @Override
    void connected(Channel connected) {
      channel = connected;
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
    void disconnected(String reason) {
      channel = null;
      lost(reason);
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

  /**
   * Determines the outcome of answers from the header and the type at the beginning of the body.
   * One in {@code decodeOneIn} OK answers, including the first of a connection, and every other
   * answer but the refusals of a limit are also decoded by Dubbo's codec and compared with the
   * expected value. Confined to one thread.
   */
  private static final class AnswerChecker {
    private final FrameCodec codec;
    private final MeasuredCall call;
    private final AnswerKind good;
    private final int decodeOneIn;
    private final FailureReasons reasons;
    private int undecoded;

    AnswerChecker(FrameCodec codec, TargetConfig config) {
      this.codec = codec;
      this.call = config.call();
      this.good = call.answers();
      this.decodeOneIn = config.settings().decodeOneIn();
      this.reasons = config.reasons();
      this.undecoded = decodeOneIn - 1;
    }

    /** The outcome of the frame at {@code start}, which answers a request of this variant. */
    Outcome outcome(ByteBuf buffer, int start, int bytes, int variant) {
      Outcome outcome = DubboFrame.outcome(buffer, start, good);
      if (outcome == Outcome.OK && ++undecoded < decodeOneIn) {
        return Outcome.OK;
      }
      if (outcome == Outcome.ERROR && DubboFrame.isLimited(buffer, start, bytes)) {
        // Not decoded, to save time: a provider beyond its limit refuses as many calls as it
        // answers.
        reasons.count(ClientKind.LIMITED);
        return Outcome.REJECTED;
      }
      return decoded(outcome, buffer, start, bytes, variant);
    }

    /** Whether the frame at {@code start} is an OK answer, judged only by its header and type. */
    boolean isOk(ByteBuf buffer, int start) {
      return DubboFrame.outcome(buffer, start, good) == Outcome.OK;
    }

    private Outcome decoded(Outcome byHeader, ByteBuf buffer, int start, int bytes, int variant) {
      FrameCodec.Answer answer = codec.decode(buffer, start, bytes);
      if (answer.failure() != null) {
        reasons.count(answer.failure());
        return byHeader == Outcome.OK ? Outcome.ERROR : byHeader;
      }
      Optional<String> mismatch = call.mismatch(variant, answer.value());
      if (byHeader != Outcome.OK) {
        reasons.count(
            mismatch.orElse(
                "wrong answer: got "
                    + AnswerJson.beginning(answer.value(), MAX_REASON_CHARACTERS)));
        return Outcome.ERROR;
      }
      undecoded = 0;
      mismatch.ifPresent(reasons::count);
      return mismatch.isEmpty() ? Outcome.OK : Outcome.ERROR;
    }
  }
}
