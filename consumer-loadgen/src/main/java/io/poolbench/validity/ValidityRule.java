package io.poolbench.validity;

import io.poolbench.result.ContextSwitches;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Unit;
import io.poolbench.result.Violation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The rules of which a violation makes a step INVALID: a fault of the driver itself, broken
 * accounts, or a provider or Redis that was stopped from outside. What the host does to provider
 * and driver alike (steal, other processes, a slow CPU, a quota) makes no step INVALID: it is
 * reported, and widens intervals. A rule of the driver counts only what CPU time taken by others
 * does not explain.
 *
 * <p>A value that is unknown violates no rule: it would be unknown in all steps on that host, and
 * does not distinguish this one.
 */
public enum ValidityRule {
  /**
   * The provider was paused, and not for a garbage collection: it was frozen, or its machine was.
   * Calls that arrive at any moment meet a pause as often as it lasts: the share of the window, of
   * half of the calls that the SLA lets be late. Users of a closed loop do not arrive then.
   *
   * <p>What is frozen uses no CPU: where the provider's threads used all of its CPUs, they only
   * kept the detector waiting.
   */
  PROVIDER_PAUSED_MS(
      "provider paused outside GC",
      Unit.MILLIS,
      Of.STEP,
      m -> above(frozenMillis(m), m.pauseLimitMillis())),

  /** Answers without a record cost less than those with one. */
  REDIS_FAILED_READS(
      "failed Redis reads",
      Unit.COUNT,
      Of.STEP,
      m -> above((double) m.disturbances().failedReads(), 0.0)),

  /**
   * Redis, or the way to it, stopped for longer than a call may take (at least 1 s: a provider
   * short of CPU may take that long to read an answer). A paused provider reads late what Redis
   * answered in time, and so does one beyond its capacity: no rule for steps of several phases.
   */
  REDIS_STALL_MS("longest Redis read", Unit.MILLIS, Of.STEP, ValidityRule::redisStall),

  /** A driver at its limit adds its own queueing to every response time. */
  DRIVER_CPU(Metric.DRIVER_CPU, Of.DRIVER, m -> m.limits().driverCpuPct()),

  /**
   * Redis runs on the driver's CPUs too, and what queues there is part of the response time. On
   * CPUs that the provider shares, its load counts as well: no rule.
   */
  DRIVER_CPUS_BUSY(Metric.DRIVER_CPUS_BUSY, Of.DRIVER, m -> m.limits().driverCpuPct()),

  /** A thread that wakes up late on the driver's CPUs sends, or reads an answer, as late. */
  DRIVER_HICCUP_TP99(
      Metric.DRIVER_HICCUP_TP99,
      Of.DRIVER,
      m -> m.ownTp99(Metric.DRIVER_HICCUP_TP99),
      m -> m.hiccupTp99LimitMillis()),

  /**
   * One stop of the driver's CPUs makes at most a call of each user late, however long it lasts;
   * but calls that came at any moment would meet it as often as it lasts, as a pause of the
   * provider.
   */
  DRIVER_HICCUP_MAX(
      Metric.DRIVER_HICCUP_MAX,
      Of.DRIVER,
      m -> m.ownStopMillis(Metric.DRIVER_HICCUP_MAX),
      m -> m.stopLimitMillis()),

  /** Redis was paused: as {@link #DRIVER_HICCUP_MAX}, by the answers to the driver. */
  REDIS_HICCUP_MAX(
      Metric.REDIS_HICCUP_MAX,
      Of.STEP,
      m -> m.ownStopMillis(Metric.REDIS_HICCUP_MAX),
      m -> m.stopLimitMillis()),

  /** Of several CPUs, a thread can use but one, such as that of the event loop. */
  DRIVER_BUSIEST_THREAD(Metric.DRIVER_BUSIEST_THREAD, Of.DRIVER, m -> m.limits().driverCpuPct()),

  /**
   * The time that a call waits for a thread of the driver to get a CPU, in percent of the mean
   * response time, is part of every response time. It waits at least once, when its answer arrives;
   * as often as threads are switched for it where that is more, as with a thread for each user.
   */
  RUN_QUEUE_WAIT_PCT(
      "driver run queue wait per call", Unit.PERCENT, Of.DRIVER, ValidityRule::runQueueWait),

