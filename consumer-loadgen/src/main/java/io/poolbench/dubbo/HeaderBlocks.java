package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.poolbench.load.Outcome;
import org.apache.dubbo.rpc.TriRpcStatus;
import org.apache.dubbo.rpc.protocol.tri.TripleHeaderEnum;

/**
 * Evaluates the header blocks of answers. The dynamic table of HPACK has size 0, so that a block
 * means the same wherever it is received: a block equal to the last good one is good, and any other
 * is decoded by Netty's decoder. For one connection, confined to its event loop.
 */
final class HeaderBlocks {
  private static final int DECODED_STREAM = 1;
  private static final int MAX_BYTES = 1 << 16;
  private static final byte TABLE_OF_SIZE_0 = 0x20;
  private static final String OK = "0";
  private static final String HTTP_OK = "200";

  /** Dubbo's status of a call that exceeded the timeout that its consumer gave. */
  private static final int DEADLINE_EXCEEDED = TriRpcStatus.Code.DEADLINE_EXCEEDED.code;

  /** Refusals by limits: gRPC's status of an exhausted resource, and Dubbo's of its own limits. */
  private static final int RESOURCE_EXHAUSTED = TriRpcStatus.Code.RESOURCE_EXHAUSTED.code;

  private static final int UNAVAILABLE = TriRpcStatus.Code.UNAVAILABLE.code;

  private final DefaultHttp2HeadersDecoder decoder =
      new DefaultHttp2HeadersDecoder(/* validateHeaders= */ false, MAX_BYTES);
  private ByteBuf goodHead = Unpooled.EMPTY_BUFFER;
  private ByteBuf goodTrailers = Unpooled.EMPTY_BUFFER;

  /** The failure of a call; {@code thrown} where the answer's message is a service's exception. */
  record Failure(Outcome outcome, String reason, boolean thrown) {}

