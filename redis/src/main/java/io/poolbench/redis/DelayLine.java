package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A channel handler that passes on each chunk of bytes after its own delay, unchanged and in order,
 * and then the end of the stream.
 *
 * <p>A chunk is due at its arrival plus its delay, and never before the chunk ahead of it. All
 * answers in one chunk arrived at the same instant, so each of them has the full delay.
 *
 * <p>The timer, the wake-up, the writing and the forwarding of the requests take time as well. The
 * handler measures this time and sets its timer earlier by the medians, at most by {@link
 * #MAX_AHEAD_NANOS} and by the delay.
 *
 * <p>Memory is bounded: above {@link #MAX_HELD_BYTES} of buffers the handler stops reading until
 * half of them are passed on. Chunks that are due but not accepted by the receiver count too.
 *
 * <p>All methods except {@link #delayBy} are for the channel's event loop. There is one timer, set
 * for the chunk at the head.
 */
abstract class DelayLine extends ChannelInboundHandlerAdapter {
  static final long MAX_HELD_BYTES = 64L << 20;

  /** Longer than a wake-up on an available CPU. */
  static final long MAX_AHEAD_NANOS = 500_000;

  /** A chunk; null bytes are the end of the stream. */
  private record Chunk(ByteBuf bytes, long dueNanos) {
    int heldBytes() {
      return bytes == null ? 0 : bytes.capacity();
    }
  }

  private final Queue<Chunk> held = new ArrayDeque<>();
  private final Runnable onTimer = this::onTimer;
  private final RunningMedian requestNanos = new RunningMedian();
  private final RunningMedian lateNanos = new RunningMedian();
  private final Consumer<DelayLine> onRemoval;
  private volatile Delay delay;
  private ChannelHandlerContext source;
  private long heldBytes;
  private long lastDueNanos;
  private boolean anyArrival;
  private boolean timerArmed;

  DelayLine(Delay delay, Consumer<DelayLine> onRemoval) {
    this.delay = delay;
    this.onRemoval = onRemoval;
  }

  /** Whether there is a receiver; what arrives for none is dropped. */
  boolean isOpen() {
    return true;
  }

  /** Whether the receiver accepts a chunk now; others wait until {@link #passDue} is called. */
  boolean isReady() {
    return true;
  }

  /** Passes a chunk to the receiver, which then owns it. */
  abstract void pass(ByteBuf bytes);

  /** Called after the last of the chunks that were due together. */
  abstract void passed();

  abstract void end();

  /** The instant at which the receiver had the chunks that were passed on between two instants. */
  abstract long receivedNanos(long beforePassing, long afterPassing);

  /** Changes the delay of later arrivals; held chunks keep theirs, and stay ahead. Any thread. */
  void delayBy(Delay newDelay) {
    delay = newDelay;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    source = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    onRemoval.accept(this);
  }

  ChannelHandlerContext source() {
    return source;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (!isOpen()) {
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
      passDue();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    hold(null);
    if (!timerArmed) {
      passDue();
    }
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
    return Math.min(MAX_AHEAD_NANOS, requestNanos.nanos() + lateNanos.nanos());
  }

  /** Records the time from the reading of a request to its writing. */
  void requestPassed(long durationNanos) {
    requestNanos.add(durationNanos);
  }

  private void onTimer() {
    timerArmed = false;
    Chunk head = held.peek();
    long before = nanoTime();
    // The time of a chunk that waits for the receiver does not show the timer's lateness.
    boolean passes = head != null && head.dueNanos() - before <= 0 && isReady();
    passDue();
    if (passes) {
      lateNanos.add(receivedNanos(before, nanoTime()) - head.dueNanos());
    }
  }

  /** Passes on the chunks that are due; to be called when the receiver becomes ready again. */
  void passDue() {
    long now = nanoTime();
    boolean anyPassed = false;
    Chunk head = held.peek();
    while (head != null && head.dueNanos() - now <= 0 && isReady()) {
      held.remove();
      heldBytes -= head.heldBytes();
      if (head.bytes() == null) {
        end();
        return;
      }
      pass(head.bytes());
      anyPassed = true;
      head = held.peek();
    }
    if (anyPassed) {
      passed();
    }
    if (heldBytes <= MAX_HELD_BYTES / 2 && !source.channel().config().isAutoRead()) {
      source.channel().config().setAutoRead(true);
    }
    // A flush may have called this method, through the receiver's writability.
    armFor(held.peek(), now);
  }

  private void armFor(Chunk head, long now) {
    // A chunk that is due waits for the receiver, not for the timer.
    if (head != null && head.dueNanos() - now > 0 && !timerArmed) {
      timerArmed = true;
      ScheduledFuture<?> unused =
          source.executor().schedule(onTimer, head.dueNanos() - now, TimeUnit.NANOSECONDS);
    }
  }

  void passAll() {
    for (Chunk chunk = held.poll(); chunk != null; chunk = held.poll()) {
      pass(chunk.bytes());
    }
    heldBytes = 0;
    passed();
  }

  void discard() {
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
