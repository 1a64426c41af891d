package io.poolbench.lab;

import io.poolbench.load.Cumulative;
import io.poolbench.result.CpuState;
import io.poolbench.result.Disturbances;
import io.poolbench.result.DriverUse;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.HostUse;
import io.poolbench.result.ProviderUse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The counters of provider, driver and host at one moment; a window's figures are the differences
 * of two.
 *
 * <p>The provider reports its counters over a port on a thread of its own, outside the pool under
 * test: at saturation a request through the pool would queue.
 *
 * @param providerPid the provider's process; empty of one that the lab did not start
 * @param alone whether the driver's CPUs are its own, without a provider that the lab did not start
 * @param throttled by CPU quotas
 * @param reconnects of the client so far; null where it does not count them
 * @param generators what load generators did so far: of each reading, of each generator, what it
 *     did since the one before; empty where the driver itself makes the calls
 * @param providerHost where the provider is on another host; empty where it is on the driver's
 */
public record Counters(
    ProviderCounters provider,
    OptionalLong providerPid,
    boolean alone,
    DriverCounters driver,
    Optional<HostCounters> host,
    GaugeReading driverGauge,
    RedisGauge.Reading redisGauge,
    Speeds speeds,
    Throttled throttled,
    Long reconnects,
    List<GeneratorUse> generators,
    Optional<ProviderHost> providerHost)
    implements Cumulative<Counters> {
  /** The fastest known of the provider's and of the driver's CPUs. */
  record Speeds(HostSpeed provider, HostSpeed driver) {
    Speeds {
      Objects.requireNonNull(provider, "provider");
      Objects.requireNonNull(driver, "driver");
    }
  }

  /**
   * Another host than the driver's.
   *
   * @param counters as the process reads them that started the provider
   * @param alone whether what the provider runs on has CPUs of its own
   * @param nanoTime of its clock
   */
  record ProviderHost(Optional<HostCounters> counters, boolean alone, long nanoTime) {
    ProviderHost continuedBy(ProviderHost opened, ProviderHost closed) {
      return new ProviderHost(
          Counters.continued(counters, opened.counters, closed.counters),
          alone,
          nanoTime + closed.nanoTime - opened.nanoTime);
    }

    HostUse since(ProviderHost earlier, CpuList cpus, long provider) {
      return counters
          .flatMap(
              now -> earlier.counters.map(then -> now.ofProviderSince(then, cpus, provider, alone)))
          .orElse(HostUse.UNKNOWN);
    }
  }

  /** How the provider and the driver have been throttled. */
  record Throttled(CpuThrottling provider, CpuThrottling driver) {
    Throttled {
      Objects.requireNonNull(provider, "provider");
      Objects.requireNonNull(driver, "driver");
    }

    static Throttled read(OptionalLong provider) {
      return new Throttled(
          provider.isPresent()
              ? ControlGroups.of(provider.getAsLong()).throttling()
              : new CpuThrottling(Map.of()),
          ofDriver());
    }

    static CpuThrottling ofDriver() {
      return ControlGroups.of(ProcessHandle.current().pid()).throttling();
    }
  }

  public Counters {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(driverGauge, "driverGauge");
    Objects.requireNonNull(redisGauge, "redisGauge");
    Objects.requireNonNull(speeds, "speeds");
    Objects.requireNonNull(throttled, "throttled");
    generators = List.copyOf(generators);
    Objects.requireNonNull(providerHost, "providerHost");
  }

  /** Where the driver itself makes the calls, to a provider on its host. */
  Counters(
      ProviderCounters provider,
      OptionalLong providerPid,
      boolean alone,
      DriverCounters driver,
      Optional<HostCounters> host,
      GaugeReading driverGauge,
      RedisGauge.Reading redisGauge,
      Speeds speeds,
      Throttled throttled,
      Long reconnects) {
    this(
        provider,
        providerPid,
        alone,
        driver,
        host,
        driverGauge,
        redisGauge,
        speeds,
        throttled,
        reconnects,
        List.of(),
        Optional.empty());
  }

  /** The same counters with what load generators did so far. */
  public Counters with(List<GeneratorUse> uses) {
    return new Counters(
        provider,
        providerPid,
        alone,
        driver,
        host,
        driverGauge,
        redisGauge,
        speeds,
        throttled,
        reconnects,
        uses,
        providerHost);
  }

  /**
   * Reads all counters, the provider's at one of its endpoints.
   *
   * @param reconnects of the client so far; null where it does not count them
   * @throws LabException where the provider's cannot be read
   */
  static Counters read(ProviderProcess provider, int endpoint, Long reconnects)
      throws LabException, InterruptedException {
    return new Counters(
        provider.counters(endpoint),
        provider.pid(),
        true,
        DriverCounters.read(),
        HostCounters.read(),
        provider.host().readGauge(),
        provider.host().readRedis(),
        provider.speeds(),
        Throttled.read(provider.pid()),
        reconnects);
  }

  /**
   * Reads the counters of driver and host beside a provider that the lab did not start.
   *
   * @param onThisHost whether that one runs here, on CPUs that are unknown
   * @param reconnects of the client so far; null where it does not count them
   */
  static Counters ofDriver(
      HostProbe host, boolean onThisHost, Long reconnects, ProviderCounters provider) {
    return new Counters(
        provider,
        OptionalLong.empty(),
        !onThisHost,
        DriverCounters.read(),
        HostCounters.read(),
        host.readGauge(),
        host.readRedis(),
        new Speeds(host.driverSpeed(), host.driverSpeed()),
        Throttled.read(OptionalLong.empty()),
        reconnects);
  }

  @Override
  public Counters continuedBy(Counters opened, Counters closed) {
    return new Counters(
        provider.continuedBy(opened.provider, closed.provider),
        closed.providerPid,
        alone,
        driver.continuedBy(opened.driver, closed.driver),
        continued(host, opened.host, closed.host),
        driverGauge.continuedBy(opened.driverGauge, closed.driverGauge),
        redisGauge.continuedBy(opened.redisGauge, closed.redisGauge),
        speeds,
        new Throttled(
            throttled.provider.continuedBy(opened.throttled.provider, closed.throttled.provider),
            throttled.driver.continuedBy(opened.throttled.driver, closed.throttled.driver)),
        reconnects == null ? null : (Long) (reconnects + closed.reconnectsSince(opened)),
        Stream.concat(generators.stream(), closed.generatorsSince(opened).stream()).toList(),
        providerHost.flatMap(
            here ->
                opened.providerHost.flatMap(
                    then -> closed.providerHost.map(now -> here.continuedBy(then, now)))));
  }

  private static Optional<HostCounters> continued(
      Optional<HostCounters> host, Optional<HostCounters> opened, Optional<HostCounters> closed) {
    return host.flatMap(
        here -> opened.flatMap(then -> closed.map(now -> here.continuedBy(then, now))));
  }

  /**
   * The provider's figures since an earlier reading.
   *
   * @param calls the calls since then, by the driver's count
   * @param cpus the number of CPUs that it may use
   */
  public ProviderUse providerSince(Counters earlier, long calls, int cpus) {
    return provider.since(earlier.provider, calls, cpus);
  }

  /**
   * Whether the provider's pool has no task, running or waiting: a client that gave a call up does
   * not know. True where unknown.
   */
  public boolean isPoolIdle() {
    return provider.isIdle();
  }

  /** What broke into the time since an earlier reading. */
  public Disturbances disturbancesSince(Counters earlier) {
    return provider.disturbancesSince(earlier.provider);
  }

  /**
   * The driver's figures since an earlier reading, or those of the load generators.
   *
   * @param calls the calls since then
   * @param cpus the number of CPUs that it may use
   */
  public DriverUse driverSince(Counters earlier, long calls, int cpus) {
    if (!generators.isEmpty()) {
      return DriverUse.across(generatorsSince(earlier));
    }
    return driver.since(earlier.driver, calls, cpus, reconnectsSince(earlier));
  }

  private List<GeneratorUse> generatorsSince(Counters earlier) {
    return generators.subList(earlier.generators.size(), generators.size());
  }

  private Long reconnectsSince(Counters earlier) {
    return reconnects == null ? null : (Long) (reconnects - earlier.reconnects);
  }

  /**
   * The host's disturbances since an earlier reading; of two hosts the worse ones.
   *
   * @param cpus the CPUs of provider and driver
   */
  public HostUse hostSince(Counters earlier, CpuPlan cpus) {
    HostUse use =
        host.flatMap(now -> earlier.host.map(then -> disturbances(then, now, cpus)))
            .orElse(HostUse.UNKNOWN);
    long elapsed = driver.nanoTime() - earlier.driver.nanoTime();
    long providersElapsed = elapsed;
    if (providerHost.isPresent() && earlier.providerHost.isPresent()) {
      ProviderHost now = providerHost.get();
      ProviderHost then = earlier.providerHost.get();
      use = use.orWorse(now.since(then, cpus.provider(), providerPid.orElseThrow()));
      providersElapsed = now.nanoTime - then.nanoTime;
    }
    return use.with(
        provider.pausedMillisSince(earlier.provider),
        redisGauge.maxMillisSince(earlier.redisGauge),
        provider
            .gauge()
            .flatMap(now -> earlier.provider.gauge().map(now::since))
            .map(gained -> gained.state(speeds.provider))
            .orElse(CpuState.UNKNOWN)
            .withThrottled(
                throttled.provider.pctSince(
                    earlier.throttled.provider, providersElapsed, cpus.provider().count())),
        driverGauge
            .since(earlier.driverGauge)
            .state(speeds.driver)
            .withThrottled(
                throttled.driver.pctSince(
                    earlier.throttled.driver, elapsed, cpus.driver().count())));
  }

  private HostUse disturbances(HostCounters then, HostCounters now, CpuPlan cpus) {
    return providerPid.isPresent() && providerHost.isEmpty()
        ? now.since(then, cpus, providerPid)
        : now.ofDriverSince(then, cpus.driver(), alone);
  }
}