  /** During the driver's own garbage collections no answer is read. */
  DRIVER_GC_PAUSE(
      Metric.DRIVER_GC_PAUSE,
      Of.DRIVER,
      m -> m.ownStopMillis(Metric.DRIVER_GC_PAUSE),
      m -> m.gcPauseLimitMillis()),

  /** A driver that sends late does not offer the load that was asked for. */
  LAG_TP99(
      Metric.LAG_TP99, Of.DRIVER, m -> m.ownTp99(Metric.LAG_TP99), m -> m.limits().lagMillis()),

  /** Nothing was measured. */
  NO_CALLS("calls in the window", Unit.COUNT, Of.STEP, m -> below((double) m.step().due(), 1)),

  /**
   * Little's law in a closed loop: the time that cycles, ended or not, have in the window is that
   * of its users, however slow the provider is, and also where it answers nothing. Otherwise calls
   * were lost or the clock is wrong. In an open loop, and where a step is drained, the law binds
   * the calls in flight, which nothing prescribes.
   */
  LITTLES_LAW("busy users by Little's law", Unit.COUNT, Of.EACH, ValidityRule::littlesLaw),

  /**
   * Little's law in the pool: the calls' service times, summed over the window, against its threads
   * at work, which the executor counts by itself and a thread samples. Otherwise calls were lost,
   * or counted twice, or a clock is wrong. The sampling thread waits for CPU time that others take.
   */
  POOL_LITTLES_LAW(
      "active threads by Little's law", Unit.COUNT, Of.STEP, ValidityRule::littlesLawOfThePool);

  /** How far the users may lie from those of the level, as a share of them. */
  private static final double LITTLE_TOLERANCE = 0.02;

  /** By which a short window may seem longer or shorter, as its ends are not read at one moment. */
  private static final double BOUNDARY_SECONDS = 0.01;

  /** How far active threads may lie from their samples, which scatter, as a share of the larger. */
  private static final double POOL_TOLERANCE = 0.25;

  /** Shorter windows, such as the slices of one block, have too few samples. */
  private static final double MIN_POOL_SECONDS = 1;

  private static final double MIN_REDIS_STALL_MILLIS = 1000;

  /** CPU time and clock are not read at one moment, so that a full CPU may come out as more. */
  private static final Set<Metric> CPU_SHARES =
      EnumSet.of(Metric.DRIVER_CPU, Metric.DRIVER_CPUS_BUSY, Metric.DRIVER_BUSIEST_THREAD);

  /** What a rule is checked of. */
  private enum Of {
    STEP,
    /** The process that makes the calls, and its CPUs: each load generator, where there are any. */
    DRIVER,
    /** The step, and each load generator. */
    EACH
  }

  /** The check of a window: null where the rule is kept, or cannot be checked. */
  @FunctionalInterface
  private interface Check {
    Excess of(Measurement measurement);
  }

  private record Excess(double measured, double limit) {}

  private final String code;
  private final String title;
  private final Unit unit;
  private final Of of;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Check check;

  /**
   * A rule on a metric, which is its code.
   *
   * @param limit that it may not exceed; infinite where there is none
   */
  ValidityRule(Metric metric, Of of, ToDoubleFunction<Measurement> limit) {
    this(metric, of, m -> measured(metric, m), limit);
  }

  /** The same on a part of it. */
  ValidityRule(
      Metric metric,
      Of of,
      Function<Measurement, Double> measured,
      ToDoubleFunction<Measurement> limit) {
    this.code = metric.id();
    this.title = metric.title();
    this.unit = metric.unit();
    this.of = of;
    this.check = m -> above(measured.apply(m), limit.applyAsDouble(m));
  }

  /** A rule on anything else, whose name is its code. */
  ValidityRule(String title, Unit unit, Of of, Check check) {
    this.code = name().toLowerCase(Locale.ROOT);
    this.title = title;
    this.unit = unit;
    this.of = of;
    this.check = check;
  }

