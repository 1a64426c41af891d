package io.poolbench.doctor;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.result.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A quiet host of two CPUs, of which a test changes what it is about. */
final class Readings {
  private CpuPlan cpus = new CpuPlan(CpuList.parse("0"), CpuList.parse("1"));
  private boolean pinning = true;
  private TimerFacts timer = new TimerFacts(20, 26.4);
  private Spread restful = new Spread(0.1, 0.19, 1.99);
  private Spread loaded = new Spread(0.07, 0.32, 4.54);
  private Spread roundTrip = new Spread(0.07, 0.13, 4.12);
  private double slowestCpuPct = 99;
  private Optional<String> governor = Optional.empty();
  private CpuList siblings = new CpuList(List.of());
  private double coupledPct = 0.4;
  private Double stealPct = 0.3;
  private Double otherPct = 1.04;
  private HostReadings.Started redis =
      new HostReadings.Started(true, "embedded, Redis 6.2.11 at 127.0.0.1:38715");
  private Optional<String> docker = Optional.of("28.2.2");
  private List<Jdks.Jdk> jdks = List.of(jdk("17.0.15"), jdk("25.0.3"));
  private long freeBytes = 22L << 30;
  private Long openFiles = 20_000L;

  static Readings quiet() {
    return new Readings();
  }

  static Jdks.Jdk jdk(String version) {
    return new Jdks.Jdk(Path.of("/usr/lib/jvm/jdk-" + version), version);
  }

  Readings cpus(String provider, String driver) {
    cpus = new CpuPlan(CpuList.parse(provider), CpuList.parse(driver));
    return this;
  }

  Readings noPinning() {
    pinning = false;
    return this;
  }

  Readings timer(long stepNanos, double costNanos) {
    timer = new TimerFacts(stepNanos, costNanos);
    return this;
  }

  Readings restfulTp99(double millis) {
    restful = new Spread(0.1, millis, 20);
    return this;
  }

  Readings roundTrip(double tp50Millis, double tp99Millis) {
    roundTrip = new Spread(tp50Millis, tp99Millis, 20);
    return this;
  }

  Readings slowestCpuPct(double pct) {
    slowestCpuPct = pct;
    return this;
  }

  Readings governor(String policy) {
    governor = Optional.of(policy);
    return this;
  }

  Readings coupled(double pct, String listed) {
    coupledPct = pct;
    siblings = listed.isEmpty() ? siblings : CpuList.parse(listed);
    return this;
  }

  Readings stealPct(Double pct) {
    stealPct = pct;
    return this;
  }

  Readings otherPct(Double pct) {
    otherPct = pct;
    return this;
  }

  Readings noRedis(String why) {
    redis = new HostReadings.Started(false, why);
    return this;
  }

  Readings noDocker() {
    docker = Optional.empty();
    return this;
  }

  Readings jdks(String... versions) {
    jdks = List.of(versions).stream().map(Readings::jdk).toList();
    return this;
  }

  Readings freeBytes(long bytes) {
    freeBytes = bytes;
    return this;
  }

  Readings openFiles(Long files) {
    openFiles = files;
    return this;
  }

  HostReadings taken() {
    return new HostReadings(
        new Host(
            "Debian GNU/Linux 12",
            "Linux 6.18.44",
            "AMD EPYC",
            "0-1",
            24L << 30,
            "OpenJDK 64-Bit Server VM 17.0.15+6"),
        cpus,
        pinning,
        timer,
        Optional.of("tsc"),
        restful,
        loaded,
        roundTrip,
        slowestCpuPct,
        governor,
        siblings,
        coupledPct,
        stealPct,
        otherPct,
        redis,
        docker,
        jdks,
        freeBytes,
        openFiles);
  }
}