  HeaderBlocks() {
    try {
      decoder.configuration().maxHeaderTableSize(0);
      // The peer's first block should have this update; gRPC's C core omits it at a deadline.
      Http2Headers unused =
          decoder.decodeHeaders(
              DECODED_STREAM, Unpooled.wrappedBuffer(new byte[] {TABLE_OF_SIZE_0}));
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The failure shown by the header block at the beginning of an answer; null where none. */
  Failure head(ByteBuf buffer, int start, int bytes) throws FrameSplitter.ProtocolException {
    if (equals(goodHead, buffer, start, bytes)) {
      return null;
    }
    Http2Headers headers = decoded(buffer, start, bytes);
    Failure thrown = thrown(headers);
    if (thrown == null && HTTP_OK.contentEquals(String.valueOf(headers.status()))) {
      goodHead = Unpooled.copiedBuffer(buffer.slice(start, bytes));
      return null;
    }
    return thrown == null
        ? new Failure(Outcome.ERROR, "HTTP status " + headers.status(), false)
        : thrown;
  }

  /** The failure shown by the trailers of an answer; null where there is none. */
  Failure trailers(ByteBuf buffer, int start, int bytes) throws FrameSplitter.ProtocolException {
    if (equals(goodTrailers, buffer, start, bytes)) {
      return null;
    }
    Http2Headers headers = decoded(buffer, start, bytes);
    CharSequence status = headers.get(TripleHeaderEnum.STATUS_KEY.getKey());
    if (status == null) {
      String http = headers.status() == null ? "" : " (HTTP status " + headers.status() + ")";
      return new Failure(Outcome.ERROR, "answer without grpc-status" + http, false);
    }
    Failure thrown = thrown(headers);
    if (OK.contentEquals(status) && thrown == null) {
      goodTrailers = Unpooled.copiedBuffer(buffer.slice(start, bytes));
      return null;
    }
    CharSequence message = headers.get(TripleHeaderEnum.MESSAGE_KEY.getKey());
    String text = message == null ? "" : percentDecoded(message.toString());
    return new Failure(
        outcome(status),
        "grpc-status "
            + status
            + (text.isEmpty() ? "" : ": " + text.lines().findFirst().orElse("")),
        thrown != null);
  }

  private static Failure thrown(Http2Headers headers) {
    CharSequence code = headers.get(TripleHeaderEnum.TRI_EXCEPTION_CODE.getKey());
    return code == null ? null : new Failure(Outcome.ERROR, "exception of code " + code, true);
  }

  private static Outcome outcome(CharSequence status) {
    int code;
    try {
      code = Integer.parseInt(status.toString());
    } catch (NumberFormatException e) {
      return Outcome.ERROR;
    }
    if (code == DEADLINE_EXCEEDED) {
      return Outcome.TIMEOUT;
    }
    return code == RESOURCE_EXHAUSTED || code == UNAVAILABLE ? Outcome.REJECTED : Outcome.ERROR;
  }

  /**
   * Decodes a message by the rules of gRPC: a plus sign is no space, and a message with invalid
   * escapes is left as it was received (the specification of gRPC over HTTP/2, Responses).
   */
  private static String percentDecoded(String message) {
    try {
      return TriRpcStatus.decodeMessage(message.replace("+", "%2B"));
    } catch (IllegalArgumentException e) {
      return message;
    }
  }

  private static boolean equals(ByteBuf good, ByteBuf buffer, int start, int bytes) {
    return good.readableBytes() == bytes
        && bytes > 0
        && ByteBufUtil.equals(good, good.readerIndex(), buffer, start, bytes);
  }

  private Http2Headers decoded(ByteBuf buffer, int start, int bytes)
      throws FrameSplitter.ProtocolException {
    try {
      return decoder.decodeHeaders(DECODED_STREAM, buffer.slice(start, bytes));
    } catch (Http2Exception e) {
      throw new FrameSplitter.ProtocolException(
          "invalid header block (with hundreds of calls at once raise driver.connections): "
              + e.getMessage());
    }
  }

  /**
   * Assembles header blocks from HEADERS and CONTINUATION frames (RFC 9113, sections 6.2 and 6.10).
   * A block in a single frame, the usual case, stays in the receive buffer. For one connection,
   * confined to its event loop.
   */
  static final class HeaderFrames {
    private static final int MAX_BLOCK_BYTES = 8 << 20;

    private final Receiver receiver;
    private final ByteBuf continued = Unpooled.buffer(0);
    private int continuedStream;
    private boolean continuedEnds;

    interface Receiver {
      void block(int stream, boolean ends, ByteBuf buffer, int start, int bytes)
          throws FrameSplitter.ProtocolException;
    }

    HeaderFrames(Receiver receiver) {
      this.receiver = receiver;
    }

    /** Requires that an incomplete header block is continued by the next frame. */
    void requireContinued(int type, int stream) throws FrameSplitter.ProtocolException {
      if (continuedStream != 0
          && (type != Http2FrameTypes.CONTINUATION || stream != continuedStream)) {
        throw new FrameSplitter.ProtocolException("header block not continued");
      }
    }

    /** The bytes of a payload that padding takes, including the byte for its length. */
    static int padding(int flags, ByteBuf buffer, int start, int bytes)
        throws FrameSplitter.ProtocolException {
      if ((flags & Http2Flags.PADDED) == 0) {
        return 0;
      }
      int padding = bytes == 0 ? 1 : 1 + buffer.getUnsignedByte(start);
      if (padding > bytes) {
        throw new FrameSplitter.ProtocolException("padding longer than its frame");
      }
      return padding;
    }

    void headers(int flags, int stream, ByteBuf buffer, int start, int bytes)
        throws FrameSplitter.ProtocolException {
      int padding = padding(flags, buffer, start, bytes);
      int priority = (flags & Http2Flags.PRIORITY) == 0 ? 0 : Integer.BYTES + 1;
      int length = bytes - padding - priority;
      if (length < 0) {
        throw new FrameSplitter.ProtocolException("padding longer than its frame");
      }
      int block = start + (padding == 0 ? 0 : 1) + priority;
      boolean ends = (flags & Http2Flags.END_STREAM) != 0;
      if ((flags & Http2Flags.END_HEADERS) != 0) {
        receiver.block(stream, ends, buffer, block, length);
      } else {
        continuedStream = stream;
        continuedEnds = ends;
        continued.clear().writeBytes(buffer, block, length);
      }
    }

    void continuation(int flags, ByteBuf buffer, int start, int bytes)
        throws FrameSplitter.ProtocolException {
      if (continuedStream == 0) {
        throw new FrameSplitter.ProtocolException("continuation of no header block");
      }
      if (continued.readableBytes() + bytes > MAX_BLOCK_BYTES) {
        throw new FrameSplitter.ProtocolException("endless header block");
      }
      continued.writeBytes(buffer, start, bytes);
      if ((flags & Http2Flags.END_HEADERS) != 0) {
        int stream = continuedStream;
        continuedStream = 0;
        receiver.block(stream, continuedEnds, continued, 0, continued.readableBytes());
      }
    }
  }
}