  /** The rule of this code; empty where there is none. */
  public static Optional<ValidityRule> of(String code) {
    return Arrays.stream(values()).filter(rule -> rule.code.equals(code)).findFirst();
  }

  /** The code of its violations: {@code driver_cpu_pct}, {@code littles_law}. */
  public String code() {
    return code;
  }

  /** What it limits, for people: {@code driver CPU}. */
  public String title() {
    return title;
  }

  /** Whether it is about the driver only: with load generators, about each of them instead. */
  boolean isOfDriver() {
    return of == Of.DRIVER;
  }

  /** Whether it is checked of each load generator. */
  boolean isOfGenerators() {
    return of != Of.STEP;
  }

  /** The violation of this rule by a window; empty where there is none. */
  public Optional<Violation> check(Measurement measurement) {
    return Optional.ofNullable(check.of(measurement))
        .map(excess -> new Violation(code, excess.measured, excess.limit, unit));
  }

  private static Double measured(Metric metric, Measurement m) {
    Double value = metric.of(m.step());
    return value != null && CPU_SHARES.contains(metric) ? (Double) Math.min(100, value) : value;
  }

  private static Excess above(Double measured, double limit) {
    return measured != null && measured > limit ? new Excess(measured, limit) : null;
  }

  private static Excess below(Double measured, double limit) {
    return measured != null && measured < limit ? new Excess(measured, limit) : null;
  }

  /** The provider's pauses, and no more of them than its CPUs were idle. */
  private static double frozenMillis(Measurement m) {
    double pausedMillis = m.frozenMillis();
    Double cpuPct = Metric.PROVIDER_CPU.of(m.step());
    return cpuPct == null
        ? pausedMillis
        : Math.min(pausedMillis, Math.max(0, 1 - cpuPct / 100) * m.step().seconds() * 1000);
  }

  private static Excess redisStall(Measurement m) {
    double limit = Math.max((double) m.cell().driver().timeoutMillis(), MIN_REDIS_STALL_MILLIS);
    double slowest = m.disturbances().slowestReadMillis();
    boolean maybeOverloaded = !m.cell().load().phases().isEmpty();
    return m.disturbances().pausedSeconds() == 0 && slowest >= limit && !maybeOverloaded
        ? new Excess(slowest, limit)
        : null;
  }

  private static Excess runQueueWait(Measurement m) {
    Double wait = m.ownRunQueueWaitMillis();
    Double response = m.step().latency().meanMillis();
    if (wait == null || response == null) {
      return null;
    }
    double millis = wait * Math.max(1, switchesPerCall(m.step().driver().switches()));
    return above(100 * millis / response, m.limits().runQueueWaitPct());
  }

  private static double switchesPerCall(ContextSwitches switches) {
    return switches.voluntaryPerCall() == null || switches.involuntaryPerCall() == null
        ? 0
        : switches.voluntaryPerCall() + switches.involuntaryPerCall();
  }

  private static Excess littlesLaw(Measurement m) {
    StepResult step = m.step();
    Double busyUsers = step.pending().busyUsers();
    if (busyUsers == null || step.due() == 0 || m.cell().load().drain()) {
      return null;
    }
    double tolerance = Math.max(LITTLE_TOLERANCE, BOUNDARY_SECONDS / step.seconds());
    return Math.abs(busyUsers - step.level()) > tolerance * step.level()
        ? new Excess(busyUsers, step.level())
        : null;
  }

  private static Excess littlesLawOfThePool(Measurement m) {
    Double active = m.step().provider().pool().activeMean();
    Double sampled = m.step().provider().pool().activeSampled();
    if (active == null || sampled == null) {
      return null;
    }
    double seconds = m.step().seconds();
    Double taken = m.step().host().provider().takenMillis();
    double share = POOL_TOLERANCE + (taken == null ? 0 : taken / 1000 / seconds);
    double tolerance = Math.max(1, share * Math.max(active, sampled));
    return seconds >= MIN_POOL_SECONDS && Math.abs(active - sampled) > tolerance
        ? new Excess(active, sampled)
        : null;
  }
}
