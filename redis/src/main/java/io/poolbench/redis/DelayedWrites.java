package io.poolbench.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;

/**
 * Writes what is read from one channel to another, later. Both must share one event loop. Writing
 * is part of the time that is compensated.
 */
// A write or close that fails shows as exceptionCaught, or as the closed channel.
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
    // A reset, by either side: the stream ends here.
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
