package io.poolbench.doctor;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.result.Host;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was measured and found on a host.
 *
 * @param host the machine
 * @param cpus which CPUs provider and driver get here
 * @param pinning whether processes can be held to CPUs
 * @param timer the clock
 * @param clockSource what the clock reads; empty where unknown
 * @param restful how late sleeping threads wake up while the host rests
 * @param loaded the same while all CPUs are kept busy
 * @param roundTrip from the driver's CPUs over loopback to the provider's and back
 * @param slowestCpuPct speed of the slowest CPU, in percent of the fastest
 * @param governor how a CPU's frequency is chosen; empty where the host does not tell
 * @param siblings the provider's CPUs that share a core with one of the driver's, by the kernel
 * @param coupledPct how much slower the provider's CPUs are while the driver's are busy, in percent
 * @param stealPct CPU time that the hypervisor gave to others while all CPUs were kept busy; null
 *     where unknown
 * @param otherPct CPU time of other processes while nothing of ours ran; null where unknown
 * @param redis the embedded Redis, or why it does not start
 * @param docker the version of the Docker engine that answers; empty where none does
 * @param jdks the JDKs that are there
 * @param freeBytes memory that processes can still get
 * @param openFiles how many files this process may open; null where unknown
 */
record HostReadings(
    Host host,
    CpuPlan cpus,
    boolean pinning,
    TimerFacts timer,
    Optional<String> clockSource,
    Spread restful,
    Spread loaded,
    Spread roundTrip,
    double slowestCpuPct,
    Optional<String> governor,
    CpuList siblings,
    double coupledPct,
    Double stealPct,
    Double otherPct,
    Started redis,
    Optional<String> docker,
    List<Jdks.Jdk> jdks,
    long freeBytes,
    Long openFiles) {
  HostReadings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(timer, "timer");
    Objects.requireNonNull(clockSource, "clockSource");
    Objects.requireNonNull(restful, "restful");
    Objects.requireNonNull(loaded, "loaded");
    Objects.requireNonNull(roundTrip, "roundTrip");
    Objects.requireNonNull(governor, "governor");
    Objects.requireNonNull(siblings, "siblings");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(docker, "docker");
    jdks = List.copyOf(jdks);
  }

  /**
   * Something that was started, and stopped again.
   *
   * @param works whether it did start
   * @param detail what it was, or why it did not
   */
  record Started(boolean works, String detail) {
    Started {
      Objects.requireNonNull(detail, "detail");
    }
  }
}
