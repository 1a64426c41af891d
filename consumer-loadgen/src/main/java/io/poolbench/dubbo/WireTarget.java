package io.poolbench.dubbo;

import io.netty.bootstrap.Bootstrap;
import io.netty.util.concurrent.Future;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.EventLoops;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import io.poolbench.spec.DriverSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A client that writes frames of the dubbo protocol, or HTTP/2 frames for Triple, on Netty, at
 * minimal cost per call.
 *
 * <p>Requests are encoded once, at the start. Requests that follow the answers of one read are
 * written in one batch. {@code sentNanos} is read where a frame is written into the outgoing batch,
 * {@code answeredNanos} where the answer's frame is found in the receive buffer, before it is
 * decoded. A slot always calls through the same connection, a connection always runs on the same
 * event loop, and completions run there. A timeout is detected at most {@value #SWEEP_MILLIS} ms
 * late.
 *
 * <p>{@link #close} must not be called within a completion.
 */
final class WireTarget implements Target {
  static final String THREAD_NAME = "poolbench-wire";

  private static final long SWEEP_MILLIS = 10;

  private final EventLoops eventLoops;
  private final Runnable closeCodec;
  private final SlotConnection[] connections;

  private WireTarget(EventLoops eventLoops, Runnable closeCodec, SlotConnection[] connections) {
    this.eventLoops = eventLoops;
    this.closeCodec = closeCodec;
    this.connections = connections;
  }

  /** Creates a connection that connects later. */
  private interface Connector {
    SlotConnection connection(WireSlots slots, Bootstrap bootstrap);
  }

  static WireTarget open(TargetConfig config, int slots, Completion completion) throws IOException {
    FrameCodec codec = new FrameCodec(config.call(), config.settings().timeoutMillis());
    try {
      WireRequests requests = new WireRequests(codec, config.call());
      return open(
          config,
          slots,
          codec::close,
          (own, bootstrap) ->
              new WireConnection(
                  own,
                  bootstrap,
                  requests,
                  new AnswerChecker(codec, config),
                  config.reasons(),
                  completion));
    } catch (IOException | RuntimeException e) {
      codec.close();
      throw e;
    }
  }

  static WireTarget openTriple(TargetConfig config, int slots, Completion completion)
      throws IOException {
    return openTriple(config, slots, completion, /* firstStream= */ 1);
  }

  static WireTarget openTriple(
      TargetConfig config, int slots, Completion completion, int firstStream) throws IOException {
    TriCodec codec = new TriCodec(config);
    try {
      TriRequests requests = new TriRequests(codec, config.call().variants());
      return open(
          config,
          slots,
          codec::close,
          (own, bootstrap) ->
              new TriConnection(
                  own,
                  bootstrap,
                  requests,
                  new TriAnswers(codec, config, own.count()),
                  firstStream,
                  config.reasons(),
                  completion));
    } catch (IOException | RuntimeException e) {
      codec.close();
      throw e;
    }
  }

  private static WireTarget open(
      TargetConfig config, int slots, Runnable closeCodec, Connector connector) throws IOException {
    DriverSettings settings = config.settings();
    int threads = Math.min(settings.connections(), Runtime.getRuntime().availableProcessors());
    EventLoops eventLoops = new EventLoops(THREAD_NAME, threads, config.provider());
    SlotConnection[] connections = new SlotConnection[settings.connections()];
    WireTarget target = new WireTarget(eventLoops, closeCodec, connections);
    try {
      for (int index = 0; index < connections.length; index++) {
        connections[index] =
            connector.connection(
                new WireSlots(
                    new SlotShare(slots, index, connections.length),
                    settings.timeoutMillis(),
                    config.call()),
                eventLoops.bootstrap());
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
    List<Future<?>> connecting = new ArrayList<>();
    for (SlotConnection connection : connections) {
      connecting.add(connection.connect());
    }
    for (Future<?> future : connecting) {
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

  /** Event loops take connections in turn, so every n-th connection shares one. */
  private void startSweeps(int threads) {
    for (int thread = 0; thread < threads; thread++) {
      List<SlotConnection> own = new ArrayList<>();
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

  private static void sweep(List<SlotConnection> connections) {
    long now = System.nanoTime();
    for (SlotConnection connection : connections) {
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
    for (SlotConnection connection : connections) {
      if (connection != null) {
        connection.eventLoop().execute(connection::close);
      }
    }
    eventLoops.close();
    closeCodec.run();
  }
}
