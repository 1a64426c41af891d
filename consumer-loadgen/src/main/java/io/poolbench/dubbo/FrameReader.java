package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits the received bytes of a connection into frames of the dubbo protocol.
 *
 * <p>A frame is processed in the receive buffer, without slice or copy; only a frame that a read
 * left incomplete is assembled in a second buffer. Bytes that are no frame, or an unexpected frame,
 * end the connection with a reason. One reader serves one channel, on its event loop.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(FrameReader.class);

  /** Receives frames and events, on the event loop. Buffers are the reader's: read-only. */
  interface Receiver {
    /** The channel is up. */
    void connected(ChannelHandlerContext context);

    /** An answer to a call: its frame begins at {@code start} and has {@code bytes} bytes. */
    void answered(ByteBuf buffer, int start, int bytes) throws ProtocolException;

    /** The provider requests a heartbeat. */
    void heartbeatRequested(long id);

    /** The available bytes have been read. */
    void readComplete();

    /** The channel is closed; called once. */
    void disconnected(String reason);
  }

  /** Invalid input: the connection must be closed. */
  static final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
      super(message);
    }
  }

  private final Receiver receiver;
  private ByteBuf unfinished;
  private String reason = "connection closed by the provider";
  private boolean broken;

  FrameReader(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    unfinished = context.alloc().directBuffer(DubboFrame.HEADER_BYTES);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    unfinished.release();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    receiver.connected(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!broken) {
        read(in);
      }
    } catch (ProtocolException e) {
      end(context, e.getMessage());
    } finally {
      in.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    receiver.readComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    receiver.disconnected(reason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error("connection closed: bug in the driver", cause);
    }
    end(context, "connection broken: " + cause);
  }

  private void end(ChannelHandlerContext context, String why) {
    if (!broken) {
      broken = true;
      reason = why;
      ChannelFuture unused = context.close();
    }
  }

  private void read(ByteBuf in) throws ProtocolException {
    if (unfinished.isReadable() && !finishedFrom(in)) {
      return;
    }
    while (in.readableBytes() >= DubboFrame.HEADER_BYTES) {
      int start = in.readerIndex();
      int bytes = frameBytes(in, start);
      if (in.readableBytes() < bytes) {
        break;
      }
      in.skipBytes(bytes);
      dispatch(in, start, bytes);
    }
    unfinished.writeBytes(in);
  }

  /** Completes the unfinished frame, as far as bytes are available; whether it is complete. */
  private boolean finishedFrom(ByteBuf in) throws ProtocolException {
    move(in, DubboFrame.HEADER_BYTES);
    if (unfinished.readableBytes() < DubboFrame.HEADER_BYTES) {
      return false;
    }
    int bytes = frameBytes(unfinished, 0);
    move(in, bytes);
    if (unfinished.readableBytes() < bytes) {
      return false;
    }
    dispatch(unfinished, 0, bytes);
    unfinished.clear();
    return true;
  }

  private void move(ByteBuf in, int upTo) {
    int missing = upTo - unfinished.readableBytes();
    if (missing > 0) {
      unfinished.writeBytes(in, Math.min(missing, in.readableBytes()));
    }
  }

  private static int frameBytes(ByteBuf buffer, int start) throws ProtocolException {
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

  private void dispatch(ByteBuf buffer, int start, int bytes) throws ProtocolException {
    if (!DubboFrame.isEvent(buffer, start)) {
      if (DubboFrame.isRequest(buffer, start)) {
        throw new ProtocolException("request received instead of an answer");
      }
      receiver.answered(buffer, start, bytes);
    } else if (DubboFrame.isRequest(buffer, start) && DubboFrame.isTwoWay(buffer, start)) {
      receiver.heartbeatRequested(DubboFrame.id(buffer, start));
    }
    // Other events are ignored: the answer to a heartbeat, the notice of a closing server.
  }
}
