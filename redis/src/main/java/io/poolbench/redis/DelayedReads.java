package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;

/**
 * Lets the next handler of its channel read later. What the handler does with a chunk is its own
 * time and is not compensated.
 *
 * <p>A closed channel loses its handlers, so that nothing can be read later: what is held then is
 * read at once.
 */
final class DelayedReads extends DelayLine {
  DelayedReads(Delay delay, Consumer<DelayLine> onRemoval) {
    super(delay, onRemoval);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    passAll();
    ctx.fireChannelInactive();
  }

  @Override
  boolean isOpen() {
    return true;
  }

  @Override
  boolean isReady() {
    return true;
  }

  @Override
  void pass(ByteBuf bytes) {
    source().fireChannelRead(bytes);
  }

  @Override
  void passed() {
    source().fireChannelReadComplete();
  }

  @Override
  void end() {
    throw new IllegalStateException("the end of a stream is not held");
  }

  @Override
  long receivedNanos(long beforePassing, long afterPassing) {
    return beforePassing;
  }
}
