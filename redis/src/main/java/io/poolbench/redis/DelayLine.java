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
 * Writes what is read from one channel to another, each chunk after its own delay, in order, bytes
 * unchanged; then the end of the stream.
 *
 * <p>A chunk is due at its arrival plus its delay, and never before the chunk ahead of it. All
 * answers in one chunk arrived at the same instant, so each has the same, whole delay.
 *
 * <p>The timer, the wake-up and the write take time, and so did passing on the requests. The line
 * measures both and sets its timer earlier by their medians, at most by {@link #MAX_AHEAD_NANOS}
 * and by the delay.
 *
 * <p>Memory is bounded: above {@link #MAX_HELD_BYTES} of buffers it stops reading until half of
 * that is written. Chunks that are due but not accepted by the receiver count too.
 *
 * <p>Both channels must share one event loop; all methods are for that loop. There is one timer,
 * set for the chunk at the head.
 */
// A write or close that fails shows as exceptionCaught, or as the closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class DelayLine extends ChannelInboundHandlerAdapter {
  static final long MAX_HELD_BYTES = 64L << 20;

  /** More than a wake-up takes on an available CPU. */
  static final long MAX_AHEAD_NANOS = 500_000;

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
  private final RunningMedian writeNanos = new RunningMedian();
  private Delay delay;
  private ChannelHandlerContext source;
  private long heldBytes;
  private long lastDueNanos;
  private boolean anyArrival;
  private boolean timerArmed;

  DelayLine(Channel receiver, Delay delay) {
    this.receiver = receiver;
    this.delay = delay;
  }

  /** Changes the delay of later arrivals; held chunks keep theirs and stay ahead. */
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
    if (heldBytes > MAX_HELD_BYTES) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!timerArmed) {
      writeDue();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    hold(null);
    if (!timerArmed) {
      writeDue();
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
    // nanoTime() may overflow: instants are compared by their difference.
    lastDueNanos = anyArrival && due - lastDueNanos < 0 ? lastDueNanos : due;
    anyArrival = true;
    Chunk chunk = new Chunk(bytes, lastDueNanos);
    held.add(chunk);
    heldBytes += chunk.heldBytes();
  }

  private long aheadNanos() {
    return Math.min(MAX_AHEAD_NANOS, requestNanos.nanos() + writeNanos.nanos());
  }

  /** Records the time from the reading of a request to its writing. */
  void requestPassed(long durationNanos) {
    requestNanos.add(durationNanos);
  }

  private void onTimer() {
    timerArmed = false;
    Chunk head = held.peek();
    // A chunk that waits for the receiver does not show the timer's delay.
    boolean writes = head != null && head.dueNanos() - nanoTime() <= 0 && receiver.isWritable();
    writeDue();
    if (writes) {
      writeNanos.add(nanoTime() - head.dueNanos());
    }
  }

  /** Writes the chunks that are due; to be called when the receiver becomes writable again. */
  void writeDue() {
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
    if (heldBytes <= MAX_HELD_BYTES / 2 && !source.channel().config().isAutoRead()) {
      source.channel().config().setAutoRead(true);
    }
    // The flush may have called this method, through the receiver's writability.
    armFor(held.peek(), now);
  }

  private void armFor(Chunk head, long now) {
    // A chunk that is due waits for the receiver, not for the timer.
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
