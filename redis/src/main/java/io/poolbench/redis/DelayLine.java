package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Passes what is read from one channel on to another, each chunk after its own delay, in order,
 * bytes unchanged; the end of the stream likewise.
 *
 * <p>A chunk is due at its arrival plus its delay, never before the chunk ahead of it. All answers
 * in one chunk arrived at the same instant, so each of them is delayed by the same, whole delay.
 *
 * <p>What is held is bounded: beyond {@link #MOST_HELD_BYTES} of buffers nothing more is read until
 * half of that is gone, and where the receiver does not take what is due, that is held too.
 *
 * <p>Both channels must share one event loop; all methods are for that loop. One timer a line,
 * armed for the chunk at the head.
 */
// A write or close that fails shows as exceptionCaught, or as the closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class DelayLine extends ChannelInboundHandlerAdapter {
  static final long MOST_HELD_BYTES = 64L << 20;

  /**
   * @param bytes null for the end of the stream
   */
  private record Chunk(ByteBuf bytes, long dueNanos) {
    int heldBytes() {
      return bytes == null ? 0 : bytes.capacity();
    }
  }

  private final Channel receiver;
  private final Delay delay;
  private final Queue<Chunk> held = new ArrayDeque<>();
  private final Runnable onTimer = this::onTimer;
  private ChannelHandlerContext source;
  private long heldBytes;
  private long lastDueNanos;
  private boolean anyChunkSeen;
  private boolean timerArmed;

  DelayLine(Channel receiver, Delay delay) {
    this.receiver = receiver;
    this.delay = delay;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    source = ctx;
    receiver.closeFuture().addListener(closed -> discard());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (!receiver.isActive()) {
      bytes.release();
      return;
    }
    hold(bytes);
    if (heldBytes > MOST_HELD_BYTES) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!timerArmed) {
      passOnWhatIsDue();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    hold(null);
    if (!timerArmed) {
      passOnWhatIsDue();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // A reset, by either side: the stream ends here.
    ctx.close();
  }

  private void hold(ByteBuf bytes) {
    long now = nanoTime();
    long due = now + delay.nanosAt(now);
    // nanoTime() may be negative: instants are compared by their difference.
    lastDueNanos = anyChunkSeen && due - lastDueNanos < 0 ? lastDueNanos : due;
    anyChunkSeen = true;
    Chunk chunk = new Chunk(bytes, lastDueNanos);
    held.add(chunk);
    heldBytes += chunk.heldBytes();
  }

  private void onTimer() {
    timerArmed = false;
    passOnWhatIsDue();
  }

  /** To be called where the receiver can be written to again. */
  void passOnWhatIsDue() {
    long now = nanoTime();
    boolean anyWritten = false;
    Chunk head = held.peek();
    while (head != null && head.dueNanos() - now <= 0 && receiver.isWritable()) {
      held.remove();
      heldBytes -= head.heldBytes();
      if (head.bytes() == null) {
        receiver.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        return;
      }
      receiver.write(head.bytes(), receiver.voidPromise());
      anyWritten = true;
      head = held.peek();
    }
    if (anyWritten) {
      receiver.flush();
    }
    if (heldBytes <= MOST_HELD_BYTES / 2 && !source.channel().config().isAutoRead()) {
      source.channel().config().setAutoRead(true);
    }
    // Flushing may have come back here, by way of the receiver's writability.
    armFor(held.peek(), now);
  }

  private void armFor(Chunk head, long now) {
    // One that is due waits for the receiver, not for the timer.
    if (head != null && head.dueNanos() - now > 0 && !timerArmed) {
      timerArmed = true;
      source.executor().schedule(onTimer, head.dueNanos() - now, TimeUnit.NANOSECONDS);
    }
  }

  private void discard() {
    for (Chunk chunk = held.poll(); chunk != null; chunk = held.poll()) {
      if (chunk.bytes() != null) {
        chunk.bytes().release();
      }
    }
    heldBytes = 0;
  }

  private long nanoTime() {
    return source.executor().ticker().nanoTime();
  }
}
