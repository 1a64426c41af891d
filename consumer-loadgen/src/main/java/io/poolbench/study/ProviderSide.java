package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.LaunchConfig;
import io.poolbench.config.CellCheck;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.result.Host;
import io.poolbench.result.ProviderHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.side.Build;
import io.poolbench.side.SideException;
import io.poolbench.side.SideProcess;
import io.poolbench.spec.Cell;
import io.poolbench.spec.RemoteSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** The lab behind a command in which providers run; from one cell to the next. For one thread. */
public final class ProviderSide implements CellCheck, AutoCloseable {
  private final String command;
  private final Build build;
  private final Duration silence;
  private SideProcess side;
  private ProviderLab lab;
  private Host host;

  private ProviderSide(String command, Build build, Duration silence) {
    this.command = command;
    this.build = build;
    this.silence = silence;
  }

  /**
   * Starts it.
   *
   * @param command that gives a process
   * @param build that it runs
   * @param silence a side that sends nothing for so long is lost
   * @throws SideException if it cannot be used
   */
  public static ProviderSide start(String command, Build build, Duration silence)
      throws SideException {
    ProviderSide provider = new ProviderSide(command, build, silence);
    provider.start();
    return provider;
  }

  private void start() throws SideException {
    side =
        SideProcess.start(
            "provider side " + command, command, build, silence, ViolationCode.PROVIDER_HOST_LOST);
    lab = side.client().object(ProviderLab.class);
    try {
      host = lab.host();
    } catch (LabException e) {
      side.close();
      throw SideException.failure(e.getMessage(), e);
    }
  }

  /** What it is. */
  public ProviderHost host() {
    return new ProviderHost(command, host, side.client().roundTripMillis());
  }

  /** The address that a provider listens on: the machine's, where the cell names none. */
  String bind(Cell cell) throws LabException {
    try {
      String named = cell.provider().bindHost();
      boolean unnamed = named.equals(LaunchConfig.LOOPBACK) || named.equals("0.0.0.0");
      return unnamed ? side.host().address() : named;
    } catch (IOException e) {
      throw new LabException(ViolationCode.PROVIDER_NOT_STARTED, e.getMessage(), e);
    }
  }

  /** The CPUs that providers can have. */
  CpuList cpus() {
    return CpuList.parse(host.cpus());
  }

  /** Its lab, started again where it was lost. */
  ProviderLab started() throws LabException {
    if (side.client().lost().isDone()) {
      try {
        side.close();
        start();
      } catch (SideException e) {
        throw new LabException(ViolationCode.PROVIDER_HOST_LOST, e.getMessage(), e);
      }
    }
    return lab;
  }

  /** A cell as it reads it, with the files that it names. */
  String cell(Cell cell) throws LabException {
    return side.cell(cell);
  }

  /**
   * Checks that both hosts have what a cell names.
   *
   * @throws UncheckedIOException if it does not answer
   */
  @Override
  public void check(Cell cell) {
    if (cell.provider() instanceof RemoteSettings) {
      throw new InvalidSettingException(
          "provider.connect", "not allowed with --provider-on, which starts the provider");
    }
    try {
      CpuPlan unused = CpuPlan.apart(cell.cpus(), cpus(), new HostFacts().cpus());
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException("cpus." + e.setting(), e.getMessage());
    }
    try {
      lab.check(side.cell(cell));
    } catch (LabException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    }
  }

  /** Ends it, with a provider that runs. */
  @Override
  public void close() {
    side.close();
  }
}
