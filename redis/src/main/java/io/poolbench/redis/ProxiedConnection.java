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
 * The client's side of a proxied connection: opens the other side, passes requests to it at once
 * and no faster than it takes them; answers come back by a {@link DelayLine}.
 */
// A write or close that fails shows as exceptionCaught, or as the closed channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class ProxiedConnection extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(ProxiedConnection.class);

  private final Bootstrap bootstrap;
  private final Delays delays;
  private final ChannelGroup connections;
  private DelayLine answers;
  private Channel upstream;
  private long readNanos;
  private boolean anyRead;

  /**
   * @param connections gets both channels
   */
  ProxiedConnection(Bootstrap bootstrap, Delays delays, ChannelGroup connections) {
    this.bootstrap = bootstrap;
    this.delays = delays;
    this.connections = connections;
  }

  /** The client reads nothing (AUTO_READ is off) until there is somewhere to pass it on to. */
  @Override
  public void channelActive(ChannelHandlerContext client) {
    answers = new DelayLine(client.channel(), delays.next());
    ChannelFuture connecting =
        bootstrap
            .clone(client.channel().eventLoop())
            .handler(new UpstreamPipeline(client.channel(), answers))
            .connect();
    upstream = connecting.channel();
    connections.add(client.channel());
    connections.add(upstream);
    connecting.addListener(
        connected -> {
          if (connected.isSuccess()) {
            client.channel().config().setAutoRead(true);
          } else {
            log.warn("No connection passes the proxy: {}", connected.cause().getMessage());
            client.close();
          }
        });
  }

  /** For the event loop, once the connection is among the connections. */
  void delayBy(Delay delay) {
    answers.delayBy(delay);
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
    answers.passOnWhatIsDue();
  }

  @Override
  public void channelInactive(ChannelHandlerContext client) {
    upstream.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext client, Throwable cause) {
    // A reset, by either side; the other side is closed in turn.
    client.close();
  }

  /** What comes from the other side is delayed; where that takes requests again, they are read. */
  private static final class UpstreamPipeline extends ChannelInitializer<Channel> {
    private final Channel client;
    private final DelayLine answers;

    UpstreamPipeline(Channel client, DelayLine answers) {
      this.client = client;
      this.answers = answers;
    }

    @Override
    protected void initChannel(Channel upstream) {
      upstream
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
  }
}
