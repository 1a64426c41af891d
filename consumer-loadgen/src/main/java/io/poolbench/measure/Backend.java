package io.poolbench.measure;

import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.study.CalledMethod;
import io.poolbench.study.Cell;
import io.poolbench.study.ProviderSettings;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.TargetSettings;
import io.poolbench.study.WebSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/**
 * A kind of provider: starts it with the services it depends on, and defines how it is called. For
 * one thread.
 */
interface Backend extends AutoCloseable {
  /**
   * Prepares what a provider needs before its start, for one cell or those of a paired study.
   *
   * @param cells as {@link Lab#hosted} returns them
   */
  static Backend open(Lab lab, StudyListener listener, List<Cell> cells, CpuPlan cpus)
      throws LabException, InterruptedException {
    ProviderSettings provider = cells.get(0).provider();
    if (provider instanceof WebSettings web) {
      return new WebBackend(lab, web);
    }
    return provider instanceof TargetSettings || provider instanceof RemoteSettings
        ? TargetBackend.of(lab, cells)
        : DubboBackend.open(lab, listener, cells, cpus);
  }

  /** Starts the provider unless it runs already, and waits until it is ready. */
  RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException;

  /** The address at which the driver calls a provider that listens on a port. */
  default InetSocketAddress address(Cell cell, int port) throws LabException {
    return resolved(cell.provider().bindHost(), port);
  }

  /** The address at which a provider that is bound to a host can be called from this one. */
  static InetSocketAddress resolved(String host, int port) throws LabException {
    try {
      InetAddress bound = InetAddress.getAllByName(host)[0];
      return new InetSocketAddress(
          bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, port);
    } catch (UnknownHostException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "provider address: unknown host " + host, e);
    }
  }

  /**
   * Why a provider cannot be called, and what to set where other machines cannot reach its address.
   *
   * @param elsewhere whether it is called from another machine
   */
  static String unreachable(InetSocketAddress provider, boolean elsewhere, IOException problem) {
    return "cannot connect to the provider: "
        + problem.getMessage()
        + (elsewhere && provider.getAddress().isLoopbackAddress()
            ? " (a loopback address; provider.bind sets one that other machines reach)"
            : "");
  }

  /** Whether the provider is pinned to its CPUs, provided that the driver is pinned to its own. */
  default boolean pins() {
    return true;
  }

  /** The method with the settings that the running provider requires. */
  default CalledMethod called(CalledMethod method) {
    return method;
  }

  /** A description of the Redis without its password; empty without Redis. */
  default String redis() {
    return "";
  }

  default String facts(RunningProvider provider) {
    return provider.facts();
  }

  /** Checks that the study's Redis still serves, if the provider reads it. */
  default void check() throws LabException, InterruptedException {}

  /** Stops what was started for the provider, but not the provider. */
  @Override
  default void close() {}
}
