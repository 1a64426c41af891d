package io.poolbench.dubbo;

import io.netty.channel.ChannelFuture;
import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import io.poolbench.transport.EventLoops;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A client that writes frames of the dubbo protocol on Netty, at minimal cost per call.
 *
 * <p>Requests are encoded once, at the start. Requests that the answers of one read give rise to
 * are written in one batch. {@code sentNanos} is read where a frame is written into the outgoing
 * batch, {@code answeredNanos} where the answer's frame is found in the receive buffer, before it
 * is decoded. A slot always calls through the same connection, a connection always runs on the same
 * event loop, and completions run there. A timeout is detected at most {@value #SWEEP_MILLIS} ms
 * late.
 *
 * <p>{@link #close} must not be called within a completion.
 */
final class WireTarget implements Target {
  static final String THREAD_NAME = "poolbench-wire";

  private static final long SWEEP_MILLIS = 10;

  private final EventLoops eventLoops;
  private final FrameCodec codec;
  private final WireConnection[] connections;

  private WireTarget(EventLoops eventLoops, FrameCodec codec, WireConnection[] connections) {
    this.eventLoops = eventLoops;
    this.codec = codec;
    this.connections = connections;
  }

  /**
   * Connects.
   *
   * @throws IOException where the provider cannot be reached
   */
  static WireTarget open(TargetConfig config, int slots, Completion completion) throws IOException {
    DriverSettings settings = config.settings();
    MeasuredCall call = config.call();
    int threads = Math.min(settings.connections(), Runtime.getRuntime().availableProcessors());
    EventLoops eventLoops = new EventLoops(THREAD_NAME, threads);
    FrameCodec codec = new FrameCodec(call, settings.timeoutMillis());
    WireConnection[] connections = new WireConnection[settings.connections()];
    WireTarget target = new WireTarget(eventLoops, codec, connections);
    try {
      WireRequests requests = new WireRequests(codec, call);
      for (int index = 0; index < connections.length; index++) {
        connections[index] =
            new WireConnection(
                new WireSlots(
                    new WireSlots.Share(slots, index, connections.length),
                    settings.timeoutMillis(),
                    call),
                eventLoops.bootstrap(config.provider()),
                requests,
                new AnswerChecker(codec, config),
                config.reasons(),
                completion);
      }
      target.connect(config);
      target.startSweeps(threads);
      return target;
    } catch (IOException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private void connect(TargetConfig config) throws IOException {
    List<ChannelFuture> connecting = new ArrayList<>();
    for (WireConnection connection : connections) {
      connecting.add(connection.connect());
    }
    for (ChannelFuture future : connecting) {
      try {
        future.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while connecting to " + config.provider());
      }
      if (!future.isSuccess()) {
        throw config.unreachable(future.cause());
      }
    }
  }

  /** Event loops take connections in turn, so that every n-th connection shares one. */
  private void startSweeps(int threads) {
    for (int thread = 0; thread < threads; thread++) {
      List<WireConnection> own = new ArrayList<>();
      for (int index = thread; index < connections.length; index += threads) {
        own.add(connections[index]);
      }
      ScheduledFuture<?> unused =
          own.get(0)
              .eventLoop()
              .scheduleWithFixedDelay(
                  () -> sweep(own), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static void sweep(List<WireConnection> connections) {
    long now = System.nanoTime();
    for (WireConnection connection : connections) {
      connection.sweep(now);
    }
  }

  @Override
  public void send(int slot) {
    connections[slot % connections.length].send(slot);
  }

  @Override
  public long sentNanos(int slot) {
    return connections[slot % connections.length].sentNanos(slot);
  }

  @Override
  public void close() {
    for (WireConnection connection : connections) {
      if (connection != null) {
        connection.eventLoop().execute(connection::close);
      }
    }
    eventLoops.close();
    codec.close();
  }
}
