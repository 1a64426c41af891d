package io.poolbench.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's side of a proxied connection. It opens the server's side and passes requests on at
 * once, no faster than the server accepts them; answers return through a {@link DelayLine}.
 */
// A failed write or close results in exceptionCaught or in a closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class ProxiedConnection extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ProxiedConnection.class);

  private final Bootstrap bootstrap;
  private final AnswerDelays delays;
  private final ChannelGroup connections;
  private DelayLine answers;
  private Channel upstream;
  private long readNanos;
  private boolean anyRead;

  ProxiedConnection(Bootstrap bootstrap, AnswerDelays delays, ChannelGroup connections) {
    this.bootstrap = bootstrap;
    this.delays = delays;
    this.connections = connections;
  }

  /** Connects to the server; the client is not read (AUTO_READ is off) until then. */
  @Override
  public void channelActive(ChannelHandlerContext client) {
    answers = delays.writesTo(client.channel());
    ChannelFuture connecting =
        bootstrap
            .clone(client.channel().eventLoop())
            .handler(upstreamPipeline(client.channel()))
            .connect();
    upstream = connecting.channel();
    connections.add(client.channel());
    connections.add(upstream);
    connecting.addListener(
        connected -> {
          if (connected.isSuccess()) {
            client.channel().config().setAutoRead(true);
          } else {
            log.warn("Latency proxy: cannot connect: {}", connected.cause().getMessage());
            client.close();
          }
        });
  }

  @Override
  public void channelRead(ChannelHandlerContext client, Object request) {
    if (!anyRead) {
      anyRead = true;
      readNanos = client.executor().ticker().nanoTime();
    }
    upstream.write(request, upstream.voidPromise());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext client) {
    upstream.flush();
    if (anyRead) {
      anyRead = false;
      answers.requestPassed(client.executor().ticker().nanoTime() - readNanos);
    }
    if (!upstream.isWritable()) {
      client.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext client) {
    answers.passDue();
  }

  @Override
  public void channelInactive(ChannelHandlerContext client) {
    upstream.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext client, Throwable cause) {
    // A reset by either side; the other side is then closed too.
    client.close();
  }

  private ChannelInitializer<Channel> upstreamPipeline(Channel client) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel server) {
        server
            .pipeline()
            .addLast(
                answers,
                new ChannelInboundHandlerAdapter() {
                  @Override
                  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                    client.config().setAutoRead(ctx.channel().isWritable());
                  }
                });
      }
    };
  }
}
