package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;

/**
 * Splits the received bytes of a connection into frames of the dubbo protocol. Buffers are
 * read-only.
 */
abstract class FrameReader extends FrameSplitter {
  FrameReader(OutgoingBatch batch) {
    super(DubboFrame.HEADER_BYTES, batch);
  }

  /** Receives an answer to a call: a frame of {@code bytes} bytes at {@code start}. */
  abstract void answered(ByteBuf buffer, int start, int bytes) throws ProtocolException;

  abstract void heartbeatRequested(long id);

  @Override
  int frameBytes(ByteBuf buffer, int start) throws ProtocolException {
    if (!DubboFrame.hasMagic(buffer, start)) {
      throw new ProtocolException(
          "not the dubbo protocol: frame begins with 0x%04x instead of 0xdabb"
              .formatted(buffer.getUnsignedShort(start)));
    }
    int body = DubboFrame.bodyBytes(buffer, start);
    if (body < 0 || body > DubboFrame.MAX_BODY_BYTES) {
      throw new ProtocolException(
          "frame body: %d bytes (limit %d)"
              .formatted(Integer.toUnsignedLong(body), DubboFrame.MAX_BODY_BYTES));
    }
    return DubboFrame.HEADER_BYTES + body;
  }

  @Override
  void dispatch(ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if (!DubboFrame.isEvent(buffer, start)) {
      if (DubboFrame.isRequest(buffer, start)) {
        throw new ProtocolException("request received instead of an answer");
      }
      answered(buffer, start, bytes);
    } else if (DubboFrame.isRequest(buffer, start) && DubboFrame.isTwoWay(buffer, start)) {
      heartbeatRequested(DubboFrame.id(buffer, start));
    }
    // Answers to heartbeats and the notice of a closing server are ignored.
  }
}
