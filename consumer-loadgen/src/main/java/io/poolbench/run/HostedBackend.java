package io.poolbench.run;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Ready;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.Counters;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.RunningProvider;
import io.poolbench.load.Probe;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A provider on another machine, with its backend there. */
final class HostedBackend implements Backend {
  private final ProviderSide side;
  private final HostProbe driver;
  private final StudyListener listener;
  private final List<Cell> cells;
  private final ExportedServices exported;

  /** Null until a provider is to be started. */
  private ProviderLab lab;

  private Path log;
  private ProviderLab.Started started;
  private String bind;

  HostedBackend(ProviderSide side, HostProbe driver, StudyListener listener, List<Cell> cells) {
    this.side = side;
    this.driver = driver;
    this.listener = listener;
    this.cells = List.copyOf(cells);
    Cell cell = cells.get(0);
    this.exported = new ExportedServices(cell.provider().protocol(), cell.driver().method());
  }

  @Override
  public RunningProvider start(CpuPlan cpus, Path file) throws LabException, InterruptedException {
    try {
      boolean apart = !side.isOnThisMachine() || !cpus.provider().overlaps(cpus.driver());
      return start(apart, file);
    } catch (InvalidSettingException e) {
      // Files of a study that were there when it began may be gone.
      throw new LabException(ViolationCode.PROVIDER_NOT_STARTED, e.getMessage(), e);
    }
  }

  private RunningProvider start(boolean apart, Path file)
      throws LabException, InterruptedException {
    ProviderLab there = side.started();
    List<String> texts = new ArrayList<>();
    for (Cell cell : cells) {
      texts.add(side.cell(cell));
    }
    bind = side.bind(cells.get(0));
    log = file;
    lab = there;
    ProviderControl control = lab.start(texts, cells.get(0).redis().uri(), bind);
    started = lab.started();
    started.notes().forEach(listener::note);
    if (!apart) {
      listener.note(
          "CPU time of other processes unknown: the provider runs beside the driver, behind a"
              + " command");
    }
    exported.use(started.services());
    return new HostedProvider(
        control,
        driver,
        driver.providerSpeed(side.host().host(), cells.get(0).provider().jvm()),
        started,
        apart,
        Ready.parse(started.ready()).orElseThrow());
  }

  @Override
  public InetSocketAddress address(Cell cell, int port) throws LabException {
    return Backend.resolved(bind, port);
  }

  @Override
  public boolean pins() {
    return started.pinned();
  }

  @Override
  public CalledMethod called(CalledMethod method) {
    return exported.asExported(method);
  }

  @Override
  public String redis() {
    return started.redis();
  }

  @Override
  public String facts(RunningProvider provider) {
    return started.facts();
  }

  @Override
  public void check() throws LabException {
    lab.checkRedis();
  }

  @Override
  public void close() {
    if (lab != null) {
      end(lab, log);
    }
  }

  /**
   * Stops the provider with its backend on their machine, and appends the provider's log to a file
   * on this one, which has what a command before the cell printed.
   */
  static void end(ProviderLab lab, Path log) {
    // The provider has to be stopped even if this thread is interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      Files.writeString(log, lab.end(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException | LabException e) {
      // If the side is lost, the provider is as well; results are complete without its log.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A provider that runs on another machine; {@code apart} if it uses no CPUs of the driver. */
  private record HostedProvider(
      ProviderControl remote,
      HostProbe driver,
      HostSpeed speed,
      ProviderLab.Started started,
      boolean apart,
      Ready ready)
      implements RunningProvider.Started {
    @Override
    public List<String> command() {
      return started.command();
    }

    @Override
    public List<String> logTail() {
      try {
        return remote.logTail();
      } catch (LabException e) {
        return List.of(e.getMessage());
      }
    }

    @Override
    public Probe<Counters, LabException> probe(int endpoint) {
      return new Probe<>() {
        @Override
        public Counters read() throws LabException, InterruptedException {
          return read(false);
        }

        @Override
        public Counters readAtRest() throws LabException, InterruptedException {
          return read(true);
        }

        private Counters read(boolean atRest) throws LabException, InterruptedException {
          return remote.reading(endpoint, started.alone(), atRest).beside(driver, speed, apart);
        }

        @Override
        public void check() throws LabException {
          remote.check();
        }

        @Override
        public CompletableFuture<Map<String, Double>> states() {
          try {
            return remote.poolStates(endpoint).exceptionally(unreadable -> Map.of());
          } catch (LabException e) {
            return CompletableFuture.completedFuture(Map.of());
          }
        }
      };
    }

    @Override
    public Optional<ProviderControl> control() {
      return Optional.of(remote);
    }

    @Override
    public void close() {
      remote.close();
    }
  }
}
