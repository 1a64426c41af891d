package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Role;
import io.poolbench.journal.Counters;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps a provider's threads to roles by the prefixes of their names. A role is named by the metric
 * of its CPU time.
 *
 * <p>The kernel keeps 15 bytes of a name, so {@code DubboServerHandler-127.0.0.1:20880-thread-7} is
 * {@code DubboServerHand}.
 */
final class ThreadRoles {
  private static final double NANOS_PER_SECOND = 1e9;

  private static final Map<Metric, List<String>> PREFIXES =
      Map.of(
          Metric.PROVIDER_CPU_BUSINESS,
          List.of(
              "DubboServerHand",
              "dubbo-protocol-", // of Dubbo 3.0 and 3.1
              "qtp",
              "http-nio-",
              "ForkJoinPool-", // carriers of virtual threads
              "VirtualThread-u"), // ends their timed waits
          Metric.PROVIDER_CPU_IO,
          List.of("NettyServerWork", "NettyServerBoss"),
          Metric.PROVIDER_CPU_REDIS,
          List.of("lettuce-"),
          Metric.PROVIDER_CPU_WORKERS,
          List.of("worker-", "task-"),
          Metric.PROVIDER_CPU_GC,
          List.of(
              "GC Thread#", // the workers of Parallel and G1
              "G1 ",
              "Shenandoah ",
              "ZDirector", // ZGC, of one generation or two
              "ZDriver",
              "ZWorker",
              "ZUncommitter",
              "ZUnmapper",
              "ZStat",
              "RuntimeWorker#", // pauses of ZGC
              "VM Thread"), // all of Serial's work, and every pause's beginning and end
          Metric.PROVIDER_CPU_JIT,
          List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI"));

  private ThreadRoles() {}

  static Metric of(String name) {
    return PREFIXES.entrySet().stream()
        .filter(role -> role.getValue().stream().anyMatch(name::startsWith))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Metric.PROVIDER_CPU_OTHER);
  }

  /**
   * The CPU time of every role.
   *
   * @param processSeconds CPU time of the whole process; the part that is not in {@code threads}
   *     was used by ended threads and counts as {@link Metric#PROVIDER_CPU_OTHER}
   * @param availableSeconds the time of all CPUs that the process may use
   */
  static Figures cpuPct(ProcessThreads threads, double processSeconds, double availableSeconds) {
    Map<Metric, Double> nanos = new EnumMap<>(Metric.class);
    PREFIXES.keySet().forEach(role -> nanos.put(role, 0.0));
    threads
        .threads()
        .forEach(thread -> nanos.merge(of(thread.name()), (double) thread.cpuNanos(), Double::sum));
    // The threads are read a moment later, so their sum may exceed the time of the process.
    double ended = Math.max(0, processSeconds * NANOS_PER_SECOND - threads.cpuNanos());
    nanos.merge(Metric.PROVIDER_CPU_OTHER, ended, Double::sum);
    nanos.replaceAll((role, used) -> 100 * used / (availableSeconds * NANOS_PER_SECOND));
    return new Figures(nanos);
  }

  /**
   * The CPU time of every role.
   *
   * @param processSeconds CPU time of the whole process; the part that is not in {@code threads}
   *     was used by ended threads and counts as {@link Role#OTHER}
   */
  static Counters cpu(ProcessThreads threads, double processSeconds) {
    Map<Role, Double> seconds = new EnumMap<>(Role.class);
    Arrays.stream(Role.values()).forEach(role -> seconds.put(role, 0.0));
    threads
        .threads()
        .forEach(
            thread ->
                seconds.merge(
                    role(thread.name()), thread.cpuNanos() / NANOS_PER_SECOND, Double::sum));
    // The threads are read a moment later, so their sum may exceed the time of the process.
    double ended = Math.max(0, processSeconds - threads.cpuNanos() / NANOS_PER_SECOND);
    seconds.merge(Role.OTHER, ended, Double::sum);
    Map<String, Double> gained = new HashMap<>();
    seconds.forEach((role, used) -> gained.put(role.cpu(), used));
    return Counters.ofGained(gained);
  }

  private static Role role(String name) {
    return ROLES.getOrDefault(of(name), Role.OTHER);
  }

  private static final Map<Metric, Role> ROLES =
      Map.of(
          Metric.PROVIDER_CPU_BUSINESS, Role.BUSINESS,
          Metric.PROVIDER_CPU_IO, Role.IO,
          Metric.PROVIDER_CPU_REDIS, Role.REDIS,
          Metric.PROVIDER_CPU_WORKERS, Role.WORKERS,
          Metric.PROVIDER_CPU_GC, Role.GC,
          Metric.PROVIDER_CPU_JIT, Role.JIT);
}
