package io.poolbench.lab;

import io.poolbench.journal.Durations;
import io.poolbench.journal.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The answers to a {@link MachineRequest}, as JSON has them. */
final class MachineAnswer {
  private MachineAnswer() {}

  record Done() {}

  record Text(String text) {}

  record Words(List<String> words) {}

  record Port(int port) {}

  /**
   * A setting that is wrong on this machine.
   *
   * @param setting empty = all are right
   */
  record Finding(String setting, String problem) {
    static final Finding NONE = new Finding("", "");
  }

  /**
   * Facts of a machine.
   *
   * @param host with the JVM of the process that answers
   * @param bootId as {@link HostFacts#bootId}
   * @param address at which other machines reach this one, as far as it knows
   * @param java the home of the JVM that answers
   * @param jdks as {@link Jdks#ofThisHost}
   * @param commands those of {@link ThisMachine#COMMANDS} that it has
   * @param build the hash of the build that answers; empty if it was not asked
   */
  record Facts(
      Host host,
      String bootId,
      String address,
      JdkHome java,
      List<JdkHome> jdks,
      List<String> commands,
      String build) {}

  /** A {@link Jdks.Jdk}. */
  record JdkHome(String home, String version) {
    static JdkHome of(Jdks.Jdk jdk) {
      return new JdkHome(jdk.home().toString(), jdk.version());
    }

    Jdks.Jdk jdk() {
      return new Jdks.Jdk(Path.of(home), version);
    }
  }

  /**
   * A reading of the kernel's counters; what is empty is unknown.
   *
   * @param redis response times of Redis, as {@link Durations#text}
   * @param redisPendingNanos how long a request to Redis has been pending
   * @param nanoTime by this machine's clock
   */
  record Reading(
      List<ThreadUse> threads,
      Map<String, Long> throttledNanos,
      Map<Integer, CpuTimes.Ticks> cpus,
      Map<Long, ProcessTable.Entry> processes,
      String redis,
      long redisPendingNanos,
      long nanoTime) {
    Reading {
      Objects.requireNonNull(redis, "redis");
    }

    Optional<ProcessThreads> processThreads() {
      return threads.isEmpty() ? Optional.empty() : Optional.of(new ProcessThreads(threads));
    }

    CpuThrottling throttling() {
      return new CpuThrottling(throttledNanos);
    }

    Optional<HostCounters> host() {
      return cpus.isEmpty() || processes.isEmpty()
          ? Optional.empty()
          : Optional.of(new HostCounters(new CpuTimes(cpus), new ProcessTable(processes)));
    }

    RedisGauge.Reading redisReading() {
      return new RedisGauge.Reading(Durations.parse(redis), redisPendingNanos);
    }
  }
}
