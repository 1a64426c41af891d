package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.poolbench.dubbo.HeaderBlocks.HeaderFrames;
import io.poolbench.load.Outcome;
import java.nio.charset.StandardCharsets;

/**
 * One HTTP/2 channel (RFC 9113) as a client of unary calls, with a stream for each. All state is
 * confined to its event loop. Netty's {@code Http2ConnectionHandler} takes 2.4 times the CPU per
 * call (docs/results/2026-11-28-peers.md).
 *
 * <p>It announces a dynamic HPACK table of size 0 (see {@link HeaderBlocks}), no pushes, and
 * windows of {@link #WINDOW_BYTES}; it reopens the connection's window after each half of it. Calls
 * begin after the peer's SETTINGS, up to its limit of concurrent streams and within its windows. A
 * message larger than a window is sent in parts; later calls wait. The first frame that it receives
 * must be SETTINGS.
 */
final class TriSession extends FrameSplitter {
  /** Half of the maximum, since Dubbo's own initial window is not the standard's. */
  private static final int WINDOW_BYTES = 1 << 30;

  private static final int GO_AWAY_BYTES = 8;

  /** The HTTP status with which Dubbo resets a stream whose call failed on an I/O thread. */
  private static final int SERVER_ERROR = 500;

  private static final int INTERNAL_ERROR = 2;

  private final TriConnection owner;
  private final TriAnswers answers;
  private final WireSlots slots;
  private final TriStreams streams;
  private final HeaderBlocks blocks = new HeaderBlocks();
  private final OutgoingBatch batch;
  private final TriSender sender;

  private Channel channel;
  private boolean ready;
  private boolean retired;

  /** Whether the peer has ended a call: by an answer or a reset, not by the end of the channel. */
  private boolean answered;

  private int maxStreams = Integer.MAX_VALUE;
  private final HeaderFrames headers = new HeaderFrames(this::block);
  private int received;

  TriSession(
      TriConnection owner,
      OutgoingBatch batch,
      TriRequests requests,
      TriAnswers answers,
      int firstStream) {
    super(Http2Frame.HEADER_BYTES, batch);
    this.owner = owner;
    this.answers = answers;
    this.slots = owner.slots;
    this.streams = new TriStreams(slots.count(), firstStream);
    this.batch = batch;
    this.sender = new TriSender(requests, batch);
  }

  @Override
  void connected(Channel connected) {
    channel = connected;
    Http2Frame.writePreface(batch.room(Http2Frame.PREFACE_BYTES), WINDOW_BYTES);
    batch.written(System.nanoTime());
    owner.connected(this);
  }

  /** Sends the call of an index, which has begun in its slot; false where it cannot begin yet. */
  boolean begin(int index, long now) {
    if (!ready || retired || streams.open() >= maxStreams || !sender.isReady()) {
      return false;
    }
    int stream = streams.open(index);
    if (stream == TriStreams.NONE) {
      retire();
      return false;
    }
    answers.begin(index);
    sender.send(slots.variant(index), stream, now);
    return true;
  }

  /** Cancels the call of an index, which then never ends. */
  void cancel(int index, long now) {
    int stream = streams.stream(index);
    close(stream);
    cancelStream(stream, now);
    owner.resumed(this);
  }

  private void cancelStream(int stream, long now) {
    if (channel != null) {
      Http2Frame.write(
          batch.room(Http2Frame.HEADER_BYTES + Integer.BYTES),
          Http2FrameTypes.RST_STREAM,
          stream,
          Http2Frame.CANCEL);
      batch.written(now);
    }
  }

  private void close(int stream) {
    answers.drop(streams.index(stream));
    streams.close(stream);
    sender.drop(stream);
    closeIfDone();
  }

  /** An answer that comes before the whole request would leave its stream open at the peer. */
  private void answered(int stream, int index, Outcome outcome, long now) {
    if (sender.isSending(stream)) {
      cancelStream(stream, now);
    }
    end(stream, index, outcome, null, now);
  }

  private void end(int stream, int index, Outcome outcome, String reason, long now) {
    answered = true;
    close(stream);
    owner.answered(index, outcome, reason, now);
    if (streams.open() < maxStreams) {
      owner.resumed(this);
    }
  }

