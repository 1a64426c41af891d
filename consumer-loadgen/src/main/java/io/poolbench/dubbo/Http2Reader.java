package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Splits the received bytes of a connection into frames of HTTP/2; the first must be SETTINGS.
 * Buffers are read-only.
 */
abstract class Http2Reader extends FrameSplitter {
  private boolean begun;

  Http2Reader() {
    super(Http2Frame.HEADER_BYTES);
  }

  abstract void frame(int type, int flags, int stream, ByteBuf buffer, int start, int bytes)
      throws ProtocolException;

  @Override
  int frameBytes(ByteBuf buffer, int start) throws ProtocolException {
    int payload = Http2Frame.payloadBytes(buffer, start);
    if (!begun && Http2Frame.type(buffer, start) != Http2FrameTypes.SETTINGS) {
      throw new ProtocolException(
          "not HTTP/2: begins with 0x%08x instead of SETTINGS".formatted(buffer.getInt(start)));
    }
    if (payload > Http2Frame.MAX_PAYLOAD_BYTES) {
      throw new ProtocolException(
          "frame of %d bytes (limit %d)".formatted(payload, Http2Frame.MAX_PAYLOAD_BYTES));
    }
    begun = true;
    return Http2Frame.HEADER_BYTES + payload;
  }

  @Override
  void dispatch(ByteBuf buffer, int start, int bytes) throws ProtocolException {
    frame(
        Http2Frame.type(buffer, start),
        Http2Frame.flags(buffer, start),
        Http2Frame.stream(buffer, start),
        buffer,
        start + Http2Frame.HEADER_BYTES,
        bytes - Http2Frame.HEADER_BYTES);
  }
}
