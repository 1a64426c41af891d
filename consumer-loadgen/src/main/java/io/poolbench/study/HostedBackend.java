package io.poolbench.study;

import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.http.HttpTarget;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.RunningProvider;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.redis.AddedLatency;
import io.poolbench.redis.DataSet;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.RedisSettings;
import io.poolbench.store.CellJson;
import io.poolbench.study.HostOrder.Action;
import io.poolbench.study.HostOrder.StartOrder;
import io.poolbench.study.HostOrder.Started;
import io.poolbench.transport.Destination;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** A provider of ours on another host, with what it runs on there. */
final class HostedBackend implements Backend {
  private final ProviderHostClient host;
  private final HostProbe driver;
  private final StudyListener listener;
  private final List<Cell> cells;
  private final LongAdder reconnects = new LongAdder();
  private Started started;

  /**
   * @param driver measures the driver's CPUs
   */
  HostedBackend(
      ProviderHostClient host, HostProbe driver, StudyListener listener, List<Cell> cells) {
    this.host = host;
    this.driver = driver;
    this.listener = listener;
    this.cells = List.copyOf(cells);
  }

  @Override
  public RunningProvider start(CpuPlan cpus, Path log) throws LabException, InterruptedException {
    StartOrder order =
        new StartOrder(cells.stream().map(CellJson::write).toList(), cells.get(0).redis().uri());
    started = host.ask(Action.START, order, Started.class);
    started.notes().forEach(listener::note);
    return new HostedProvider(
        host,
        driver,
        driver.providerSpeed(host.host().host(), cells.get(0).provider().jvm()),
        started,
        log);
  }

  @Override
  public InetSocketAddress address(Cell cell, int port) {
    return new InetSocketAddress(host.address(), port);
  }

  @Override
  public boolean pins() {
    return started.pinned();
  }

  @Override
  public Target.Factory targets(
      DriverSettings calls, Destination provider, FailureReasons reasons) {
    if (cells.get(0).provider().speaksHttp()) {
      return HttpTarget.targets(calls, provider, reasons, reconnects);
    }
    RedisSettings redis = cells.get(0).redis();
    DataSet data = new DataSet(redis.records(), redis.recordBytes());
    return ClientKind.targets(
        calls,
        cells.get(0).provider().protocol(),
        provider,
        new ExpectedUsers(data.records(), data::user),
        reasons);
  }

  @Override
  public Long reconnects() {
    return cells.get(0).provider().speaksHttp() ? (Long) reconnects.sum() : null;
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
    host.orderWithin(Action.CHECK_REDIS, null);
  }

  @Override
  public void delayRedisBy(AddedLatency latency) {
    try {
      host.orderWithin(Action.DELAY_REDIS, latency);
    } catch (LabException e) {
      // The next check of the provider fails too.
    }
  }

  /** The daemon ends what the provider runs on with the provider. */
  @Override
  public void close() {}
}
