package io.poolbench.spec;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.ServiceWork;
import java.util.List;
import java.util.Objects;

/**
 * The provider of a cell.
 *
 * @param pool its business pool
 * @param ioThreads Netty's I/O threads; 0 = Dubbo's default
 * @param dispatcher which events run in the business pool
 * @param executorManagement where requests are decoded
 * @param work what a call does besides its Redis read
 * @param jvm the JVM that it runs on
 * @param scheduling how the kernel schedules its threads
 * @param bindHost the address that it listens on
 * @param port of the dubbo protocol; 0 = any free port
 * @param fidelity how much of Dubbo runs
 * @param measured whether its pool is measured from within
 */
public record ProviderSettings(
    PoolConfig pool,
    int ioThreads,
    Dispatcher dispatcher,
    ExecutorManagement executorManagement,
    ServiceWork work,
    Jvm jvm,
    Scheduling scheduling,
    String bindHost,
    int port,
    Fidelity fidelity,
    boolean measured) {
  public ProviderSettings {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(dispatcher, "dispatcher");
    Objects.requireNonNull(executorManagement, "executorManagement");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(jvm, "jvm");
    Objects.requireNonNull(scheduling, "scheduling");
    Objects.requireNonNull(bindHost, "bindHost");
    Objects.requireNonNull(fidelity, "fidelity");
    InvalidSettingException.requireRange("ioThreads", ioThreads, 0, 1024);
    InvalidSettingException.requireRange("port", port, 0, 65535);
  }

  /** The same provider with another pool. */
  public ProviderSettings with(PoolConfig other) {
    return new ProviderSettings(
        other,
        ioThreads,
        dispatcher,
        executorManagement,
        work,
        jvm,
        scheduling,
        bindHost,
        port,
        fidelity,
        measured);
  }

  /** Whether its pool is built anew for a lower load: only one whose threads vary needs it. */
  public boolean isRenewable() {
    return measured && pool.type().isElastic();
  }

  /** The endpoint of a provider of this cell only. */
  public EndpointConfig endpoint() {
    return new EndpointConfig(pool, measured, false);
  }

  /**
   * The JVM of a provider.
   *
   * @param home a JDK's folder; empty = the one that runs the driver
   * @param options its options, such as {@code -Xmx1g}; each starts with a dash
   */
  public record Jvm(String home, List<String> options) {
    public Jvm {
      Objects.requireNonNull(home, "home");
      options = List.copyOf(options);
      for (String option : options) {
        if (!option.startsWith("-")) {
          throw new InvalidSettingException(
              "options", "invalid JVM option '" + option + "' (valid: starts with '-')");
        }
      }
    }
  }
}
