package io.poolbench.run;

import io.poolbench.api.Ready;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.ProviderControl;
import io.poolbench.lab.RunningProvider;
import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A provider on another machine, with its backend there. */
final class HostedBackend implements Backend {
  private final ProviderSide side;
  private final HostProbe driver;
  private final StudyListener listener;
  private final List<Cell> cells;
  private final ExportedServices exported;
  private ProviderLab lab;
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
  public RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    lab = side.started();
    List<String> texts = new ArrayList<>();
    for (Cell cell : cells) {
      texts.add(side.cell(cell));
    }
    bind = side.bind(cells.get(0));
    ProviderControl control = lab.start(texts, cells.get(0).redis().uri(), bind);
    started = lab.started();
    started.notes().forEach(listener::note);
    exported.use(started.services());
    return new HostedProvider(
        lab,
        control,
        driver,
        driver.providerSpeed(side.host().host(), cells.get(0).provider().jvm()),
        started,
        Ready.parse(started.ready()).orElseThrow(),
        log);
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
  public void delayRedisBy(AddedLatency latency) {
    try {
      lab.delayRedisBy(latency);
    } catch (LabException e) {
      // The next check of the provider fails, too.
    }
  }

  /** The backend on the other machine ends with the provider. */
  @Override
  public void close() {}
}
