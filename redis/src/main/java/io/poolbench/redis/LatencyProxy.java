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
 * A TCP proxy on loopback that adds latency to each answer: to bytes, in order, of any protocol.
 * Requests pass at once.
 *
 * <p>A chunk of answer bytes is passed on when its delay, counted from its arrival here, is over,
 * and not before the chunk ahead of it. So any number of requests may be in flight on a connection,
 * and each answer is late by the same amount, whether answers come one by one or many in one chunk.
 * Answers on one connection never overtake each other: see {@link DriftingDelay} for what that
 * means for a delay that varies.
 *
 * <p>Accuracy: passing on takes time too, above all the kernel's waking of a thread that sleeps.
 * Each connection takes down what its requests take from where they are read to where they are
 * written, and its answers from the timer's instant to where they are written, and passes answers
 * on earlier by the medians of both: as late as asked for in the median, not each by itself. What
 * is left is the waking up to read, which cannot be seen from here. An answer is never passed on
 * earlier than 0.5 ms before its delay is over, nor before it arrived. A new connection learns its
 * medians from its first answers, some 100 of them; until then it is late as a proxy that knows
 * nothing of this. On Linux (epoll) timers are exact to a thousandth of the delay; elsewhere they
 * are late by up to 1 ms, half of which is made good. The proxy sleeps while it waits: it does not
 * burn the CPU that it shares with the driver. It has one thread.
 *
 * <p>Safe for use by many threads.
 */
public final class LatencyProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final int CLOSE_SECONDS = 5;

  private final EventLoopGroup group;
  private final Channel listener;
  private final ChannelGroup connections;
  private final Delays delays;

  private LatencyProxy(
      EventLoopGroup group, Channel listener, ChannelGroup connections, Delays delays) {
    this.group = group;
    this.listener = listener;
    this.connections = connections;
    this.delays = delays;
  }

  /**
   * Listens at any free port. The other end is connected to when a client connects; where it cannot
   * be reached, that client's connection is closed and a warning logged.
   *
   * @param upstreamHost where answers come from
   * @param upstreamPort its TCP port
   * @param seed of varying delays: each connection draws its own, by its order
   * @throws IOException where it cannot listen
   */
  public static LatencyProxy start(
      String upstreamHost, int upstreamPort, AddedLatency latency, long seed) throws IOException {
    Transport transport = Transport.best();
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(1, new PunctualThreadFactory(), transport.ioHandlers());
    Bootstrap upstream =
        new Bootstrap()
            .channel(transport.socket())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
            .remoteAddress(InetSocketAddress.createUnresolved(upstreamHost, upstreamPort));
    // One that is accepted while the proxy closes is closed at once.
    ChannelGroup connections = new DefaultChannelGroup(group.next(), true);
    Delays delays = new Delays(latency, seed);
    ChannelFuture listening =
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
    LatencyProxy proxy = new LatencyProxy(group, listening.channel(), connections, delays);
    if (!listening.isSuccess()) {
      proxy.close();
      throw new IOException(
          "cannot listen on " + HOST + ": " + listening.cause().getMessage(), listening.cause());
    }
    return proxy;
  }

  /** The loopback address at which clients connect. */
  public String host() {
    return HOST;
  }

  /** The TCP port at which clients connect. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * Adds another latency from here on, on all connections and on those to come; none = none, though
   * answers still come through here. In force when this returns, for answers that arrive then: what
   * is held already keeps its delay, and no answer overtakes it. Connections keep what they have
   * learned of their medians. Not for a proxy that is closed.
   */
  public void delayBy(AddedLatency latency) {
    group
        .next()
        .submit(
            () -> {
              delays.changeTo(latency);
              connections.forEach(this::redraw);
            })
        .syncUninterruptibly();
  }

  private void redraw(Channel channel) {
    ProxiedConnection connection = channel.pipeline().get(ProxiedConnection.class);
    // The group holds the server's side of each connection too.
    if (connection != null) {
      connection.delayBy(delays.next());
    }
  }

  /** Closes the listener and all connections; what is still held is dropped. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly();
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /** Of threads that the kernel wakes when their timers say so, not up to 50 us later. */
  private static final class PunctualThreadFactory extends DefaultThreadFactory {
    PunctualThreadFactory() {
      super("latency-proxy", true);
    }

    @Override
    public Thread newThread(Runnable work) {
      return super.newThread(
          () -> {
            TimerSlack.leastForThisThread();
            work.run();
          });
    }
  }

  /** The socket implementation: epoll has timers finer than a millisecond, the JDK's has not. */
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
