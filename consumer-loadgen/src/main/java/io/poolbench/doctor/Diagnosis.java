package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.GOOD;
import static io.poolbench.doctor.Finding.Grade.LIMITS;
import static io.poolbench.doctor.Finding.Grade.UNFIT;

import io.poolbench.doctor.Finding.Grade;
import io.poolbench.result.FigureText;
import io.poolbench.result.Host;
import io.poolbench.spec.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a host can measure well, and what not. A pure function of what was measured there.
 *
 * @param title the machine, in lines
 * @param findings what was looked at, the first first
 * @param summary what all of it comes to, in lines
 */
public record Diagnosis(List<String> title, List<Finding> findings, List<String> summary) {
  /** Above it a clock no longer tells single calls apart, or is itself a part of them. */
  private static final long COARSE_NANOS = 1_000;

  /** Beyond it the driver's load would show in the provider's figures. */
  private static final double COUPLED_PCT = 5;

  private static final double NEXT_TO_NOTHING_PCT = 2;
  private static final double SLOW_ROUND_TRIP_MILLIS = 0.5;
  private static final int OLDEST_JDK = 17;
  private static final int VIRTUAL_THREADS_JDK = 21;

  /** A provider with -Xmx1g, the driver, and a Redis, with room for the kernel's buffers. */
  private static final long ROOM_BYTES = 2L << 30;

  /** A thousand connections and what the JVM itself has open. */
  private static final long ENOUGH_FILES = 2_048;

  public Diagnosis {
    title = List.copyOf(title);
    findings = List.copyOf(findings);
    summary = List.copyOf(summary);
  }

  /** Whether steps that are measured here now can be trusted. */
  public boolean fit() {
    return findings.stream().noneMatch(finding -> finding.grade() == UNFIT);
  }

  /**
   * @param bounds beyond which a step is INVALID: so is the host unfit
   */
  static Diagnosis of(HostReadings host, Validity bounds) {
    List<Finding> findings =
        List.of(
            timer(host),
            wakeUps(host, bounds),
            roundTrip(host, bounds),
            pinning(host),
            coupling(host),
            speed(host, bounds),
            steal(host, bounds),
            otherLoad(host, bounds),
            redis(host),
            docker(host),
            jdks(host),
            memory(host),
            files(host));
    return new Diagnosis(title(host), findings, summary(host, bounds, findings));
  }

  private static List<String> title(HostReadings readings) {
    Host host = readings.host();
    return List.of(
        host.os() + ", " + host.kernel(),
        host.cpuModel() + ", CPUs " + host.cpus() + ", " + gib(host.memoryBytes()),
        host.driverJvm());
  }

  private static Finding timer(HostReadings host) {
    TimerFacts timer = host.timer();
    double worse = Math.max((double) timer.stepNanos(), timer.costNanos());
    boolean fine = worse < COARSE_NANOS;
    return new Finding(
        "clock",
        fine ? GOOD : LIMITS,
        "steps of "
            + FigureText.count(timer.stepNanos())
            + " ns, "
            + FigureText.count(Math.round(timer.costNanos()))
            + " ns a reading"
            + host.clockSource().map(source -> " (" + source + ")").orElse(""),
        fine
            ? "Latencies are told to the microsecond."
            : "Latencies below "
                + FigureText.measure(10 * worse / 1e6)
                + " ms are told to within more than 10 %.");
  }

  private static Finding wakeUps(HostReadings host, Validity bounds) {
    boolean punctual = host.restful().tp99Millis() <= bounds.lagMillis();
    String rest = FigureText.measure(host.restful().tp99Millis());
    return new Finding(
        "wake-ups",
        punctual ? GOOD : LIMITS,
        "threads wake up from a sleep late by "
            + spread(host.restful())
            + "; while all CPUs are busy by "
            + spread(host.loaded()),
        punctual
            ? "Open loops send on time to within "
                + rest
                + " ms (TP99) while the driver's CPUs have room; send delays below that are the"
                + " host's."
            : "Open loops send "
                + rest
                + " ms late (TP99) even at rest; beyond "
                + FigureText.exact(bounds.lagMillis())
                + " ms a step is INVALID. Closed loops without think time are not concerned.");
  }

  private static Finding roundTrip(HostReadings host, Validity bounds) {
    Spread trip = host.roundTrip();
    boolean quick = trip.tp50Millis() < SLOW_ROUND_TRIP_MILLIS;
    boolean even = trip.tp99Millis() <= bounds.lagMillis();
    String meaning;
    if (!quick) {
      meaning =
          "So much of every response time is the host's: only services that take much longer are"
              + " measured well.";
    } else if (!even) {
      meaning =
          "Every hundredth response holds "
              + millis(trip.tp99Millis())
              + " of the host's own: percentiles from TP99 up are told only where they are much"
              + " longer.";
    } else {
      meaning =
          "So much of every response time is the host's: services that take a millisecond and more"
              + " hardly notice.";
    }
    return new Finding(
        "empty call",
        quick && even ? GOOD : LIMITS,
        "from CPU "
            + host.cpus().driver()
            + " to "
            + host.cpus().provider()
            + " and back, over loopback: "
            + spread(trip),
        meaning);
  }

  private static Finding pinning(HostReadings host) {
    String plan =
        "provider on CPU " + host.cpus().provider() + ", driver on " + host.cpus().driver();
    if (!host.pinning()) {
      return new Finding(
          "CPU pinning",
          LIMITS,
          "there is no taskset",
          "Provider, driver and Redis run on any CPU and disturb each other. CPU figures are of all"
              + " CPUs.");
    }
    if (host.cpus().shared()) {
      return new Finding(
          "CPU pinning",
          LIMITS,
          plan,
          "Provider and driver share CPUs: what one takes the other lacks. Two CPUs are the least"
              + " for figures that are the provider's alone.");
    }
    return new Finding("CPU pinning", GOOD, plan, "Provider and driver do not meet on a CPU.");
  }

