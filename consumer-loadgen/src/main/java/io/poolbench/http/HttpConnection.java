package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.poolbench.http.ResponseParser.InvalidResponseException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP connection that carries one call at a time. A call ends when its response is complete or
 * the channel is closed. Confined to its event loop.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
  private static final int NO_CALL = -1;

  private final ConnectionPool pool;
  private final BodyCheck body;
  private final ResponseParser parser;
  private ChannelHandlerContext context;
  private int call = NO_CALL;
  private boolean hasAnswered;

  /** Why the driver closes the connection; otherwise null. */
  private String closeReason;

  HttpConnection(ConnectionPool pool, BodyCheck body) {
    this.pool = pool;
    this.body = body;
    this.parser = new ResponseParser(body);
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
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    pool.connected(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (closeReason == null) {
        read(in);
      }
    } catch (InvalidResponseException e) {
      close(e.getMessage());
    } finally {
      in.release();
    }
  }

  private void read(ByteBuf in) throws InvalidResponseException {
    if (call == NO_CALL) {
      throw new InvalidResponseException("bytes without a request");
    }
    if (parser.read(in)) {
      answered(parser.isReusable() && !in.isReadable());
    }
  }

  private void answered(boolean reusable) {
    long now = System.nanoTime();
    int index = call;
    int status = parser.status();
    boolean asExpected = status != 200 || body.isAsExpected();
    body.end();
    call = NO_CALL;
    hasAnswered = true;
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
    String reason = closeReason == null ? "connection closed by the server" : closeReason;
    int index = call;
    call = NO_CALL;
    if (index == NO_CALL || hasAnswered || pool.isClosing()) {
      pool.disconnected(this);
    } else {
      pool.disconnectedUnanswered(this, reason);
    }
    if (index != NO_CALL && !pool.isClosing()) {
      pool.failed(index, reason);
    }
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
