package io.poolbench.study;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.Pinning;
import io.poolbench.measure.NanoClock;
import io.poolbench.remote.Peer;
import io.poolbench.remote.PeerServer;
import io.poolbench.remote.PeerService;
import io.poolbench.remote.Token;
import io.poolbench.result.Host;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** The lab daemon of a provider host: starts, pins, measures and ends providers for a driver. */
public final class ProviderHostServer implements AutoCloseable {
  /** A driver that sends nothing for so long is gone. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  private final PeerServer server;

  private ProviderHostServer(PeerServer server) {
    this.server = server;
  }

  /**
   * Listens for a driver.
   *
   * @param address to listen at, resolved; its providers listen there too
   * @param version of poolbench
   * @param providers the folder of the modules of providers
   * @throws IOException if the address is not available
   */
  public static ProviderHostServer start(
      InetSocketAddress address, Token token, String version, Path providers)
      throws IOException, InterruptedException {
    CpuList cpus = new HostFacts().cpus();
    Host host = new HostFacts().describe(cpus);
    Pinning pinning = Pinning.detect();
    Peer daemon =
        new Peer() {
          @Override
          public HostOrder.Facts facts() {
            return new HostOrder.Facts(host);
          }

          @Override
          public ProviderHostSession begin() {
            return new ProviderHostSession(providers, cpus, pinning, address.getAddress());
          }
        };
    PeerService service =
        new PeerService("provider host", token, version, SILENCE, daemon, NanoClock.system());
    return new ProviderHostServer(PeerServer.start(address, service));
  }

  /** Stops listening, and ends a provider that runs. */
  @Override
  public void close() {
    server.close();
  }
}
