package io.poolbench.api;

import io.poolbench.core.AgentProtocol;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The line on the standard output of a process of the lab that reports that it answers requests,
 * and that a provider accepts calls.
 *
 * @param pid the process id
 * @param facts its software, read back, in words
 * @param endpoints in the order of {@link LaunchConfig#endpoints()}; a web provider has one, and a
 *     process that is no provider none
 */
public record Ready(long pid, String facts, List<Endpoint> endpoints) {
  public Ready {
    Objects.requireNonNull(facts, "facts");
    endpoints = List.copyOf(endpoints);
  }

  /** The line, such as <code>READY {"pid":7,...}</code>. */
  public String toLine() {
    return AgentProtocol.READY + ContractJson.write(this);
  }

  public static Optional<Ready> parse(String line) {
    return line.startsWith(AgentProtocol.READY + "{")
        ? Optional.of(ContractJson.read(line.substring(AgentProtocol.READY.length()), Ready.class))
        : Optional.empty();
  }

  /**
   * A port that accepts calls.
   *
   * @param port the port of Dubbo's protocol, or of HTTP
   * @param pool the business pool or the servlet container's pool, read back from the executor
   */
  public record Endpoint(int port, EffectivePool pool) {
    public Endpoint {
      Objects.requireNonNull(pool, "pool");
    }
  }
}
