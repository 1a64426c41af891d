package io.poolbench.generator;

import io.poolbench.generator.Message.Facts;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.measure.NanoClock;
import io.poolbench.remote.Peer;
import io.poolbench.remote.PeerServer;
import io.poolbench.remote.PeerService;
import io.poolbench.remote.Token;
import io.poolbench.result.Host;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** The load generator of this process: a Dubbo service that makes its share of a load. */
public final class GeneratorServer implements AutoCloseable {
  /** A coordinator that sends nothing for so long is gone. */
  private static final Duration SILENCE = Duration.ofSeconds(2);

  private final HostProbe probe;
  private final PeerServer server;

  private GeneratorServer(HostProbe probe, PeerServer server) {
    this.probe = probe;
    this.server = server;
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
    String description = String.join(", ", host.os(), host.cpuModel(), host.driverJvm());
    ShareOpener opener = new ShareOpener(probe, cpus, clock);
    Peer generator =
        new Peer() {
          @Override
          public Facts facts() {
            return new Facts(cpus.count(), description, HostFacts.freeDescriptors());
          }

          @Override
          public GeneratorSession begin() {
            return new GeneratorSession(opener);
          }
        };
    PeerService service = new PeerService("generator", token, version, SILENCE, generator, clock);
    try {
      return new GeneratorServer(probe, PeerServer.start(address, service));
    } catch (IOException e) {
      probe.close();
      throw e;
    }
  }

  /** Ends its load and stops listening. */
  @Override
  public void close() {
    server.close();
    probe.close();
  }
}