  private void retire() {
    if (!retired) {
      retired = true;
      owner.retired(this, answered);
      closeIfDone();
    }
  }

  private void closeIfDone() {
    if (retired && streams.open() == 0) {
      close();
    }
  }

  void close() {
    if (channel != null) {
      ChannelFuture unused = channel.close();
    }
  }

  /** Ends a channel whose peer has not sent its SETTINGS. */
  void endUnlessReady(String reason) {
    if (channel != null && !ready) {
      closeFor(channel, reason);
    }
  }

  void pingIfIdle(long now, long idleNanos) {
    if (channel != null && ready && batch.idleNanos(now) > idleNanos) {
      Http2Frame.writePing(batch.room(Http2Frame.PING_FRAME_BYTES), 0, now);
      batch.written(now);
    }
  }

  @Override
  void disconnected(String reason) {
    channel = null;
    ready = false;
    retired = true;
    owner.closed(this, reason);
    if (!owner.isClosing()) {
      endStreamsAfter(0, reason);
    }
  }

  private void endStreamsAfter(int last, String reason) {
    long now = System.nanoTime();
    for (int index = 0; index < slots.count(); index++) {
      int stream = streams.stream(index);
      if (stream > last) {
        close(stream);
        owner.ended(index, Outcome.ERROR, reason, now);
      }
    }
  }

  @Override
  int frameBytes(ByteBuf buffer, int start) throws ProtocolException {
    int payload = Http2Frame.payloadBytes(buffer, start);
    if (!ready && Http2Frame.type(buffer, start) != Http2FrameTypes.SETTINGS) {
      throw new ProtocolException(
          "not HTTP/2: begins with 0x%08x instead of SETTINGS".formatted(buffer.getInt(start)));
    }
    if (payload > Http2Frame.MAX_PAYLOAD_BYTES) {
      throw new ProtocolException(
          "frame of %d bytes (limit %d)".formatted(payload, Http2Frame.MAX_PAYLOAD_BYTES));
    }
    return Http2Frame.HEADER_BYTES + payload;
  }

  @Override
  void dispatch(ByteBuf buffer, int frame, int frameBytes) throws ProtocolException {
    batch.reading();
    int type = Http2Frame.type(buffer, frame);
    int flags = Http2Frame.flags(buffer, frame);
    int stream = Http2Frame.stream(buffer, frame);
    int start = frame + Http2Frame.HEADER_BYTES;
    int bytes = frameBytes - Http2Frame.HEADER_BYTES;
    headers.requireContinued(type, stream);
    switch (type) {
      case Http2FrameTypes.DATA -> data(flags, stream, buffer, start, bytes);
      case Http2FrameTypes.HEADERS -> headers.headers(flags, stream, buffer, start, bytes);
      case Http2FrameTypes.CONTINUATION -> headers.continuation(flags, buffer, start, bytes);
      case Http2FrameTypes.RST_STREAM -> reset(stream, number(buffer, start, bytes));
      case Http2FrameTypes.SETTINGS -> settings(flags, buffer, start, bytes);
      case Http2FrameTypes.PING -> ping(flags, buffer, start, bytes);
      case Http2FrameTypes.GO_AWAY -> goAway(buffer, start, bytes);
      case Http2FrameTypes.WINDOW_UPDATE -> windowUpdate(stream, number(buffer, start, bytes));
      case Http2FrameTypes.PUSH_PROMISE -> throw new ProtocolException("push without permission");
      default -> {
        // Priorities and types of extensions are to be ignored.
      }
    }
  }

  private static int number(ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if (bytes != Integer.BYTES) {
      throw new ProtocolException("frame of a number: " + bytes + " bytes (valid: 4)");
    }
    return buffer.getInt(start);
  }

  /** The index of a stream's call; negative where the call has ended or was cancelled. */
  private int index(int stream) throws ProtocolException {
    if (!streams.isKnown(stream)) {
      throw new ProtocolException("frame of a stream that was never open: " + stream);
    }
    return streams.index(stream);
  }

