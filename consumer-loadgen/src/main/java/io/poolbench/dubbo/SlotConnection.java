package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.LoopTarget;
import io.poolbench.load.Outcome;
import io.poolbench.load.ReconnectPause;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A connection that many slots share, of a client that writes frames of the dubbo protocol, or
 * HTTP/2 frames for Triple, at minimal cost per call. Its state is confined to its event loop.
 *
 * <p>Requests are encoded once, at the start. Requests that follow the answers of one read are
 * written in one batch. {@code sentNanos} is read where a frame is written into the outgoing batch,
 * {@code answeredNanos} where the answer's frame is found in the receive buffer, before it is
 * decoded.
 *
 * <p>A lost connection is re-established after a pause that doubles up to a limit. Calls that
 * cannot be sent meanwhile end with {@link Outcome#ERROR} after {@link
 * ReconnectPause#UNSENT_NANOS}. A connection whose peer has stopped reading is closed once the
 * requests that wait for it exceed a limit, which depends on the slots and the largest request.
 */
abstract class SlotConnection extends LoopTarget.Owner {
  private static final String THREAD_NAME = "poolbench-wire";
  private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(60);
  static final int MAX_REASON_CHARACTERS = 200;

  /** Bytes of requests that may wait for the peer whatever the size of a request. */
  private static final int MIN_UNSENT_BYTES = 4 << 20;

  private static final int MAX_UNSENT_BYTES = 1 << 30;

  final WireSlots slots;
  private String downReason = "not connected yet";

  /**
   * @param requestBytes the size of the request of a variant
   */
  SlotConnection(
      SlotShare share,
      Bootstrap bootstrap,
      TargetConfig config,
      IntUnaryOperator requestBytes,
      Target.Completion completion) {
    super(
        share,
        bootstrap,
        config.provider().network(),
        config.settings().timeoutMillis(),
        config.reasons(),
        completion);
    int largest =
        IntStream.range(0, config.call().variants()).map(requestBytes).max().orElseThrow();
    int unsent = maxUnsent(share.count(), largest);
    bootstrap.option(
        ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(unsent / 2, unsent));
    this.slots = new WireSlots(share, config.settings().timeoutMillis(), config.call());
  }

  /**
   * The number of bytes that may wait for the peer to read: twice the requests of all slots. More
   * bytes wait only if calls time out repeatedly while the peer reads none of their requests.
   */
  private static int maxUnsent(int slots, int largestRequest) {
    return (int)
        Math.min(MAX_UNSENT_BYTES, Math.max(MIN_UNSENT_BYTES, 2L * slots * largestRequest));
  }

  static Target open(
      TargetConfig config, int slots, LoopTarget.Protocol protocol, Runnable closeCodec)
      throws IOException {
    return LoopTarget.open(
        THREAD_NAME,
        config.provider(),
        config.settings().connections(),
        slots,
        protocol,
        closeCodec);
  }

  /** Ends an overdue call that was sent or waits to be sent. */
  abstract void timeOut(int index, long now);

  /** Sends a keep-alive if nothing has been written for {@code idleNanos}. */
  abstract void keepAlive(long now, long idleNanos);

  abstract void closeChannel();

  @Override
  protected final long sentNanosOf(int index) {
    return slots.sentNanos(index);
  }

  final void end(int index, Outcome outcome, long now) {
    complete(index, outcome, slots.end(index), now);
  }

  final void fail(int index, Outcome outcome, String reason, long now) {
    reasons().count(reason);
    end(index, outcome, now);
  }

  /** Records why calls cannot be sent until there is a channel again. */
  void lost(String reason) {
    downReason = reason;
  }

  final void reconnectLater() {
    after(reconnectPause.next(), this::reconnect);
  }

  final void reconnect() {
    if (!isClosing()) {
      connect(
          failure -> {
            String why = String.valueOf(failure.getMessage());
            lost(why.substring(0, Math.min(why.length(), MAX_REASON_CHARACTERS)).strip());
            reconnectLater();
          });
    }
  }

  /** Also keeps an idle connection alive. */
  @Override
  protected final void sweep(long now) {
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
    fail(index, Outcome.TIMEOUT, timeoutReason, now);
  }

  @Override
  protected final void close() {
    super.close();
    closeChannel();
  }
}
