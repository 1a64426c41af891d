package io.poolbench.report;

import io.poolbench.lab.ControlGroups.CpuQuota;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostMeasurements;
import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.lab.Jdks;
import io.poolbench.result.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The measurements of a quiet host of two CPUs, of which a test changes its subject. */
final class QuietHost {
  CpuPlan cpus = plan("0", "1");
  boolean pinning = true;
  Optional<CpuQuota> quota = Optional.empty();
  TimerFacts timer = new TimerFacts(20, 26.4);
  Quantiles idleWakeUps = new Quantiles(0.1, 0.19, 1.99);
  double slowestCpuPct = 99;
  Optional<String> governor = Optional.empty();
  String siblings = "";
  Double stealPct = 0.3;
  Double otherPct = 1.04;
  boolean redisWorks = true;
  Optional<String> docker = Optional.of("28.2.2");
  List<String> jdks = List.of("17.0.15", "25.0.3");
  long availableBytes = 22L << 30;
  Long openFiles = 20_000L;

  static CpuPlan plan(String provider, String driver) {
    return new CpuPlan(CpuList.parse(provider), CpuList.parse(driver));
  }

  HostMeasurements measured() {
    return new HostMeasurements(
        new Host(
            "Debian GNU/Linux 12",
            "Linux 6.18.44",
            "AMD EPYC",
            "0-1",
            24L << 30,
            "OpenJDK 64-Bit Server VM 17.0.15+6",
            ""),
        cpus,
        pinning,
        quota,
        timer,
        Optional.of("tsc"),
        idleWakeUps,
        slowestCpuPct,
        governor,
        siblings.isEmpty() ? new CpuList(List.of()) : CpuList.parse(siblings),
        stealPct,
        otherPct,
        new HostMeasurements.RedisStart(redisWorks, "Redis 7.0.15 at 127.0.0.1:38715"),
        docker,
        jdks.stream().map(v -> new Jdks.Jdk(Path.of("/usr/lib/jvm/jdk-" + v), v)).toList(),
        availableBytes,
        openFiles);
  }
}
