package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;

/**
 * The outgoing frames of a connection, joined into one buffer. It is flushed at the end of the read
 * that caused them, otherwise by a task of its own. Confined to the connection's event loop.
 */
final class OutgoingBatch {
  private static final int MIN_BYTES = 512;
  private static final int MAX_BYTES = 64 * 1024;

  private final EventLoop eventLoop;
  private final Runnable scheduledFlush = this::flushScheduled;
  private Channel channel;
  private ByteBuf batch;
  private int lastBytes = MIN_BYTES;
  private boolean reading;
  private boolean flushIsScheduled;
  private long writtenNanos;

  OutgoingBatch(EventLoop eventLoop) {
    this.eventLoop = eventLoop;
  }

  void open(Channel connected) {
    channel = connected;
    writtenNanos = System.nanoTime();
  }

  /**
   * A buffer with room for this many bytes; {@link #written} must follow, unless it is part of a
   * read.
   */
  ByteBuf room(int bytes) {
    if (batch != null && batch.readableBytes() + bytes > MAX_BYTES) {
      flush();
    }
    if (batch == null) {
      batch = channel.alloc().directBuffer(Math.max(lastBytes, bytes));
    }
    return batch;
  }

  void written(long now) {
    writtenNanos = now;
    if (!reading && !flushIsScheduled) {
      flushIsScheduled = true;
      eventLoop.execute(scheduledFlush);
    }
  }

  /** The time since the last write, in nanoseconds. */
  long idleNanos(long now) {
    return now - writtenNanos;
  }

  /** Begins a read, at whose end the next flush takes place. */
  void reading() {
    reading = true;
  }

  void readComplete() {
    reading = false;
    flush();
  }

  private void flushScheduled() {
    flushIsScheduled = false;
    flush();
  }

  private void flush() {
    if (batch != null) {
      ByteBuf full = batch;
      batch = null;
      lastBytes = Math.max(MIN_BYTES, full.readableBytes());
      // A failure becomes an exception in the pipeline, which ends the connection.
      ChannelFuture unused = channel.writeAndFlush(full, channel.voidPromise());
    }
  }

  /** Drops what has not been flushed, since the channel is closed. */
  void discard() {
    channel = null;
    reading = false;
    if (batch != null) {
      batch.release();
      batch = null;
    }
  }
}
