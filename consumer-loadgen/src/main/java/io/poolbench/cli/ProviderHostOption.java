package io.poolbench.cli;

import io.poolbench.config.CellCheck;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.remote.PeerException;
import io.poolbench.spec.Study;
import io.poolbench.study.ProviderHostClient;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option to run the provider on another host. */
final class ProviderHostOption implements AutoCloseable {
  private Optional<ProviderHostClient> client = Optional.empty();

  @Option(
      names = "--provider-host",
      paramLabel = "HOST:PORT",
      description = "Run the provider on this host ('poolbench provider --serve' there).")
  private String address;

  /**
   * Connects to the host, if the option is given.
   *
   * @param machines has the token
   * @throws PeerException if it cannot be used
   */
  ProviderHostOption connect(GeneratorsOption machines) throws PeerException {
    if (address != null) {
      client =
          Optional.of(
              ProviderHostClient.connect(
                  address, machines.token("--provider-host"), Poolbench.Version.text()));
    }
    return this;
  }

  /** The host; empty: this one. */
  Optional<ProviderHostClient> client() {
    return client;
  }

  /** A study as generators see it: the host's providers listen on its address. */
  Study listening(Study study) {
    return client
        .map(
            host ->
                study.withCells(
                    study.cells().stream()
                        .map(
                            cell ->
                                cell.hostedAt(host.address().getHostAddress(), cell.redis().uri()))
                        .toList()))
        .orElse(study);
  }

  /** Checks that the hosts of a run have what a cell names. */
  CellCheck hostCheck() {
    return client
        .<CellCheck>map(both -> both)
        .orElseGet(() -> new HostCheck(new HostFacts().cpus()));
  }

  @Override
  public void close() {
    client.ifPresent(ProviderHostClient::close);
  }
}
