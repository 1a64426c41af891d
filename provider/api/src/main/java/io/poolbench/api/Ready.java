package io.poolbench.api;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.Release;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The line on the standard output of a process of the lab that reports that it answers requests,
 * and that a provider accepts calls.
 *
 * @param pid the process id
 * @param poolbench what the process runs of it
 * @param facts its software, read back, in words
 * @param endpoints in the order of {@link LaunchConfig#endpoints()}; a web provider has one, and a
 *     process that is no provider none
 */
public record Ready(long pid, Release poolbench, String facts, List<Endpoint> endpoints) {
  public Ready {
    Objects.requireNonNull(poolbench, "poolbench");
    Objects.requireNonNull(facts, "facts");
    endpoints = List.copyOf(endpoints);
  }

  /** The message of this process, whose main class is in the jar that it runs. */
  public static Ready of(Class<?> main, String facts, List<Endpoint> endpoints) {
    return new Ready(ProcessHandle.current().pid(), Release.of(main), facts, endpoints);
  }

  /** The line, such as <code>READY {"pid":7,...}</code>. */
  public String toLine() {
    return AgentProtocol.READY + ContractJson.write(this);
  }

  /**
   * Reads a line; empty if it is any other. That of an older release does not name its release.
   *
   * @throws IllegalArgumentException if it begins as such a line, and is none
   */
  public static Optional<Ready> parse(String line) {
    if (!line.startsWith(AgentProtocol.READY + "{")) {
      return Optional.empty();
    }
    JsonObject message =
        ContractJson.object(line.substring(AgentProtocol.READY.length()), Ready.class);
    if (!message.has("poolbench")) {
      message.add("poolbench", ContractJson.tree(Release.UNKNOWN));
    }
    return Optional.of(ContractJson.complete(message, Ready.class));
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
