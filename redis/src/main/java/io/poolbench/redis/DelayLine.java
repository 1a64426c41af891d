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
 * <p>A chunk is to be gone at its arrival plus its delay, never before the chunk ahead of it. All
 * answers in one chunk arrived at the same instant, so each of them is delayed by the same, whole
 * delay.
 *
 * <p>Sleeping on a timer, waking and writing takes time of its own, and so did passing the requests
 * on. The line takes down both, and aims its timer earlier by their medians: by {@link
 * #MOST_AHEAD_NANOS} at most, and by the delay at most.
 *
 * <p>What is held is bounded: beyond {@link #MOST_HELD_BYTES} of buffers nothing more is read until
 * half of that is gone, and where the receiver does not take what is due, that is held too.
 *
 * <p>Both channels must share one event loop; all methods are for that loop. One timer a line,
 * armed for the chunk at the head; a chunk is due where the timer is aimed at.
 */
// A write or close that fails shows as exceptionCaught, or as the closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class DelayLine extends ChannelInboundHandlerAdapter {
  static final long MOST_HELD_BYTES = 64L << 20;

  /** More than waking up takes where there is a CPU to wake up on. */
  static final long MOST_AHEAD_NANOS = 500_000;

  /**
   * @param bytes null for the end of the stream
   */
  private record Chunk(ByteBuf bytes, long dueNanos) {
    int heldBytes() {
      return bytes == null ? 0 : bytes.capacity();
    }
  }

  private final Channel receiver;
  private final Queue<Chunk> held = new ArrayDeque<>();
  private final Runnable onTimer = this::onTimer;
  private final RunningMedian requestNanos = new RunningMedian();
  private final RunningMedian passingNanos = new RunningMedian();
  private Delay delay;
  private ChannelHandlerContext source;
  private long heldBytes;
  private long lastDueNanos;
  private boolean anyChunkSeen;
  private boolean timerArmed;

  DelayLine(Channel receiver, Delay delay) {
    this.receiver = receiver;
    this.delay = delay;
  }

  /** What arrives from here on has this delay; what is held keeps its own, and stays ahead. */
  void delayBy(Delay newDelay) {
    delay = newDelay;
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
    long due = now + delay.nanosAt(now) - aheadNanos();
    // nanoTime() may be negative: instants are compared by their difference.
    lastDueNanos = anyChunkSeen && due - lastDueNanos < 0 ? lastDueNanos : due;
    anyChunkSeen = true;
    Chunk chunk = new Chunk(bytes, lastDueNanos);
    held.add(chunk);
    heldBytes += chunk.heldBytes();
  }

  private long aheadNanos() {
    return Math.min(MOST_AHEAD_NANOS, requestNanos.nanos() + passingNanos.nanos());
  }

  /** So long it took to pass a request on, from where it was read to where it was written. */
  void requestPassed(long durationNanos) {
    requestNanos.add(durationNanos);
  }

  private void onTimer() {
    timerArmed = false;
    Chunk head = held.peek();
    // What waits for the receiver tells nothing about the timer.
    boolean passes = head != null && head.dueNanos() - nanoTime() <= 0 && receiver.isWritable();
    passOnWhatIsDue();
    if (passes) {
      passingNanos.add(nanoTime() - head.dueNanos());
    }
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
