package io.poolbench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.redis.PunctualThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The Netty event loops of a client: epoll if the host has it, otherwise NIO. Configured answer
 * delays apply before any other handler reads an answer.
 */
public final class EventLoops implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
  private static final long SHUTDOWN_SECONDS = 5;

  private final boolean epoll = Epoll.isAvailable();
  private final Destination destination;
  private final MultiThreadIoEventLoopGroup group;

  public EventLoops(String threadName, int threads, Destination destination) {
    this.destination = destination;
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    group =
        new MultiThreadIoEventLoopGroup(
            threads,
            destination.delays().isNone()
                ? new DefaultThreadFactory(threadName, /* daemon= */ true)
                : new PunctualThreadFactory(threadName),
            io);
  }

  /** A bootstrap for TCP connections on one event loop; the next bootstrap uses the next loop. */
  public Bootstrap bootstrap() {
    return new Bootstrap()
        .group(group.next())
        .channelFactory(this::channel)
        .remoteAddress(destination.address())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS);
  }

  private Channel channel() {
    Channel channel = epoll ? new EpollSocketChannel() : new NioSocketChannel();
    if (!destination.delays().isNone()) {
      channel.pipeline().addLast(destination.delays().reads());
    }
    return channel;
  }

  /** Stops the threads and closes all connections; waits for them up to a limit. */
  @Override
  public void close() {
    group
        .shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
  }
}
