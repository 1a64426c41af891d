package io.poolbench.generator;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.poolbench.dubbo.MessageServer;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.measure.NanoClock;
import io.poolbench.result.Host;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The load generator of this process: a Dubbo service that makes its share of a load. */
public final class GeneratorServer implements AutoCloseable {
  private static final long CHECK_MILLIS = 100;

  private final HostProbe probe;
  private final GeneratorService service;
  private final MessageServer server;
  private final ScheduledExecutorService ticker;

  private GeneratorServer(
      HostProbe probe,
      GeneratorService service,
      MessageServer server,
      ScheduledExecutorService ticker) {
    this.probe = probe;
    this.service = service;
    this.server = server;
    this.ticker = ticker;
  }

  /**
   * Listens for a coordinator.
   *
   * @param address to listen at, resolved
   * @param version of poolbench
   * @throws IOException if the address is not available
   */
  public static GeneratorServer start(InetSocketAddress address, Token token, String version)
      throws IOException, InterruptedException {
    NanoClock clock = NanoClock.system();
    CpuList cpus = new HostFacts().cpus();
    HostProbe probe = new HostProbe(Pinning.detect(), clock);
    Host host = new HostFacts().describe(cpus);
    GeneratorService service =
        new GeneratorService(
            token,
            version,
            new ShareOpener(probe, cpus, clock),
            new GeneratorService.Facts(
                cpus.count(), String.join(", ", host.os(), host.cpuModel(), host.driverJvm())),
            clock);
    MessageServer server;
    try {
      server = MessageServer.export(address, service);
    } catch (IOException e) {
      probe.close();
      throw e;
    }
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            new DefaultThreadFactory("poolbench-silence", true));
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(
            service::endSilent, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    return new GeneratorServer(probe, service, server, ticker);
  }

  /** Ends its load and stops listening. */
  @Override
  public void close() {
    ticker.shutdownNow();
    server.close();
    service.close();
    probe.close();
  }
}
