package io.poolbench.server.delay;

import com.google.gson.JsonElement;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.util.Version;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.Ready;
import io.poolbench.api.WebLaunchConfig.Delay;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import io.poolbench.server.launch.ProviderLauncher.LaunchedProvider;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running delay server.
 *
 * <p>It has one thread, which no request occupies during its delay, so that the number of open
 * requests is not limited. On Linux (epoll) timers are finer than 1 ms; elsewhere answers are up to
 * 1 ms late.
 */
record DelayServer(EventLoopGroup eventLoop, Channel listening) implements LaunchedProvider {
  /** Larger than the number of users, which may all connect at once. */
  private static final int ACCEPT_QUEUE = 65_535;

  private static final int CLOSE_SECONDS = 1;

  static DelayServer start(Delay config) throws StartException {
    boolean epoll = Epoll.isAvailable();
    EventLoopGroup eventLoop =
        new MultiThreadIoEventLoopGroup(
            1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    Duration delay = Duration.ofMillis(config.delayMillis());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(eventLoop)
            .channel(channel)
            .option(ChannelOption.SO_BACKLOG, ACCEPT_QUEUE)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel client) {
                    client
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpServerKeepAliveHandler(),
                            new DelayHandler(delay));
                  }
                })
            .bind(LaunchConfig.LOOPBACK, 0)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw StartException.cannotListen("http", LaunchConfig.LOOPBACK, 0, bound.cause());
    }
    return new DelayServer(eventLoop, bound.channel());
  }

  @Override
  public Ready ready() {
    String netty = Version.identify().get("netty-common").artifactVersion();
    return Ready.of(
        DelayServer.class,
        "netty/" + netty,
        List.of(
            new Ready.Endpoint(
                ((InetSocketAddress) listening.localAddress()).getPort(),
                EffectivePool.ofClass(eventLoop.getClass().getSimpleName()))));
  }

  @Override
  public JsonElement answer(String command, String argument) {
    throw ProviderRequest.unknown(command);
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    eventLoop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
