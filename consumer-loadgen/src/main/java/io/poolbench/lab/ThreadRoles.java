package io.poolbench.lab;

import io.poolbench.result.ProviderUse.ThreadRole;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Maps a provider's threads to roles by the prefixes of their names.
 *
 * <p>The kernel keeps 15 bytes of a name, so {@code DubboServerHandler-127.0.0.1:20880-thread-7} is
 * {@code DubboServerHand}.
 */
final class ThreadRoles {
  private static final Map<ThreadRole, List<String>> PREFIXES =
      Map.of(
          ThreadRole.BUSINESS,
          List.of(
              "DubboServerHand",
              "qtp",
              "http-nio-",
              "ForkJoinPool-", // carriers of virtual threads
              "VirtualThread-u"), // ends their timed waits
          ThreadRole.IO,
          List.of("NettyServerWork", "NettyServerBoss"),
          ThreadRole.REDIS,
          List.of("lettuce-"),
          ThreadRole.WORKERS,
          List.of("worker-", "task-"),
          ThreadRole.GC,
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
          ThreadRole.JIT,
          List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI"));

  private ThreadRoles() {}

  static ThreadRole of(String name) {
    return PREFIXES.entrySet().stream()
        .filter(role -> role.getValue().stream().anyMatch(name::startsWith))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(ThreadRole.OTHER);
  }

  /**
   * CPU time of every role, in nanoseconds.
   *
   * @param processNanos CPU time of the whole process; the part that is not in {@code threads} was
   *     used by ended threads and counts as {@link ThreadRole#OTHER}
   */
  static Map<ThreadRole, Long> cpuNanos(ProcessThreads threads, long processNanos) {
    Map<ThreadRole, Long> nanos = new EnumMap<>(ThreadRole.class);
    for (ThreadRole role : ThreadRole.values()) {
      nanos.put(role, 0L);
    }
    threads
        .threads()
        .forEach(thread -> nanos.merge(of(thread.name()), thread.cpuNanos(), Long::sum));
    // The threads are read a moment later, so their sum may exceed the time of the process.
    long ended = Math.max(0, processNanos - threads.cpuNanos());
    nanos.merge(ThreadRole.OTHER, ended, Long::sum);
    return nanos;
  }
}
