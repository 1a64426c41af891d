package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;

/** Splits the received bytes of a connection into frames of the dubbo protocol. */
final class FrameReader extends FrameSplitter {
  /** Called on the event loop. Buffers belong to the reader and are read-only. */
  interface Receiver extends FrameSplitter.Receiver {
    /** Receives an answer to a call: a frame of {@code bytes} bytes at {@code start}. */
    void answered(ByteBuf buffer, int start, int bytes) throws ProtocolException;

    void heartbeatRequested(long id);
  }

  private final Receiver receiver;

  FrameReader(Receiver receiver) {
    super(receiver, DubboFrame.HEADER_BYTES);
    this.receiver = receiver;
  }

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
      receiver.answered(buffer, start, bytes);
    } else if (DubboFrame.isRequest(buffer, start) && DubboFrame.isTwoWay(buffer, start)) {
      receiver.heartbeatRequested(DubboFrame.id(buffer, start));
    }
    // Answers to heartbeats and the notice of a closing server are ignored.
  }
}
