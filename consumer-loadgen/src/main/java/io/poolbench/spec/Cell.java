package io.poolbench.spec;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * One provider under one load schedule.
 *
 * @param name in tables; unique within its study
 * @param published the published table that the results are compared with; empty = none
 * @param settings the merged settings from which the cell was read, as JSON: with all defaults, and
 *     without secrets and the credentials of Redis
 */
public record Cell(
    String name,
    ProviderSettings provider,
    RedisSettings redis,
    NetworkSettings network,
    DriverSettings driver,
    CpuSets cpus,
    LoadSchedule load,
    Validity validity,
    Sla sla,
    String published,
    String settings) {
  /** Maximum length of a cell's name in a study, without the group or phase that may follow. */
  static final int MAX_OWN_NAME = 100;

  private static final String UNNAMED = "unnamed";

  private static final int MAX_NAME = MAX_OWN_NAME + 1 + 64;

  public Cell {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
    Objects.requireNonNull(published, "published");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(sla, "sla");
    Objects.requireNonNull(settings, "settings");
    provider.requireClient(driver.client());
    if (load.groups().isEmpty()
        || load.groups().stream().anyMatch(group -> group.method() == null)) {
      provider.requireMethod(driver.method(), driver.method().setting());
    }
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new InvalidSettingException(
          "name", "invalid length (valid: 1.." + MAX_NAME + " characters)");
    }
    if (sla.upTo() != null && sla.upTo() > load.maxLevel()) {
      throw new InvalidSettingException(
          "sla.upTo",
          sla.upTo() + " out of range (valid: at most " + load.maxLevel() + ", the last level)");
    }
    requireGroups(load.groups(), provider, driver.method());
    requirePhases(load, provider);
  }

  /**
   * Reads a cell without a name from its merged settings.
   *
   * @param slas reads bounds, which are in the units of their metrics
   */
  public static Cell of(Section cell, Function<Section, Sla> slas) {
    CalledMethod method = CalledMethod.of(cell);
    return new Cell(
        UNNAMED,
        ProviderSettings.of(cell),
        cell.has("redis") ? cell.read("redis", RedisSettings::of) : RedisSettings.NONE,
        cell.read("network", network -> new NetworkSettings(network.latency("latency"))),
        cell.read("driver", driver -> DriverSettings.of(driver, method)),
        cell.read("cpus", CpuSets::of),
        cell.read("load", load -> LoadSchedule.of(load, slas)),
        cell.read("validity", Validity::of),
        cell.read("sla", slas),
        cell.textOrEmpty("published"),
        "");
  }

  private static void requirePhases(LoadSchedule load, ProviderSettings provider) {
    if (load.capacity() != null && provider.runsAlready()) {
      throw new InvalidSettingException(
          "load.capacity",
          "not allowed with a provider that runs already (valid: a rate that it may be called at)");
    }
    for (int i = 0; i < load.phases().size() && !(provider instanceof DubboSettings); i++) {
      if (load.phases().get(i).changesRedis()) {
        throw new InvalidSettingException(
            "load.phases." + i + ".redisLatency",
            "no latency to change (valid: a provider of ours)");
      }
    }
  }

  private static void requireGroups(
      List<Group> groups, ProviderSettings provider, CalledMethod driver) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).method() != null) {
        String setting = "load.groups." + i + ".method";
        provider.requireMethod(groups.get(i).called(driver, setting), setting);
      }
    }
  }

  /** The groups as cells of their own, named {@code CELL/GROUP}. */
  public List<Cell> groups() {
    return load.groups().stream().map(this::of).toList();
  }

  private Cell of(Group group) {
    return new Cell(
        name + "/" + group.name(),
        provider,
        redis,
        network,
        driver.calling(group.called(driver.method(), "method")),
        cpus,
        load.of(group),
        validity,
        group.sla() == null ? sla : group.sla(),
        published,
        settings);
  }

  /** The provider, which must be a Dubbo provider of this project. */
  public DubboSettings dubbo() {
    return (DubboSettings) provider;
  }

  public Cell under(LoadSchedule other) {
    return new Cell(
        name, provider, redis, network, driver, cpus, other, validity, sla, published, settings);
  }

  public Cell servedBy(ProviderSettings other) {
    return new Cell(
        name, other, redis, network, driver, cpus, load, validity, sla, published, settings);
  }

  public Cell boundBy(Sla other) {
    return new Cell(
        name, provider, redis, network, driver, cpus, load, validity, other, published, settings);
  }

  public Cell delayedBy(AddedLatency ofRedis, AddedLatency ofProvider) {
    return with(redis.delayedBy(ofRedis), new NetworkSettings(ofProvider));
  }

  /** This cell on another host; the URI of an external Redis includes its password. */
  public Cell hostedAt(String bindHost, String redisUri) {
    return servedBy(provider.listeningOn(bindHost)).with(redis.at(redisUri), network);
  }

  private Cell with(RedisSettings other, NetworkSettings link) {
    return new Cell(
        name, provider, other, link, driver, cpus, load, validity, sla, published, settings);
  }

  public Cell named(String newName) {
    return new Cell(
        newName, provider, redis, network, driver, cpus, load, validity, sla, published, settings);
  }

  public Cell readFrom(String mergedSettings) {
    return new Cell(
        name,
        provider,
        redis,
        network,
        driver,
        cpus,
        load,
        validity,
        sla,
        published,
        mergedSettings);
  }

  /** The network between driver and provider, with the latency added to each answer. */
  public record NetworkSettings(AddedLatency latency) {
    /** This machine's loopback without added latency. */
    public static final NetworkSettings NONE = new NetworkSettings(AddedLatency.NONE);

    public NetworkSettings {
      Objects.requireNonNull(latency, "latency");
    }
  }
}
