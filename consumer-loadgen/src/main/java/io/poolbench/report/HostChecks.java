package io.poolbench.report;

import static io.poolbench.result.FigureText.count;
import static io.poolbench.result.FigureText.exact;
import static io.poolbench.result.FigureText.measure;
import static io.poolbench.result.FigureText.pct;

import io.poolbench.api.PoolType;
import io.poolbench.lab.ControlGroups.CpuQuota;
import io.poolbench.lab.HostMeasurements;
import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.report.HostCheckResult.Rule;
import io.poolbench.spec.Validity;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The checks of a host. A pure function of its measurements.
 *
 * @param limits of the driver, beyond which a step is INVALID
 */
record HostChecks(HostMeasurements host, Validity limits) {
  /** A coarser clock cannot resolve calls, or reading it takes a part of their time. */
  private static final long COARSE_CLOCK_NANOS = 1_000;

  private static final double NEGLIGIBLE_PCT = 2;
  private static final double SAME_SPEED_PCT = 80;
  private static final int MIN_JDK = 17;

  /** Memory for a provider with -Xmx1g, the driver, a Redis, and the kernel's buffers. */
  private static final long MEMORY_BYTES = 2L << 30;

  /** A thousand connections, and the files that the JVM itself keeps open. */
  private static final long OPEN_FILES = 2_048;

  List<HostCheckResult> results() {
    return List.of(
        clock(),
        wakeUps(),
        pinning(),
        siblings(),
        quota(),
        speed(),
        steal(),
        otherLoad(),
        redis(),
        docker(),
        jdks(),
        memory(),
        openFiles());
  }

  private HostCheckResult clock() {
    TimerFacts timer = host.timer();
    double error = Math.max((double) timer.stepNanos(), timer.costNanos());
    return HostCheckResult.of(
        "clock",
        "step %s ns, %s ns per read%s"
            .formatted(
                count(timer.stepNanos()),
                count(Math.round(timer.costNanos())),
                host.clockSource().map(source -> " (" + source + ")").orElse("")),
        "Latencies are resolved to 1 us.",
        new Rule(
            error >= COARSE_CLOCK_NANOS,
            "Latencies below %s have an error above 10 %%.".formatted(millis(10 * error / 1e6))));
  }

  private HostCheckResult wakeUps() {
    String late = millis(host.idleWakeUps().tp99Millis());
    return HostCheckResult.of(
        "wake-ups",
        "sleeping threads wake up late by " + text(host.idleWakeUps()),
        "Open loops send on time within "
            + late
            + " (TP99) while the driver's CPUs have idle time; shorter send delays are the host's.",
        new Rule(
            host.idleWakeUps().tp99Millis() > limits.lagMillis(),
            "Open loops send %s late (TP99) even on an idle host (limit %s ms): their steps are"
                    .formatted(late, exact(limits.lagMillis()))
                + " INVALID. Closed loops without think time are not affected."));
  }

  private HostCheckResult pinning() {
    return HostCheckResult.of(
        "CPU pinning",
        host.pinning()
            ? "provider on CPU %s, driver on CPU %s"
                .formatted(host.cpus().provider(), host.cpus().driver())
            : "command taskset not found",
        "Provider and driver share no CPU.",
        new Rule(
            !host.pinning(),
            "Provider, driver and Redis run on any CPU and disturb each other. CPU metrics are of"
                + " all CPUs."),
        new Rule(
            host.cpus().shared(),
            "Provider and driver compete for CPUs. Metrics of the provider alone need at least two"
                + " CPUs."));
  }

  private HostCheckResult siblings() {
    boolean shared = host.siblings().count() > 0;
    return HostCheckResult.of(
        "hyper-threads",
        shared
            ? "CPU " + host.siblings() + " shares a core with one of the driver's"
            : "the kernel reports no core that provider and driver share",
        "The driver's load does not change the provider's CPU time, unless a hypervisor hides cores.",
        new Rule(
            shared,
            "The provider's CPU time per call rises with the driver's load. Give whole cores to each"
                + " (cpus: in a study)."));
  }

  private HostCheckResult quota() {
    return HostCheckResult.of(
        "CPU quota",
        host.quota().map(CpuQuota::toString).orElse("none"),
        "Nothing limits the CPU time of provider and driver.",
        new Rule(
            host.quota()
                .filter(q -> q.cpus() < host.cpus().provider().with(host.cpus().driver()).count())
                .isPresent(),
            "Where it stops the provider or the driver, calls are late. To measure without it, give"
                + " the container whole CPUs (cpuset)."));
  }

