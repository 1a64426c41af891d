package io.poolbench.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
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
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy on loopback that adds latency to each answer: to bytes of any protocol, in order.
 * Requests pass at once.
 *
 * <p>A chunk of answer bytes is written when its delay, counted from its arrival, is over, and not
 * before the chunk ahead of it. So any number of requests may be in flight on a connection, and
 * each answer is delayed by the same amount, whether answers come one by one or many in one chunk.
 * Answers on one connection never overtake each other: see {@link DriftingDelay} for the effect on
 * a delay that varies.
 *
 * <p>Accuracy: passing on takes time too, above all the wake-up of a sleeping thread. Each
 * connection measures its requests from their reading to their writing, and its answers from the
 * timer's instant to their writing, and writes answers earlier by the medians of both: the median
 * delay is the configured one, not each single delay. The wake-up for reading cannot be measured
 * here and remains. An answer is never written more than 0.5 ms before its delay is over, nor
 * before it arrived. A new connection learns its medians from its first 100 answers or so; until
 * then it adds its own delay. On Linux (epoll) timers are exact to a thousandth of the delay;
 * elsewhere they are late by up to 1 ms, half of which is compensated. The proxy has one thread,
 * which sleeps while it waits: it shares its CPU with the driver.
 *
 * <p>Thread-safe.
 */
public final class LatencyProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final int CLOSE_SECONDS = 5;

  private final Transport transport = Transport.best();
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, new PunctualThreadFactory(), transport.ioHandlers());
  // Closes a connection that is accepted while the proxy closes.
  private final ChannelGroup connections = new DefaultChannelGroup(group.next(), true);
  private final ChannelFuture listening;

  // Confined to the event loop once it listens.
  private AddedLatency latency;
  private long nextSeed;

  private LatencyProxy(String upstreamHost, int upstreamPort, AddedLatency latency, long seed) {
    this.latency = latency;
    this.nextSeed = seed;
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
                    client.pipeline().addLast(connection(upstream));
                  }
                })
            .bind(HOST, 0)
            .awaitUninterruptibly();
  }

  /**
   * Listens at any free port. Connects to the other end when a client connects; if it cannot be
   * reached, that client's connection is closed and a warning logged.
   *
   * @param upstreamHost the host of the server
   * @param upstreamPort its TCP port
   * @param seed of varying delays: each connection draws its own, by its order
   * @throws IOException if it cannot listen
   */
  public static LatencyProxy start(
      String upstreamHost, int upstreamPort, AddedLatency latency, long seed) throws IOException {
    LatencyProxy proxy = new LatencyProxy(upstreamHost, upstreamPort, latency, seed);
    Throwable failure = proxy.listening.cause();
    if (failure != null) {
      proxy.close();
      throw new IOException("cannot listen on " + HOST + ": " + failure.getMessage(), failure);
    }
    return proxy;
  }

  private ProxiedConnection connection(Bootstrap upstream) {
    return new ProxiedConnection(upstream, this::nextDelay, connections);
  }

  private Delay nextDelay() {
    return Delay.of(latency, nextSeed++);
  }

  /** The loopback address for clients. */
  public String host() {
    return HOST;
  }

  /** The TCP port for clients. */
  public int port() {
    return ((InetSocketAddress) listening.channel().localAddress()).getPort();
  }

  /**
   * Changes the added latency of all connections, open and new; {@link AddedLatency#NONE} adds none
   * but keeps the proxy. It applies to answers that arrive after the return: held ones keep their
   * delay, and no answer overtakes them. Connections keep their learned medians. Not for a closed
   * proxy.
   */
  public void delayBy(AddedLatency newLatency) {
    group
        .next()
        .submit(
            () -> {
              latency = newLatency;
              connections.forEach(this::redraw);
            })
        .syncUninterruptibly();
  }

  private void redraw(Channel channel) {
    ProxiedConnection connection = channel.pipeline().get(ProxiedConnection.class);
    // The group also contains the server's side of each connection.
    if (connection != null) {
      connection.delayBy(nextDelay());
    }
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

  /** Makes threads whose timers the kernel does not delay. */
  private static final class PunctualThreadFactory extends DefaultThreadFactory {
    PunctualThreadFactory() {
      super("latency-proxy", true);
    }

    @Override
    public Thread newThread(Runnable work) {
      return super.newThread(
          () -> {
            TimerSlack.minimizeForThisThread();
            work.run();
          });
    }
  }

  /** The socket implementation: epoll's timers are finer than a millisecond, the JDK's are not. */
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