  private void data(int flags, int stream, ByteBuf buffer, int start, int bytes)
      throws ProtocolException {
    received += bytes;
    if (received >= WINDOW_BYTES / 2) {
      Http2Frame.write(
          batch.room(Http2Frame.HEADER_BYTES + Integer.BYTES),
          Http2FrameTypes.WINDOW_UPDATE,
          0,
          received);
      received = 0;
    }
    int padding = HeaderFrames.padding(flags, buffer, start, bytes);
    int index = index(stream);
    if (index < 0) {
      return;
    }
    answers.data(index, buffer, padding == 0 ? start : start + 1, bytes - padding);
    if ((flags & Http2Flags.END_STREAM) != 0) {
      Outcome outcome = answers.endWithoutTrailers(index, slots.variant(index));
      answered(stream, index, outcome, System.nanoTime());
    }
  }

  private void block(int stream, boolean ends, ByteBuf buffer, int start, int bytes)
      throws ProtocolException {
    long now = System.nanoTime();
    int index = index(stream);
    // Cancelled calls too, since the very first block announces the size of the table.
    HeaderBlocks.Failure failure =
        ends ? blocks.trailers(buffer, start, bytes) : blocks.head(buffer, start, bytes);
    if (index < 0) {
      return;
    }
    if (ends) {
      answered(stream, index, answers.end(index, slots.variant(index), failure), now);
    } else {
      answers.head(index, failure);
    }
  }

  private void reset(int stream, int code) throws ProtocolException {
    int index = index(stream);
    if (index >= 0) {
      boolean mayBeRefused = code == SERVER_ERROR || code == INTERNAL_ERROR;
      end(
          stream,
          index,
          mayBeRefused ? Outcome.REJECTED : Outcome.ERROR,
          "RST_STREAM " + Integer.toUnsignedString(code),
          System.nanoTime());
    }
  }

  private void settings(int flags, ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if ((flags & Http2Flags.ACK) != 0) {
      return;
    }
    if (bytes % Http2CodecUtil.SETTING_ENTRY_LENGTH != 0) {
      throw new ProtocolException("SETTINGS of " + bytes + " bytes");
    }
    for (int at = start; at < start + bytes; at += Http2CodecUtil.SETTING_ENTRY_LENGTH) {
      int value = buffer.getInt(at + Short.BYTES);
      switch (buffer.getUnsignedShort(at)) {
        case Http2CodecUtil.SETTINGS_MAX_CONCURRENT_STREAMS ->
            maxStreams = value < 0 ? Integer.MAX_VALUE : value;
        case Http2CodecUtil.SETTINGS_INITIAL_WINDOW_SIZE -> sender.initialWindow(value);
        default -> {
          // Other settings limit what the peer receives; requests stay below any such limit.
        }
      }
    }
    Http2Frame.writeHeader(
        batch.room(Http2Frame.HEADER_BYTES), 0, Http2FrameTypes.SETTINGS, Http2Flags.ACK, 0);
    batch.written(System.nanoTime());
    if (!ready) {
      ready = true;
      owner.ready();
    }
    sender.resume();
    owner.resumed(this);
  }

  private void ping(int flags, ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if (bytes != Long.BYTES) {
      throw new ProtocolException("PING of " + bytes + " bytes (valid: 8)");
    }
    if ((flags & Http2Flags.ACK) == 0) {
      Http2Frame.writePing(
          batch.room(Http2Frame.PING_FRAME_BYTES), Http2Flags.ACK, buffer.getLong(start));
      batch.written(System.nanoTime());
    }
  }

  private void goAway(ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if (bytes < GO_AWAY_BYTES) {
      throw new ProtocolException("GOAWAY of " + bytes + " bytes");
    }
    int last = buffer.getInt(start) & Integer.MAX_VALUE;
    String text =
        buffer.toString(
            start + GO_AWAY_BYTES,
            Math.min(bytes - GO_AWAY_BYTES, SlotConnection.MAX_REASON_CHARACTERS),
            StandardCharsets.US_ASCII);
    String reason =
        "GOAWAY "
            + Integer.toUnsignedString(buffer.getInt(start + Integer.BYTES))
            + (text.isEmpty() ? "" : ": " + text.strip());
    retire();
    endStreamsAfter(last, reason);
  }

  private void windowUpdate(int stream, int bytes) throws ProtocolException {
    if (sender.openWindow(stream, bytes)) {
      owner.resumed(this);
    }
  }
}