  private HostCheckResult speed() {
    return HostCheckResult.of(
        "CPU speed",
        "slowest CPU at %s %% of the fastest one's speed; frequency governor %s"
            .formatted(pct(host.slowestCpuPct()), host.governor().orElse("unknown")),
        "CPU time per call is comparable between steps and between cells.",
        new Rule(
            host.slowestCpuPct() < SAME_SPEED_PCT,
            "Other work runs on the second thread of a core, or the CPUs differ by design: CPU time"
                + " per call depends on the CPU (cpus: in a study chooses them)."),
        new Rule(
            !host.governor().orElse("performance").equals("performance"),
            "The kernel slows idle CPUs down: CPU time per call is higher at low load. Set the"
                + " governor to performance."));
  }

  private HostCheckResult steal() {
    return disturbance(
        "steal",
        host.stealPct(),
        "%s %% with all CPUs busy",
        "No hypervisor takes CPU time.",
        "A hypervisor gives CPU time to other guests");
  }

  private HostCheckResult otherLoad() {
    return disturbance(
        "other load",
        host.otherPct(),
        "other processes use %s %% of the CPUs",
        "No other process interferes.",
        "Other processes use CPU time");
  }

  private static HostCheckResult disturbance(
      String subject, Double pct, String measured, String none, String cause) {
    if (pct == null) {
      return new HostCheckResult(
          subject,
          true,
          "unknown",
          "The kernel does not report it, or not to a container: late calls that it causes look like"
              + " others.");
    }
    return HostCheckResult.of(
        subject,
        measured.formatted(pct(pct)),
        none,
        new Rule(
            pct >= NEGLIGIBLE_PCT,
            cause + ": response times are longer, and intervals wider, than on a quiet host."));
  }

  private HostCheckResult redis() {
    return HostCheckResult.of(
        "Redis",
        host.redis().detail(),
        "Studies need no external Redis.",
        new Rule(
            !host.redis().works(),
            "Studies need an external Redis (redis.uri) or a Docker engine."));
  }

  private HostCheckResult docker() {
    return HostCheckResult.of(
        "Docker",
        host.docker().map(version -> "engine " + version).orElse("no engine answers"),
        "Redis can run in a container (--redis testcontainers).",
        new Rule(
            host.docker().isEmpty(), "Redis cannot run in a container; the embedded one is used."));
  }

  private HostCheckResult jdks() {
    return HostCheckResult.of(
        "JDKs",
        host.jdks().stream()
            .map(
                jdk ->
                    "%s in %s%s"
                        .formatted(
                            jdk.version(), jdk.home(), jdk.feature() < MIN_JDK ? " (too old)" : ""))
            .collect(Collectors.joining(", ")),
        "All pools can be measured; a study selects the provider's JDK (provider.jvm.release).",
        new Rule(
            host.jdks().stream().noneMatch(jdk -> jdk.feature() >= PoolType.VIRTUAL.minJdk()),
            "The pool 'virtual' cannot be measured: it needs JDK %d or newer."
                .formatted(PoolType.VIRTUAL.minJdk())));
  }

  private HostCheckResult memory() {
    return HostCheckResult.of(
        "memory",
        gib(host.availableBytes()) + " available of " + gib(host.host().memoryBytes()),
        "Enough for a provider with -Xmx1g, the driver and Redis.",
        new Rule(
            host.availableBytes() < MEMORY_BYTES,
            "A provider with -Xmx1g, the driver and Redis need about %s: reduce the provider's heap."
                .formatted(gib(MEMORY_BYTES))));
  }

  private HostCheckResult openFiles() {
    return HostCheckResult.of(
        "open files",
        host.openFiles() == null ? "unknown" : "at most " + count(host.openFiles()),
        "Enough: users share few connections.",
        new Rule(
            host.openFiles() != null && host.openFiles() < OPEN_FILES,
            "Enough for the default connections, not for a thousand (ulimit -n)."));
  }

  private static String text(Quantiles quantiles) {
    return "%s (TP50), %s (TP99), %s (max)"
        .formatted(
            millis(quantiles.tp50Millis()),
            millis(quantiles.tp99Millis()),
            millis(quantiles.maxMillis()));
  }

  private static String millis(double millis) {
    return measure(millis) + " ms";
  }

  static String gib(long bytes) {
    return measure(bytes / (double) (1L << 30)) + " GiB";
  }
}
