package io.poolbench.run;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RemoteProvider;
import io.poolbench.lab.Route;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.NanoClock;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.load.Target;
import io.poolbench.redis.AnswerDelays;
import io.poolbench.result.Host;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.Group;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.Workload;
import io.poolbench.store.ResultJson;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The generator of this process. It uses the same clients as a driver without generators. */
public final class ThisGenerator implements Generator {
  private final CpuList cpus = new HostFacts().cpus();
  private final NanoClock clock = NanoClock.system();
  private final HostProbe probe;

  public ThisGenerator(Pinning pinning) {
    this.probe = new HostProbe(pinning, clock);
  }

  @Override
  public Facts facts() {
    HostFacts here = new HostFacts();
    Host host = here.describe(cpus);
    return new Facts(
        here.usable(cpus),
        String.join(", ", host.os(), host.cpuModel(), host.driverJvm()),
        HostFacts.freeDescriptors());
  }

  @Override
  public double roundTripMillis(String host, int port) throws LabException {
    InetSocketAddress provider = new InetSocketAddress(host, port);
    try {
      return Route.roundTripMillis(provider);
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.GENERATOR_FAILED,
          Backend.unreachable(provider, /* elsewhere= */ true, e),
          e);
    }
  }

  @Override
  public GeneratorLoad open(LoadOrder order) throws LabException {
    Cell cell = ResultJson.read(order.cell());
    FailureReasons reasons = new FailureReasons();
    List<Load> loads = new ArrayList<>();
    ProviderCalls calls = ProviderCalls.open(cell);
    Destination at = provider(cell, order);
    try {
      open(cell, order, driver -> calls.targets(driver, at, reasons), loads);
    } catch (IOException | InvalidSettingException e) {
      loads.forEach(Load::close);
      calls.close();
      throw new LabException(
          ViolationCode.GENERATOR_FAILED, "cannot connect to the provider: " + e.getMessage(), e);
    }
    RemoteSettings provider = new RemoteSettings(order.host(), order.port(), List.of());
    return new GeneratedLoad(
        loads,
        !cell.load().groups().isEmpty(),
        cell.load().workload() instanceof Workload.Closed,
        reasons,
        new GeneratedLoad.Gauge(
            new RemoteProvider(provider, probe).probe(0, calls::reconnects), cpus),
        clock,
        calls::close);
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

  /**
   * The provider's address, with the study's latency if the client adds it. Otherwise the
   * coordinator's proxy adds it.
   */
  private static Destination provider(Cell cell, LoadOrder order) {
    InetSocketAddress address = new InetSocketAddress(order.host(), order.port());
    return ClientKind.delaysAnswers(cell.driver().client())
        ? new Destination(address, new AnswerDelays(cell.network().latency(), order.seed()))
        : Destination.direct(address);
  }

  @Override
  public void close() {
    probe.close();
  }
}
