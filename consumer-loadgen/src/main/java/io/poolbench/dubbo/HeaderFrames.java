package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Assembles header blocks from HEADERS and CONTINUATION frames (RFC 9113, sections 6.2 and 6.10). A
 * block in a single frame, the usual case, stays in the receive buffer. For one connection,
 * confined to its event loop.
 */
final class HeaderFrames {
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
    if (continuedStream != 0 && (type != Http2Frame.CONTINUATION || stream != continuedStream)) {
      throw new FrameSplitter.ProtocolException("header block not continued");
    }
  }

  /** The bytes of a payload that padding takes, including the byte for its length. */
  static int padding(int flags, ByteBuf buffer, int start, int bytes)
      throws FrameSplitter.ProtocolException {
    if ((flags & Http2Frame.PADDED) == 0) {
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
    int priority = (flags & Http2Frame.PRIORITY) == 0 ? 0 : Integer.BYTES + 1;
    int length = bytes - padding - priority;
    if (length < 0) {
      throw new FrameSplitter.ProtocolException("padding longer than its frame");
    }
    int block = start + (padding == 0 ? 0 : 1) + priority;
    boolean ends = (flags & Http2Frame.END_STREAM) != 0;
    if ((flags & Http2Frame.END_HEADERS) != 0) {
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
    if (continued.readableBytes() + bytes > DubboFrame.MAX_BODY_BYTES) {
      throw new FrameSplitter.ProtocolException("endless header block");
    }
    continued.writeBytes(buffer, start, bytes);
    if ((flags & Http2Frame.END_HEADERS) != 0) {
      int stream = continuedStream;
      continuedStream = 0;
      receiver.block(stream, continuedEnds, continued, 0, continued.readableBytes());
    }
  }
}
