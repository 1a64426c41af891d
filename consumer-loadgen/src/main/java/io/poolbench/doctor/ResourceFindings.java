package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.GOOD;
import static io.poolbench.doctor.Finding.Grade.LIMITS;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.stream.Collectors;

/** What the host has: Redis, Docker, JDKs, memory, files. */
final class ResourceFindings {
  private static final int OLDEST_JDK = 17;

  private static final int VIRTUAL_THREADS_JDK = 21;

  /** A provider with -Xmx1g, the driver, and a Redis, with room for the kernel's buffers. */
  private static final long ROOM_BYTES = 2L << 30;

  /** A thousand connections and what the JVM itself has open. */
  private static final long ENOUGH_FILES = 2_048;

  private ResourceFindings() {}

  static List<Finding> of(HostReadings host) {
    return List.of(redis(host), docker(host), jdks(host), memory(host), files(host));
  }

  private static Finding redis(HostReadings host) {
    return new Finding(
        "Redis",
        host.redis().works() ? GOOD : LIMITS,
        host.redis().detail(),
        host.redis().works()
            ? "Studies need no Redis of yours."
            : "Studies need a Redis of yours (redis.uri), or a Docker engine.");
  }

  private static Finding docker(HostReadings host) {
    return host.docker()
        .map(
            version ->
                new Finding(
                    "Docker",
                    GOOD,
                    "engine " + version,
                    "Redis can run in a container (--redis testcontainers)."))
        .orElseGet(
            () ->
                new Finding(
                    "Docker",
                    LIMITS,
                    "no engine answers",
                    "Redis cannot run in a container; the embedded one serves."));
  }

  private static Finding jdks(HostReadings host) {
    int newest = host.jdks().stream().mapToInt(Jdks.Jdk::feature).max().orElse(0);
    boolean virtual = newest >= VIRTUAL_THREADS_JDK;
    return new Finding(
        "JDKs",
        virtual ? GOOD : LIMITS,
        host.jdks().stream()
            .map(
                jdk ->
                    jdk.version()
                        + " in "
                        + jdk.home()
                        + (jdk.feature() < OLDEST_JDK ? " (too old)" : ""))
            .collect(Collectors.joining(", ")),
        virtual
            ? "Any pool can be measured; which JDK runs a provider is its study's to say"
                + " (provider.jvm.home)."
            : "The pool 'virtual' cannot be measured: it takes JDK "
                + VIRTUAL_THREADS_JDK
                + " or newer.");
  }

  private static Finding memory(HostReadings host) {
    boolean room = host.freeBytes() >= ROOM_BYTES;
    return new Finding(
        "memory",
        room ? GOOD : LIMITS,
        gib(host.freeBytes()) + " to be had of " + gib(host.host().memoryBytes()),
        room
            ? "A provider with -Xmx1g, the driver and Redis fit."
            : "A provider with -Xmx1g, the driver and Redis take about "
                + gib(ROOM_BYTES)
                + ": give the provider less.");
  }

  private static Finding files(HostReadings host) {
    if (host.openFiles() == null) {
      return new Finding("open files", GOOD, "not told", "Users share few connections.");
    }
    boolean enough = host.openFiles() >= ENOUGH_FILES;
    return new Finding(
        "open files",
        enough ? GOOD : LIMITS,
        "at most " + FigureText.count(host.openFiles()),
        enough
            ? "Users share few connections; that is plenty."
            : "Enough for the default connections, not for a thousand of them (ulimit -n).");
  }

  static String gib(long bytes) {
    return FigureText.measure(bytes / (double) (1L << 30)) + Finding.NO_BREAK + "GiB";
  }
}
