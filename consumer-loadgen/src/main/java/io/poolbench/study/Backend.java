package io.poolbench.study;

import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.lab.TargetService;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.WebSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/** A kind of provider: what it runs on, how it is started and how it is called. For one thread. */
interface Backend extends AutoCloseable {
  /**
   * What a provider runs on, ready for its start.
   *
   * @param cells one, or those of a paired study
   * @throws LabException if it cannot be made ready
   */
  static Backend open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus)
      throws LabException {
    if (lab.providerHost().isPresent()) {
      return new HostedBackend(lab.providerHost().get(), lab.probe(), listener, cells);
    }
    ProviderSettings provider = cells.get(0).provider();
    if (provider instanceof WebSettings web) {
      return new WebBackend(lab, web);
    }
    return provider instanceof TargetSettings || provider instanceof RemoteSettings
        ? new TargetBackend(lab, cells.get(0))
        : DubboBackend.open(lab, listener, cells, cpus);
  }

  /**
   * Starts the provider, where it does not run already.
   *
   * @param log receives its output
   * @throws LabException if it does not become ready
   */
  RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException;

  /**
   * Where a provider that listens on a port is called.
   *
   * @param cell of the provider
   * @throws LabException if its host is unknown
   */
  default InetSocketAddress address(Cell cell, int port) throws LabException {
    String host = cell.provider().bindHost();
    try {
      InetAddress bound = InetAddress.getAllByName(host)[0];
      return new InetSocketAddress(
          bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, port);
    } catch (UnknownHostException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "provider address: unknown host " + host, e);
    }
  }

  /** Whether the provider runs on its CPUs only, where the driver does on its own. */
  default boolean pins() {
    return true;
  }

  /** The methods as they have to be called, once the provider runs. */
  default CalledMethod called(CalledMethod method) {
    return method;
  }

  /** What a target exports, once it runs. */
  default List<TargetService> services() {
    return List.of();
  }

  /** The Redis in words, without its password; empty without one. */
  default String redis() {
    return "";
  }

  /** What the provider is made of, in words. */
  default String facts(RunningProvider provider) {
    return provider.facts();
  }

  /**
   * Checks that the study's Redis still serves, where the provider reads it.
   *
   * @throws LabException if it does not
   */
  default void check() throws LabException {}

  /** Changes the latency added to Redis, of a provider that reads it. */
  default void delayRedisBy(AddedLatency latency) {
    throw new IllegalStateException("a provider without a Redis of the study");
  }

  /** Ends what was started for this provider alone, but not the provider. */
  @Override
  void close();
}
