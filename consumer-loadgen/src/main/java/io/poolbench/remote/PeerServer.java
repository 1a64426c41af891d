package io.poolbench.remote;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.dubbo.MessageServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Listens for the messages of coordinators. */
public final class PeerServer implements AutoCloseable {
  private static final long CHECK_MILLIS = 100;

  private final PeerService service;
  private final MessageServer server;
  private final ScheduledExecutorService ticker;

  private PeerServer(PeerService service, MessageServer server, ScheduledExecutorService ticker) {
    this.service = service;
    this.server = server;
    this.ticker = ticker;
  }

  /**
   * Listens.
   *
   * @param address to listen at, resolved
   * @param service closed with the server
   * @throws IOException if the address is not available
   */
  public static PeerServer start(InetSocketAddress address, PeerService service)
      throws IOException {
    MessageServer server = MessageServer.export(address, service);
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            new DefaultThreadFactory("poolbench-silence", true));
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(
            service::endSilent, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    return new PeerServer(service, server, ticker);
  }

  /** Stops listening, and ends the session. */
  @Override
  public void close() {
    ticker.shutdownNow();
    server.close();
    service.close();
  }
}
