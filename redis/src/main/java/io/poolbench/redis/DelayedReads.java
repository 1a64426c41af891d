package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;

/**
 * Delays the data that the next handler of its channel reads. The time that the next handler takes
 * for a chunk is not compensated.
 *
 * <p>A closed channel loses its handlers, so its held chunks are passed on at once.
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