  private static Finding coupling(HostReadings host) {
    if (host.cpus().shared()) {
      return new Finding(
          "hyper-threads", LIMITS, "not measured", "There are no CPUs to compare with.");
    }
    String slowdown =
        "the provider's CPUs are "
            + FigureText.pct(host.coupledPct())
            + " % slower while the driver's are busy; by the kernel ";
    boolean listed = host.siblings().count() > 0;
    boolean coupled = host.coupledPct() > COUPLED_PCT;
    String meaning;
    if (coupled) {
      meaning =
          "The provider's CPU time per call rises with the driver's load. "
              + (listed
                  ? "Give whole cores to each (cpus: in a study)."
                  : "A hypervisor may hide that they share a core; or they share power and cache.");
    } else {
      meaning = "The driver's load does not show in the provider's CPU time.";
    }
    return new Finding(
        "hyper-threads",
        coupled ? LIMITS : GOOD,
        slowdown
            + (listed
                ? "CPU " + host.siblings() + " shares a core with one of the driver's"
                : "they share no core"),
        meaning);
  }

  private static Finding speed(HostReadings host, Validity bounds) {
    double slowest = 100 - bounds.speedLossPct();
    boolean even = host.slowestCpuPct() >= slowest;
    boolean steady = host.governor().map("performance"::equals).orElse(true);
    String meaning = "";
    if (!even) {
      meaning =
          "Below "
              + FigureText.exact(slowest)
              + " % a step is INVALID. Either CPUs differ by design: keep to equal ones (cpus: in a"
              + " study); or somebody else is busy on the other half of a core.";
    } else if (!steady) {
      meaning =
          "The kernel slows CPUs down that have little to do: CPU time per call is higher at low"
              + " load. Set the governor to performance.";
    } else {
      meaning = "CPU time per call can be compared between steps, and between cells.";
    }
    return new Finding(
        "CPU speed",
        even ? (steady ? GOOD : LIMITS) : UNFIT,
        "the slowest CPU has "
            + FigureText.pct(host.slowestCpuPct())
            + " % of the fastest one's speed; frequency "
            + host.governor().map(governor -> "governor " + governor).orElse("not told"),
        meaning);
  }

  private static Finding steal(HostReadings host, Validity bounds) {
    if (host.stealPct() == null) {
      return new Finding(
          "steal", LIMITS, "not told", "Whether a hypervisor takes CPU time away stays unseen.");
    }
    boolean fine = host.stealPct() <= bounds.stealPct();
    return new Finding(
        "steal",
        fine ? GOOD : UNFIT,
        FigureText.pctBeside(host.stealPct(), bounds.stealPct())
            + " % while all CPUs were kept busy",
        fine
            ? aLittle(host.stealPct(), "No hypervisor takes CPU time away.")
            : "The hypervisor gives CPU time to others; beyond "
                + FigureText.exact(bounds.stealPct())
                + " % a step is INVALID.");
  }

  private static Finding otherLoad(HostReadings host, Validity bounds) {
    if (host.otherPct() == null) {
      return new Finding(
          "other load", LIMITS, "not told", "Whether other processes take CPU time stays unseen.");
    }
    boolean fine = host.otherPct() <= bounds.otherLoadPct();
    return new Finding(
        "other load",
        fine ? GOOD : UNFIT,
        "other processes take "
            + FigureText.pctBeside(host.otherPct(), bounds.otherLoadPct())
            + " % of the CPUs",
        fine
            ? aLittle(host.otherPct(), "Nobody else is in the way.")
            : "Beyond "
                + FigureText.exact(bounds.otherLoadPct())
                + " % a step is INVALID. Stop what else runs here.");
  }

  private static String aLittle(double pct, String nothing) {
    return pct < NEXT_TO_NOTHING_PCT
        ? nothing
        : "Little enough for valid steps; repeat what has to be told precisely.";
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

  private static List<String> summary(HostReadings host, Validity bounds, List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    List<String> unfit = subjects(findings, UNFIT);
    List<String> limits = subjects(findings, LIMITS);
    if (unfit.isEmpty()) {
      lines.add(
          "This host can measure: response times from "
              + FigureText.measure(host.roundTrip().tp50Millis())
              + " ms"
              + (host.restful().tp99Millis() <= bounds.lagMillis()
                  ? ", send delays of open loops from "
                      + FigureText.measure(host.restful().tp99Millis())
                      + " ms"
                  : ", in closed loops only")
              + (limits.contains("CPU speed") || limits.contains("hyper-threads")
                  ? "."
                  : ", and CPU time per call."));
    } else {
      lines.add("This host is too disturbed to measure now: " + String.join(", ", unfit) + ".");
    }
    if (!limits.isEmpty()) {
      lines.add("Limits: " + String.join(", ", limits) + ".");
    }
    return lines;
  }

  private static List<String> subjects(List<Finding> findings, Grade grade) {
    return findings.stream()
        .filter(finding -> finding.grade() == grade)
        .map(Finding::subject)
        .toList();
  }

  private static String spread(Spread spread) {
    return millis(spread.tp50Millis())
        + " (TP50), "
        + millis(spread.tp99Millis())
        + " (TP99), "
        + millis(spread.maxMillis())
        + " at most";
  }

  private static String millis(double millis) {
    return FigureText.measure(millis) + Finding.NO_BREAK + "ms";
  }

  private static String gib(long bytes) {
    return FigureText.measure(bytes / (double) (1L << 30)) + Finding.NO_BREAK + "GiB";
  }
}
