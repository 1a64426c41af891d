package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;

/**
 * Writes the data of one channel to another after a delay. Both must share one event loop. The time
 * of writing is compensated.
 */
// A failed write or close results in exceptionCaught or in a closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class DelayedWrites extends DelayLine {
  private final Channel receiver;

  DelayedWrites(Channel receiver, Delay delay, Consumer<DelayLine> onRemoval) {
    super(delay, onRemoval);
    this.receiver = receiver;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    receiver.closeFuture().addListener(closed -> discard());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // A reset by either side ends the stream.
    ctx.close();
  }

  @Override
  boolean isOpen() {
    return receiver.isActive();
  }

  @Override
  boolean isReady() {
    return receiver.isWritable();
  }

  @Override
  void pass(ByteBuf bytes) {
    receiver.write(bytes, receiver.voidPromise());
  }

  @Override
  void passed() {
    receiver.flush();
  }

  @Override
  void end() {
    receiver.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  long receivedNanos(long beforePassing, long afterPassing) {
    return afterPassing;
  }
}
