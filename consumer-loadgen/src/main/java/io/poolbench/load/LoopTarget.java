package io.poolbench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import io.poolbench.api.RandomDelay;
import io.poolbench.load.SlotQueue.SlotShare;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A target on Netty, whose slots are assigned to several owners round robin. A slot always belongs
 * to the same owner, an owner always runs on the same event loop, and completions run there. A
 * timeout is detected at most {@value #SWEEP_MILLIS} ms late.
 *
 * <p>Event loops use epoll if the host has it, otherwise NIO: epoll has timers finer than 1 ms.
 *
 * <p>{@link #close} must not be called within a completion.
 */
public final class LoopTarget implements Target {
  private static final long SWEEP_MILLIS = 10;
  private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
  private static final long SHUTDOWN_SECONDS = 5;

  private final boolean epoll = Epoll.isAvailable();
  private final Destination destination;
  private final MultiThreadIoEventLoopGroup group;
  private final Runnable closed;
  private final Owner[] owners;

  /** Why timeouts are detected no more on an event loop; null while they are. */
  private volatile Throwable sweepFailure;

  private LoopTarget(
      String threadName, int threads, Destination destination, int owners, Runnable closed) {
    this.destination = destination;
    this.closed = closed;
    this.owners = new Owner[owners];
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    group = new MultiThreadIoEventLoopGroup(threads, new PunctualThreadFactory(threadName), io);
  }

  /** Prepares what all owners share, such as encoded requests. */
  @FunctionalInterface
  public interface Protocol {
    Connector prepare() throws IOException;
  }

  /** Creates the owner of a share of the slots, which connects later. */
  @FunctionalInterface
  public interface Connector {
    Owner owner(SlotShare slots, Bootstrap bootstrap);
  }

  /**
   * Connects all owners.
   *
   * @param closed runs when the target is closed, also if it cannot be opened
   * @throws IOException if the server cannot be reached or does not speak the protocol
   */
  public static Target open(
      String threadName,
      Destination server,
      int owners,
      int slots,
      Protocol protocol,
      Runnable closed)
      throws IOException {
    int threads = Math.min(owners, Runtime.getRuntime().availableProcessors());
    LoopTarget target = new LoopTarget(threadName, threads, server, owners, closed);
    try {
      Connector connector = protocol.prepare();
      Arrays.setAll(
          target.owners,
          owner -> connector.owner(new SlotShare(slots, owner, owners), target.bootstrap()));
      target.connect();
      IntStream.range(0, threads).forEach(thread -> target.startSweeps(thread, threads));
      return target;
    } catch (IOException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  /** A bootstrap for TCP connections on one event loop; the next bootstrap uses the next loop. */
  private Bootstrap bootstrap() {
    return new Bootstrap()
        .group(group.next())
        .channelFactory(() -> epoll ? new EpollSocketChannel() : new NioSocketChannel())
        .remoteAddress(destination.address())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS);
  }

  private void connect() throws IOException {
    List<Future<?>> connecting = Arrays.stream(owners).<Future<?>>map(Owner::connect).toList();
    for (Future<?> future : connecting) {
      try {
        future.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while connecting to " + destination);
      }
      if (!future.isSuccess()) {
        throw destination.unreachable(future.cause());
      }
    }
  }

  /** Event loops take owners in turn, so every n-th owner shares one. */
  private void startSweeps(int thread, int threads) {
    List<Owner> own =
        IntStream.iterate(thread, owner -> owner < owners.length, owner -> owner + threads)
            .mapToObj(owner -> owners[owner])
            .toList();
    ScheduledFuture<?> unused =
        own.get(0)
            .eventLoop
            .scheduleWithFixedDelay(
                () -> sweep(own), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** The event loop runs no further sweep after a failure. */
  private void sweep(List<Owner> own) {
    try {
      long now = System.nanoTime();
      own.forEach(owner -> owner.sweep(now));
    } catch (RuntimeException | Error e) {
      sweepFailure = e;
      throw e;
    }
  }

  @Override
  public void check() {
    for (Owner owner : owners) {
      if (owner.stopped != null) {
        throw new CallsStoppedException(owner.stopped);
      }
    }
    if (sweepFailure != null) {
      throw new IllegalStateException(
          "detection of timeouts failed: " + sweepFailure, sweepFailure);
    }
  }

  @Override
  public void send(int slot) {
    owners[slot % owners.length].send(slot);
  }

  @Override
  public long sentNanos(int slot) {
    Owner owner = owners[slot % owners.length];
    return owner.sentNanosOf(owner.share.index(slot));
  }

  /** Stops the threads and closes all connections; waits for them up to a limit. */
  @Override
  public void close() {
    Arrays.stream(owners)
        .filter(Objects::nonNull)
        .forEach(owner -> owner.eventLoop.execute(owner::close));
    group
        .shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    closed.run();
  }

  /**
   * The connection, or the pool of connections, to which a share of the slots belongs. Its event
   * loop alone accesses its state, so that no locks are needed.
   */
  public abstract static class Owner {
    protected final Bootstrap bootstrap;
    protected final EventLoop eventLoop;
    protected final ReconnectPause reconnectPause = new ReconnectPause();
    protected final String timeoutReason;
    private final SlotShare share;
    private final RandomDelay network;
    private final long timeoutNanos;
    private final FailureReasons reasons;
    private final Completion completion;

    /** Each slot has one task, created once, so that a send allocates nothing. */
    private final Runnable[] sends;

    /** One for each slot, so that a delay allocates only its timer. */
    private final DelayedAnswer[] delayedAnswers;

    private boolean closing;

    /** Why this side cannot go on; null while it can. */
    private volatile String stopped;

    /**
     * @param network the latency added to each answer
     * @param timeoutMillis after which a delayed answer is too late
     */
    protected Owner(
        SlotShare share,
        Bootstrap bootstrap,
        RandomDelay network,
        long timeoutMillis,
        FailureReasons reasons,
        Completion completion) {
      this.share = share;
      this.network = network;
      this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
      this.timeoutReason = "no answer within " + timeoutMillis + " ms";
      this.reasons = reasons;
      this.completion = completion;
      this.eventLoop = (EventLoop) bootstrap.config().group();
      this.bootstrap =
          bootstrap.handler(
              new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel created) {
                  created.pipeline().addLast(handler());
                }
              });
      this.sends =
          IntStream.range(0, share.count())
              .<Runnable>mapToObj(index -> () -> write(index))
              .toArray(Runnable[]::new);
      this.delayedAnswers =
          IntStream.range(0, share.count())
              .mapToObj(DelayedAnswer::new)
              .toArray(DelayedAnswer[]::new);
    }

    /** The handler of a new channel. */
    protected abstract ChannelHandler handler();

    /** Connects for the first time; the future fails where the peer does not speak the protocol. */
    protected abstract Future<?> connect();

    /** Sends the next call of a slot, given by its index in the share. */
    protected abstract void write(int index);

    /** When a slot's last call was sent. Callable from any thread. */
    protected abstract long sentNanosOf(int index);

    /** Ends overdue calls; runs every {@value #SWEEP_MILLIS} ms. */
    protected abstract void sweep(long now);

    /** Sends the next call of a slot. A send from another thread is handed to the event loop. */
    private void send(int slot) {
      int index = share.index(slot);
      if (eventLoop.inEventLoop()) {
        write(index);
        return;
      }
      try {
        eventLoop.execute(sends[index]);
      } catch (RejectedExecutionException e) {
        // The target is closed; its calls may end without a completion.
        if (!eventLoop.isShuttingDown()) {
          throw e;
        }
      }
    }

    /** Opens a further connection; its handler tells when it is there. */
    protected final void connect(Consumer<Throwable> failed) {
      ChannelFuture unused =
          bootstrap
              .connect()
              .addListener(
                  connected -> {
                    if (connected.isSuccess()) {
                      return;
                    }
                    // Of a channel that cannot be made, this is another thread.
                    if (eventLoop.inEventLoop()) {
                      failed.accept(connected.cause());
                    } else {
                      eventLoop.execute(() -> failed.accept(connected.cause()));
                    }
                  });
    }

    protected final void after(long millis, Runnable action) {
      ScheduledFuture<?> unused = eventLoop.schedule(action, millis, TimeUnit.MILLISECONDS);
    }

    /** Ends a call, after the network's latency unless it has timed out. */
    protected final void complete(int index, Outcome outcome, long sentNanos, long now) {
      long delayNanos = outcome == Outcome.TIMEOUT ? 0 : network.nextNanos();
      if (delayNanos == 0) {
        completion.completed(share.slot(index), outcome, sentNanos, now);
      } else {
        delayedAnswers[index].arriveAt(now + delayNanos, outcome, sentNanos);
      }
    }

    /** The answer of a slot's call, on its way through the network. */
    private final class DelayedAnswer implements Runnable {
      private final int index;
      private Outcome outcome;
      private long sentNanos;

      DelayedAnswer(int index) {
        this.index = index;
      }

      void arriveAt(long arrivalNanos, Outcome outcome, long sentNanos) {
        boolean late = arrivalNanos - sentNanos > timeoutNanos;
        this.outcome = late ? Outcome.TIMEOUT : outcome;
        this.sentNanos = sentNanos;
        if (late) {
          reasons.count(timeoutReason);
        }
        long endNanos = late ? sentNanos + timeoutNanos : arrivalNanos;
        ScheduledFuture<?> unused =
            eventLoop.schedule(this, endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      }

      @Override
      public void run() {
        completion.completed(share.slot(index), outcome, sentNanos, System.nanoTime());
      }
    }

    /** Stops the load for a reason that says nothing about the server. */
    protected final void stop(String reason) {
      stopped = reason;
    }

    protected final void answeredLate() {
      completion.answeredLate();
    }

    protected final FailureReasons reasons() {
      return reasons;
    }

    /** Whether the target is being closed; calls then end without a completion. */
    public final boolean isClosing() {
      return closing;
    }

    protected void close() {
      closing = true;
    }
  }
}
