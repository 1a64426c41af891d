package io.poolbench.study;

import io.poolbench.api.LaunchConfig;
import io.poolbench.dubbo.ClientKind;
import io.poolbench.dubbo.ExpectedUsers;
import io.poolbench.dubbo.FailureReasons;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.ProviderProcess;
import io.poolbench.lab.RedisLab;
import io.poolbench.lab.Route;
import io.poolbench.load.Load;
import io.poolbench.load.Loads;
import io.poolbench.load.ParkingScheduler;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A fresh provider process for one cell, pinned to its CPUs, with its Redis and its network route.
 * For one thread.
 */
final class Bench implements AutoCloseable {
  private final Lab lab;
  private final Cell cell;
  private final boolean pinned;
  private final RedisLab.Link redis;
  private final ProviderProcess provider;
  private final Route network;

  private Bench(
      Lab lab,
      Cell cell,
      boolean pinned,
      RedisLab.Link redis,
      ProviderProcess provider,
      Route network) {
    this.lab = lab;
    this.cell = cell;
    this.pinned = pinned;
    this.redis = redis;
    this.provider = provider;
    this.network = network;
  }

  /**
   * Starts Redis, provider and network route, and pins this JVM to the driver's CPUs.
   *
   * @param log receives the provider's output
   * @throws LabException if one of them cannot be started
   */
  static Bench open(Lab lab, StudyListener listener, Cell cell, CpuPlan cpus, Path log)
      throws LabException, InterruptedException {
    boolean pinned = pin(lab.pinning(), listener, cpus);
    RedisLab.Link redis = lab.redis().link(cell.redis(), cpus.driver());
    try {
      redis.notes().forEach(listener::note);
      ProviderProcess provider =
          ProviderProcess.start(
              lab.serverFolder(),
              cell.provider().jvm(),
              cell.provider().scheduling(),
              launch(cell, redis.uri()),
              lab.pinning(),
              cpus.provider(),
              log);
      try {
        Route network = Route.toProvider(address(cell, provider), cell.network());
        return new Bench(lab, cell, pinned, redis, provider, network);
      } catch (LabException | RuntimeException e) {
        provider.close();
        throw e;
      }
    } catch (LabException | InterruptedException | RuntimeException e) {
      redis.close();
      throw e;
    }
  }

  private static boolean pin(Pinning pinning, StudyListener listener, CpuPlan cpus)
      throws InterruptedException {
    if (!pinning.available()) {
      listener.note("provider and driver not pinned to CPUs: no taskset on this host");
      return false;
    }
    if (cpus.shared()) {
      listener.note(
          "provider and driver share CPUs " + cpus.provider() + ": they compete for CPU time");
    }
    return pinning.pinSelf(cpus.driver());
  }

  private static LaunchConfig launch(Cell cell, String redisUri) {
    var provider = cell.provider();
    return new LaunchConfig(
        List.of(provider.endpoint()),
        provider.ioThreads(),
        provider.dispatcher(),
        provider.executorManagement(),
        provider.work(),
        redisUri,
        cell.redis().connections(),
        provider.bindHost(),
        provider.port(),
        0);
  }

  private static InetSocketAddress address(Cell cell, ProviderProcess provider)
      throws LabException {
    String host = cell.provider().bindHost();
    int port = provider.endpoint().port();
    try {
      InetAddress bound = InetAddress.getAllByName(host)[0];
      return new InetSocketAddress(
          bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound, port);
    } catch (UnknownHostException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE, "provider address: unknown host " + host, e);
    }
  }

  /** Whether provider and driver are pinned to their CPUs. */
  boolean pinned() {
    return pinned;
  }

  RedisLab.Link redis() {
    return redis;
  }

  ProviderProcess provider() {
    return provider;
  }

  Route network() {
    return network;
  }

  /**
   * Connects a load to the provider, without calls yet.
   *
   * @param seed of the load's random numbers
   * @param reasons counts the reasons of failed calls
   * @throws LabException if the provider cannot be reached
   */
  Load connect(LoadSchedule schedule, long seed, FailureReasons reasons) throws LabException {
    ExpectedUsers users = new ExpectedUsers(redis.data().records(), redis.data()::user);
    try {
      return Loads.open(
          schedule,
          Duration.ofMillis(cell.driver().timeoutMillis()),
          seed,
          ClientKind.targets(cell.driver(), network.address(), users, reasons),
          lab.clock(),
          new ParkingScheduler(lab.clock()));
    } catch (IOException e) {
      throw new LabException(
          ViolationCode.PROVIDER_UNREACHABLE,
          "cannot connect to the provider: " + e.getMessage(),
          provider.logTail());
    }
  }

  /** Stops the network route, the provider and Redis. */
  @Override
  public void close() {
    network.close();
    provider.close();
    redis.close();
  }
}
