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

  DelayHandler(Duration delay) {
    this.delayNanos = delay.toNanos();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part instanceof LastHttpContent) {
      context
          .executor()
          .schedule(() -> context.writeAndFlush(response()), delayNanos, TimeUnit.NANOSECONDS);
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
