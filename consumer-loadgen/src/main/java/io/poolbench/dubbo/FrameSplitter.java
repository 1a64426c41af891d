package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundInvoker;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Splits the received bytes of a connection into frames whose header contains their length.
 *
 * <p>A frame is processed in the receive buffer, without slice or copy; only a frame that a read
 * left incomplete is assembled in a second buffer. Bytes that are no frame, or an unexpected frame,
 * end the connection with a reason. One splitter serves one channel, on its event loop.
 */
abstract class FrameSplitter extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(FrameSplitter.class);

  /** Invalid input, after which the connection must be closed. */
  static final class ProtocolException extends IOException {
    ProtocolException(String message) {
      super(message);
    }
  }

  private final int headerBytes;
  private final OutgoingBatch batch;
  private ByteBuf unfinished;
  private String reason = ClientKind.CLOSED_BY_PROVIDER;
  private boolean broken;

  /**
   * @param headerBytes the first bytes of a frame, which contain its length
   * @param batch of the channel's outgoing frames
   */
  FrameSplitter(int headerBytes, OutgoingBatch batch) {
    this.headerBytes = headerBytes;
    this.batch = batch;
  }

  /** The length, header included, of the frame at {@code start}. The buffer is read-only. */
  abstract int frameBytes(ByteBuf buffer, int start) throws ProtocolException;

  /** Processes the frame at {@code start}, of {@code bytes} bytes. The buffer is read-only. */
  abstract void dispatch(ByteBuf buffer, int start, int bytes) throws ProtocolException;

  abstract void connected(Channel channel);

  /** Called once, when the channel is closed. */
  abstract void disconnected(String reason);

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    unfinished = context.alloc().directBuffer(headerBytes);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    unfinished.release();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    batch.open(context.channel());
    connected(context.channel());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (!broken) {
        read(in);
      }
    } catch (ProtocolException e) {
      closeFor(context, e.getMessage());
    } finally {
      in.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    batch.readComplete();
  }

  /** Ends a connection whose peer does not read, before its requests fill the memory. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Channel channel = context.channel();
    if (!channel.isWritable()) {
      closeFor(
          context,
          "provider does not read: more than %d bytes unsent"
              .formatted(channel.config().getWriteBufferHighWaterMark()));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    batch.discard();
    disconnected(reason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error("connection closed: bug in the driver", cause);
    }
    closeFor(context, "connection broken: " + cause);
  }

  /** Closes the channel for a reason, the first of which counts. */
  final void closeFor(ChannelOutboundInvoker channel, String why) {
    if (!broken) {
      broken = true;
      reason = why;
      ChannelFuture unused = channel.close();
    }
  }

  private void read(ByteBuf in) throws ProtocolException {
    if (unfinished.isReadable() && !finishedFrom(in)) {
      return;
    }
    while (in.readableBytes() >= headerBytes) {
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

  /** Completes the unfinished frame from available bytes; returns whether it is complete. */
  private boolean finishedFrom(ByteBuf in) throws ProtocolException {
    move(in, headerBytes);
    if (unfinished.readableBytes() < headerBytes) {
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
}
