package io.poolbench.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy on loopback that adds latency to each answer, for any protocol and in order. Requests
 * pass at once.
 *
 * <p>{@link DelayLine} describes when an answer is written, {@link AnswerDelays} the accuracy; the
 * wake-up for reading cannot be measured and remains. The proxy has one thread. Thread-safe.
 */
public final class LatencyProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final int CLOSE_SECONDS = 5;

  private final Transport transport = Transport.best();
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new PunctualThreadFactory("latency-proxy"), transport.ioHandlers());
  // Also closes a connection that is accepted while the proxy closes.
  private final ChannelGroup connections = new DefaultChannelGroup(group.next(), true);
  private final AnswerDelays delays;
  private final ChannelFuture listening;

  private LatencyProxy(String upstreamHost, int upstreamPort, AnswerDelays delays) {
    this.delays = delays;
    Bootstrap upstream =
        new Bootstrap()
            .channel(transport.socket())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(InetSocketAddress.createUnresolved(upstreamHost, upstreamPort));
    listening =
        new ServerBootstrap()
            .group(group)
            .channel(transport.serverSocket())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel client) {
                    client.pipeline().addLast(new ProxiedConnection(upstream, delays, connections));
                  }
                })
            .bind(HOST, 0)
            .awaitUninterruptibly();
  }

  /**
   * Starts a proxy on any free port. It connects to the upstream server when a client connects; if
   * that fails, it closes the client's connection and logs a warning.
   */
  public static LatencyProxy start(
      String upstreamHost, int upstreamPort, AddedLatency latency, long seed) throws IOException {
    LatencyProxy proxy =
        new LatencyProxy(upstreamHost, upstreamPort, new AnswerDelays(latency, seed));
    Throwable failure = proxy.listening.cause();
    if (failure != null) {
      proxy.close();
      throw new IOException("cannot listen on " + HOST + ": " + failure.getMessage(), failure);
    }
    return proxy;
  }

  public String host() {
    return HOST;
  }

  public int port() {
    return ((InetSocketAddress) listening.channel().localAddress()).getPort();
  }

  public AnswerDelays delays() {
    return delays;
  }

  /** Closes the listener and all connections; held answers are dropped. */
  @Override
  public void close() {
    listening.channel().close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly();
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /** The socket implementation: epoll has timers finer than 1 ms, the JDK does not. */
  private record Transport(
      IoHandlerFactory ioHandlers,
      Class<? extends SocketChannel> socket,
      Class<? extends ServerSocketChannel> serverSocket) {
    static Transport best() {
      return Epoll.isAvailable()
          ? new Transport(
              EpollIoHandler.newFactory(), EpollSocketChannel.class, EpollServerSocketChannel.class)
          : new Transport(
              NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel.class);
    }
  }
}
