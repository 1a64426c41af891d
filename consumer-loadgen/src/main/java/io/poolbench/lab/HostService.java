package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Host;
import io.poolbench.lab.Jdks.Jdk;
import io.poolbench.study.RedisSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the lab asks of a {@link Machine}. {@link ThisMachine} carries it out on this machine, and
 * in the host process of another one, where a call arrives as JSON: the name of the method and its
 * arguments. Each method fails if the machine is lost.
 */
public interface HostService {
  /** Facts that do not change while the machine is used. */
  Facts readFacts() throws LabException, InterruptedException;

  /**
   * Checks the files of a target.
   *
   * @throws InvalidSettingException for the first setting that names no file of its kind
   */
  void requireFiles(TargetFiles files) throws LabException, InterruptedException;

  /** A digest of the classes of a target, whenever its jars were packed. */
  String digest(TargetFiles files) throws LabException, InterruptedException;

  /** A port of an address that is free now. */
  int findPort(String address) throws LabException, InterruptedException;

  /** As {@link RequiredOpens#options}. */
  List<String> findOpens(List<String> classPath, int jdk, List<String> given)
      throws LabException, InterruptedException;

  /** Creates a folder that only this user can open; an empty parent = that of temporary files. */
  String newFolder(String parent, String name) throws LabException, InterruptedException;

  /**
   * Deletes a folder that was created: with its files if it is temporary, or only if it is empty.
   */
  void deleteFolder(String folder) throws LabException, InterruptedException;

  /** Reads the kernel's counters of a provider; those of the host, too, if asked. */
  Reading readCounters(long pid, boolean host) throws LabException, InterruptedException;

  /** Sets the niceness of the business threads that started since the last call. */
  void setNiceness(long pid, int niceness) throws LabException, InterruptedException;

  /** Pins a process, if the host supports it. */
  void pin(long pid, CpuList cpus) throws LabException, InterruptedException;

  /** As {@link Pinning#require}. */
  void requirePinned(long pid, CpuList cpus) throws LabException, InterruptedException;

  /** Pins the process that answers: the lab's processes beside the provider. */
  void pinSelf(CpuList cpus) throws LabException, InterruptedException;

  /** Ends a process with the lab, even if it does not end with its input. */
  void guard(long pid) throws LabException, InterruptedException;

  /** Ends a guarded process, if it still runs. */
  void end(long pid) throws LabException, InterruptedException;

  /** Provides a seeded Redis on CPUs, and measures its response times until {@link #leaveRedis}. */
  RedisLink useRedis(RedisSettings settings, CpuList cpus)
      throws LabException, InterruptedException;

  /** Fails if the seeded Redis is no longer available. */
  void checkRedis() throws LabException, InterruptedException;

  void leaveRedis() throws LabException, InterruptedException;

  /**
   * Facts of a machine.
   *
   * @param host with the JVM of the process that answers
   * @param bootId as {@link HostFacts#bootId}
   * @param address at which other machines reach this one, as far as it knows
   * @param java the JDK of the JVM that answers
   * @param jdks as {@link Jdks#ofThisHost}
   * @param commands those of {@link ThisMachine#COMMANDS} that it has
   */
  record Facts(
      Host host, String bootId, String address, Jdk java, List<Jdk> jdks, List<String> commands) {
    public Facts {
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(java, "java");
      jdks = List.copyOf(jdks);
      commands = List.copyOf(commands);
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
      ProcessThreads threads,
      CpuThrottling throttling,
      CpuTimes cpus,
      ProcessTable processes,
      String redis,
      long redisPendingNanos,
      long nanoTime) {
    public Reading {
      Objects.requireNonNull(redis, "redis");
    }

    Optional<ProcessThreads> processThreads() {
      return threads.threads().isEmpty() ? Optional.empty() : Optional.of(threads);
    }

    Optional<HostCounters> host() {
      return cpus.cpus().isEmpty() || processes.processes().isEmpty()
          ? Optional.empty()
          : Optional.of(new HostCounters(cpus, processes));
    }

    RedisGauge.Reading redisReading() {
      return new RedisGauge.Reading(Durations.parse(redis), redisPendingNanos);
    }
  }
}
