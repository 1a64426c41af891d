package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP connection that carries one call at a time. A call ends when its response is complete or
 * the channel is closed. Confined to its event loop.
 */
final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
  private static final int NO_CALL = -1;
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int MAX_BODY_BYTES = 16 << 20;
  private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");

  private final ConnectionPool pool;
  private final BodyCheck body;
  private ChannelHandlerContext context;
  private int call = NO_CALL;
  private int status;
  private boolean reusable;
  private long bodyBytes;

  /** Whether the last part of the response was read. */
  private boolean complete;

  /** Why the driver closes the connection; otherwise null. */
  private String closeReason;

  HttpConnection(ConnectionPool pool, BodyCheck body) {
    this.pool = pool;
    this.body = body;
  }

  /** Sends the request of a call; the connection must be free. */
  void send(int index, byte[] request) {
    call = index;
    body.begin();
    ByteBuf out = context.alloc().directBuffer(request.length);
    out.writeBytes(request);
    // A write failure reaches exceptionCaught, which closes the connection.
    ChannelFuture unused = context.writeAndFlush(out, context.voidPromise());
  }

  void abandon() {
    call = NO_CALL;
    close("call given up");
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    HttpDecoderConfig config = new HttpDecoderConfig().setMaxHeaderSize(MAX_HEAD_BYTES);
    added.pipeline().addBefore(added.name(), null, new HttpResponseDecoder(config));
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    pool.connected(this);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext reading, HttpObject part) {
    if (closeReason != null) {
      return;
    }
    if (complete) {
      reusable = false;
    } else if (call == NO_CALL) {
      close("bytes without a request");
    } else if (part.decoderResult().isFailure()) {
      String why = String.valueOf(part.decoderResult().cause().getMessage());
      close("no HTTP response: " + UNPRINTABLE.matcher(why).replaceAll("?"));
    } else {
      if (part instanceof HttpResponse head) {
        begin(head);
      }
      if (part instanceof HttpContent content) {
        receive(content.content());
        complete = content instanceof LastHttpContent;
      }
    }
  }

  private void begin(HttpResponse head) {
    status = head.status().code();
    reusable = HttpUtil.isKeepAlive(head);
    bodyBytes = 0;
    if (!HttpUtil.isContentLengthSet(head) && !HttpUtil.isTransferEncodingChunked(head)) {
      close("response without Content-Length, and not chunked");
    }
  }

  private void receive(ByteBuf part) {
    bodyBytes += part.readableBytes();
    if (bodyBytes > MAX_BODY_BYTES) {
      close("response body: more than %d bytes".formatted(MAX_BODY_BYTES));
    } else if (part.isReadable()) {
      body.received(part, part.readerIndex(), part.readableBytes());
    }
  }

  /** The call ends here, so that bytes after its response are seen before the next request. */
  @Override
  public void channelReadComplete(ChannelHandlerContext read) {
    if (complete && closeReason == null) {
      complete = false;
      answered();
    }
  }

  private void answered() {
    long now = System.nanoTime();
    int index = call;
    boolean asExpected = status != 200 || body.isAsExpected();
    body.end();
    call = NO_CALL;
    // Free the connection first: the completion may send the next call over it.
    if (reusable) {
      pool.free(this);
    } else {
      close("connection not kept");
    }
    pool.answered(index, status, asExpected, now);
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    body.end();
    pool.disconnected(this);
    if (call == NO_CALL || pool.isClosing()) {
      return;
    }
    int index = call;
    call = NO_CALL;
    pool.failed(index, closeReason == null ? "connection closed by the server" : closeReason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error("connection closed: bug in the driver", cause);
    }
    close("connection broken: " + cause);
  }

  /** Closes the channel. A call in flight ends once it is inactive, never within a send. */
  private void close(String why) {
    if (closeReason == null) {
      closeReason = why;
      ChannelFuture unused = context.close();
    }
  }
}
