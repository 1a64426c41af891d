package io.poolbench.run;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.Build;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.SideProcess;
import io.poolbench.spec.Cell;
import io.poolbench.spec.RemoteSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The process, started by a command, in whose lab the providers of all cells run. For one thread.
 */
public final class ProviderSide implements CellCheck, AutoCloseable {
  private final String command;
  private final Build build;
  private SideProcess side;
  private ProviderLab lab;
  private Host host;
  private boolean onThisMachine;

  private ProviderSide(String command, Build build) {
    this.command = command;
    this.build = build;
  }

  /**
   * Starts the process.
   *
   * @param command starts a process with standard input and output
   * @param build the build that it must run
   */
  public static ProviderSide start(String command, Build build) throws LabException {
    ProviderSide provider = new ProviderSide(command, build);
    provider.start();
    return provider;
  }

  private void start() throws LabException {
    side = SideProcess.start(command, build);
    lab = side.client().object(ProviderLab.class);
    try {
      host = lab.host();
      String here = new HostFacts().bootId();
      onThisMachine = !here.isEmpty() && here.equals(lab.bootId());
    } catch (LabException e) {
      side.close();
      throw e;
    }
  }

  public ProviderHost host() {
    return new ProviderHost(command, host, side.client().roundTripMillis());
  }

  /**
   * The address that a provider listens on: the cell's, or the machine's if the cell names none.
   */
  String bind(Cell cell) throws LabException {
    try {
      String named = cell.provider().bindHost();
      boolean unnamed = named.equals(LaunchConfig.LOOPBACK) || named.equals("0.0.0.0");
      return unnamed ? side.host().address() : named;
    } catch (IOException e) {
      throw new LabException(ViolationCode.PROVIDER_NOT_STARTED, e.getMessage(), e);
    }
  }

  /** Whether it runs on this machine, such as in a container. */
  boolean isOnThisMachine() {
    return onThisMachine;
  }

  CpuList cpus() {
    return CpuList.parse(host.cpus());
  }

  /** The lab; restarts the process if it was lost. */
  ProviderLab started() throws LabException {
    if (side.client().lost().isDone()) {
      try {
        side.close();
        start();
      } catch (ConfigException e) {
        throw new LabException(ViolationCode.PROVIDER_HOST_LOST, e.getMessage(), e);
      }
    }
    return lab;
  }

  /** Starts the provider of a cell, or attaches to it, until its control is closed. */
  public Hosted open(Cell cell) throws LabException, InterruptedException {
    String bind = bind(cell);
    ProviderControl control = started().start(List.of(cell(cell)), cell.redis().uri(), bind);
    return new Hosted(control, bind);
  }

  /** A provider on that machine, and the address at which it takes calls. */
  public record Hosted(ProviderControl control, String host) {}

  /** Sends the files that a cell names, and returns the cell as the process reads it. */
  String cell(Cell cell) throws LabException {
    return side.cell(cell);
  }

  /**
   * Checks that both hosts have what a cell requires.
   *
   * @throws UncheckedIOException if the process does not answer
   */
  @Override
  public void check(Cell cell) {
    if (cell.provider() instanceof RemoteSettings) {
      throw new InvalidSettingException(
          "provider.connect", "not allowed with --provider-on, which starts the provider");
    }
    CpuPlan unused = CpuPlan.apart(cell.cpus(), cpus(), new HostFacts().cpus());
    try {
      lab.check(cell(cell));
    } catch (LabException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    }
  }

  @Override
  public void close() {
    side.close();
  }
}
