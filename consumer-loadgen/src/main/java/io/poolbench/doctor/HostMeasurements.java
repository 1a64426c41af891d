package io.poolbench.doctor;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.CpuQuota;
import io.poolbench.lab.Jdks;
import io.poolbench.result.Host;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The measurements and facts of a host.
 *
 * @param cpus the CPUs that provider and driver get here
 * @param pinning whether processes can be pinned
 * @param quota the least CPU quota that applies here; empty where there is none
 * @param clockSource the clock behind {@code System.nanoTime}; empty if unknown
 * @param idleWakeUps how late sleeping threads wake up while the host is idle
 * @param busyWakeUps the same with all CPUs busy
 * @param roundTrip from the driver's CPUs over loopback to the provider's and back
 * @param slowestCpuPct speed of the slowest CPU, in percent of the fastest
 * @param governor the CPUs' frequency governor; empty if unknown
 * @param siblings the provider's CPUs that share a core with one of the driver's, by the kernel
 * @param coupledPct how much slower the provider's CPUs are while the driver's are busy, in percent
 * @param stealPct CPU time that the hypervisor gave to others with all CPUs busy; null if unknown
 * @param otherPct CPU time of other processes on an idle host; null if unknown
 * @param docker the version of the Docker engine; empty where none answers
 * @param availableBytes memory that processes can still allocate
 * @param openFiles the limit of open files of this process; null if unknown
 */
record HostMeasurements(
    Host host,
    CpuPlan cpus,
    boolean pinning,
    Optional<CpuQuota> quota,
    TimerFacts timer,
    Optional<String> clockSource,
    Quantiles idleWakeUps,
    Quantiles busyWakeUps,
    Quantiles roundTrip,
    double slowestCpuPct,
    Optional<String> governor,
    CpuList siblings,
    double coupledPct,
    Double stealPct,
    Double otherPct,
    RedisStart redis,
    Optional<String> docker,
    List<Jdks.Jdk> jdks,
    long availableBytes,
    Long openFiles) {
  HostMeasurements {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(quota, "quota");
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(clockSource, "clockSource");
    Objects.requireNonNull(idleWakeUps, "idleWakeUps");
    Objects.requireNonNull(busyWakeUps, "busyWakeUps");
    Objects.requireNonNull(roundTrip, "roundTrip");
    Objects.requireNonNull(governor, "governor");
    Objects.requireNonNull(siblings, "siblings");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(docker, "docker");
    jdks = List.copyOf(jdks);
  }

  /**
   * A trial start of the embedded Redis.
   *
   * @param detail the server, or why it did not start
   */
  record RedisStart(boolean works, String detail) {
    RedisStart {
      Objects.requireNonNull(detail, "detail");
    }
  }
}
