package io.poolbench.study;

import io.poolbench.api.AddedLatency;
import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.Objects;

/**
 * One provider under one load schedule.
 *
 * @param name in tables; unique within its study
 * @param settings the merged settings from which the cell was read, as JSON: with all defaults, and
 *     without secrets and the credentials of Redis
 */
public record Cell(
    String name,
    ProviderSettings provider,
    Surroundings surroundings,
    DriverSettings driver,
    LoadSchedule load,
    Standards standards,
    String settings) {
  /** Maximum length of a cell's name in a study, without the group or phase that may follow. */
  static final int MAX_OWN_NAME = 100;

  private static final String UNNAMED = "unnamed";

  private static final int MAX_NAME = MAX_OWN_NAME + 1 + 64;

  public Cell {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(surroundings, "surroundings");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(standards, "standards");
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
    Integer upTo = standards.sla.upTo();
    if (upTo != null && upTo > load.maxLevel()) {
      throw new InvalidSettingException(
          "sla.upTo",
          upTo + " out of range (valid: at most " + load.maxLevel() + ", the last level)");
    }
    requireGroups(load.groups(), provider, driver.method());
    requirePhases(load, provider);
  }

  /** Reads a cell without a name from its merged settings. */
  static Cell of(Section cell) {
    CalledMethod method = CalledMethod.of(cell);
    return new Cell(
        UNNAMED,
        ProviderSettings.of(cell),
        cell.record(Surroundings.class),
        cell.read("driver", driver -> DriverSettings.of(driver, method)),
        cell.read("load", LoadSchedule::of),
        cell.record(Standards.class),
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
        surroundings,
        driver.calling(group.called(driver.method(), "method")),
        load.of(group),
        group.sla() == null ? standards : standards.boundBy(group.sla()),
        settings);
  }

  public RedisSettings redis() {
    return surroundings.redis;
  }

  public NetworkSettings network() {
    return surroundings.network;
  }

  public CpuSets cpus() {
    return surroundings.cpus;
  }

  public Sla sla() {
    return standards.sla;
  }

  /** The provider, which must be a Dubbo provider of this project. */
  public DubboSettings dubbo() {
    return (DubboSettings) provider;
  }

  public Cell under(LoadSchedule other) {
    return new Cell(name, provider, surroundings, driver, other, standards, settings);
  }

  public Cell servedBy(ProviderSettings other) {
    return new Cell(name, other, surroundings, driver, load, standards, settings);
  }

  public Cell boundBy(Sla other) {
    return new Cell(name, provider, surroundings, driver, load, standards.boundBy(other), settings);
  }

  public Cell delayedBy(AddedLatency ofRedis, AddedLatency ofProvider) {
    return in(
        new Surroundings(
            redis().delayedBy(ofRedis), new NetworkSettings(ofProvider), surroundings.cpus));
  }

  /** This cell on another host; the URI of an external Redis includes its password. */
  public Cell hostedAt(String bindHost, String redisUri) {
    return servedBy(provider.listeningOn(bindHost))
        .in(new Surroundings(redis().at(redisUri), surroundings.network, surroundings.cpus));
  }

  private Cell in(Surroundings others) {
    return new Cell(name, provider, others, driver, load, standards, settings);
  }

  public Cell named(String newName) {
    return new Cell(newName, provider, surroundings, driver, load, standards, settings);
  }

  public Cell readFrom(String mergedSettings) {
    return new Cell(name, provider, surroundings, driver, load, standards, mergedSettings);
  }

  /** What provider and driver run beside and between. */
  public record Surroundings(RedisSettings redis, NetworkSettings network, CpuSets cpus) {
    public Surroundings {
      redis = Objects.requireNonNullElse(redis, RedisSettings.NONE);
      Objects.requireNonNull(network, "network");
      Objects.requireNonNull(cpus, "cpus");
    }
  }

  /**
   * What the results are held against.
   *
   * @param published the published table that they are compared with; empty = none
   */
  public record Standards(Sla sla, Validity validity, String published) {
    public Standards {
      Objects.requireNonNull(sla, "sla");
      Objects.requireNonNull(validity, "validity");
      published = Objects.requireNonNullElse(published, "");
    }

    Standards boundBy(Sla other) {
      return new Standards(other, validity, published);
    }
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
