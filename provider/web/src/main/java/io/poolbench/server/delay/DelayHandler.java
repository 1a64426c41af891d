package io.poolbench.server.delay;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Ticker;
import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Answers each request of a connection after a delay, counted from the reading of the request's
 * last part. All delays are equal, so answers have the order of their requests. One instance per
 * connection.
 */
// A failed write closes the connection; nothing else depends on it.
@SuppressWarnings("FutureReturnValueIgnored")
final class DelayHandler extends SimpleChannelInboundHandler<HttpObject> {
  private static final byte[] BODY = "ok".getBytes(US_ASCII);

  private final long delayNanos;
  private final Distribution late;

  /**
   * @param late receives the time from the end of a request's delay to its answer
   */
  DelayHandler(Duration delay, Distribution late) {
    this.delayNanos = delay.toNanos();
    this.late = late;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part instanceof LastHttpContent) {
      long due = context.executor().ticker().nanoTime() + delayNanos;
      context.executor().schedule(() -> answer(context, due), delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void answer(ChannelHandlerContext context, long dueNanos) {
    if (context.channel().isActive()) {
      Ticker clock = context.executor().ticker();
      context.writeAndFlush(response());
      late.record(clock.nanoTime() - dueNanos);
    }
  }

  private static FullHttpResponse response() {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(BODY));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, BODY.length);
    return response;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
