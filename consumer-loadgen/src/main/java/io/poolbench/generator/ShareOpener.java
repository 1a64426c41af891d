package io.poolbench.generator;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.TargetClasses;
import io.poolbench.http.HttpTarget;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.RemoteProvider;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.Target;
import io.poolbench.measure.FailureReasons;
import io.poolbench.measure.NanoClock;
import io.poolbench.redis.AnswerDelays;
import io.poolbench.redis.DataSet;
import io.poolbench.remote.PeerException;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Workload;
import io.poolbench.store.CellJson;
import io.poolbench.transport.Destination;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Opens shares of loads in this process, by the clients that a driver alone would use.
 *
 * @param probe of this host
 * @param cpus that this process may use
 */
record ShareOpener(HostProbe probe, CpuList cpus, NanoClock clock)
    implements GeneratorSession.Opener {
  @Override
  public GeneratorLoad open(LoadOrder order) throws PeerException {
    Cell cell = CellJson.read(order.cell());
    FailureReasons reasons = new FailureReasons();
    LongAdder reconnects = new LongAdder();
    boolean http = cell.provider().speaksHttp();
    List<Load> loads = new ArrayList<>();
    TargetClasses classes = classes(cell);
    try {
      open(cell, order, targets(cell, order, classes, reasons, reconnects), loads);
    } catch (IOException | InvalidSettingException e) {
      loads.forEach(Load::close);
      classes.close();
      throw PeerException.failure("cannot connect to the provider: " + e.getMessage());
    }
    RemoteSettings provider = new RemoteSettings(order.host(), order.port(), List.of(), "");
    return new GeneratedLoad(
        loads,
        !cell.load().groups().isEmpty(),
        cell.load().workload() instanceof Workload.Closed,
        reasons,
        new GeneratedLoad.Gauge(
            new RemoteProvider(provider, probe).probe(0, () -> http ? reconnects.sum() : null),
            cpus),
        clock,
        classes::close);
  }

  private void open(
      Cell cell,
      LoadOrder order,
      Function<DriverSettings, Target.Factory> targets,
      List<Load> loads)
      throws IOException {
    LoadSchedule schedule = cell.load();
    Duration timeout = Duration.ofMillis(cell.driver().timeoutMillis());
    List<Group> groups = schedule.groups();
    for (int load = 0; load < order.slots().size(); load++) {
      Group group = groups.isEmpty() ? null : groups.get(load);
      loads.add(
          Loads.open(
              group == null ? schedule.workload() : group.workload(),
              order.slots().get(load),
              schedule.settle(),
              timeout,
              order.seed() + load,
              Loads.targets(cell.driver(), group, targets, order.seed()),
              clock,
              new ParkingScheduler(clock)));
    }
  }

  /** The classes of the provider's services, which a generator reads from paths of its own host. */
  private static TargetClasses classes(Cell cell) throws PeerException {
    try {
      return TargetClasses.of(cell.provider(), cell.driver().method());
    } catch (IOException e) {
      throw PeerException.failure("classes of the target: " + e.getMessage());
    }
  }

  private static Function<DriverSettings, Target.Factory> targets(
      Cell cell,
      LoadOrder order,
      TargetClasses classes,
      FailureReasons reasons,
      LongAdder reconnects) {
    Destination provider = provider(cell, order);
    if (cell.provider().speaksHttp()) {
      return driver -> HttpTarget.targets(driver, provider, reasons, reconnects);
    }
    DataSet data = new DataSet(cell.redis().records(), cell.redis().recordBytes());
    ExpectedUsers users = new ExpectedUsers(data.records(), data::user);
    return driver ->
        driver.method() instanceof ServiceMethod
            ? ClientKind.targets(driver, cell.provider().protocol(), provider, users, reasons)
            : ClientKind.targets(driver, cell.provider().protocol(), provider, classes, reasons);
  }

  /** The provider; a proxy that adds a study's latency is the coordinator's. */
  private static Destination provider(Cell cell, LoadOrder order) {
    InetSocketAddress address = new InetSocketAddress(order.host(), order.port());
    return ClientKind.delaysAnswers(cell.driver().client())
        ? new Destination(address, new AnswerDelays(cell.network().latency(), order.seed()))
        : Destination.direct(address);
  }
}
