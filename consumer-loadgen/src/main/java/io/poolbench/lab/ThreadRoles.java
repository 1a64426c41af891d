package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Role;
import io.poolbench.journal.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Maps a provider's threads to roles by the prefixes of their names.
 *
 * <p>The kernel keeps 15 bytes of a name, so {@code DubboServerHandler-127.0.0.1:20880-thread-7} is
 * {@code DubboServerHand}.
 */
final class ThreadRoles {
  private static final Map<Role, List<String>> PREFIXES =
      Map.of(
          Role.BUSINESS,
          List.of(
              "DubboServerHand",
              "dubbo-protocol-", // of Dubbo 3.0 and 3.1
              "qtp",
              "http-nio-",
              "ForkJoinPool-", // carriers of virtual threads
              "VirtualThread-u"), // ends their timed waits
          Role.IO,
          List.of("NettyServerWork", "NettyServerBoss"),
          Role.GC,
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
          Role.JIT,
          List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI"));

  private ThreadRoles() {}

  /** The role of a thread by its name; empty if it has another one. */
  static Optional<Role> of(String name) {
    return PREFIXES.entrySet().stream()
        .filter(role -> role.getValue().stream().anyMatch(name::startsWith))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The CPU time of every role. */
  static Counters cpu(ProcessThreads threads) {
    Map<String, Double> seconds = new HashMap<>();
    for (Role role : Role.values()) {
      seconds.put(role.cpu(), 0.0);
    }
    for (ThreadUse thread : threads.threads()) {
      double used = thread.cpuNanos() / 1e9;
      of(thread.name()).ifPresent(role -> seconds.merge(role.cpu(), used, Double::sum));
    }
    return Counters.ofGained(seconds);
  }
}
