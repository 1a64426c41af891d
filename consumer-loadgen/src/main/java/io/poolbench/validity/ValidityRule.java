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
import java.util.function.ToDoubleFunction;

/**
 * The rules of which a violation makes a step INVALID: something else than the pool under test
 * decided its figures. A new rule is a constant here.
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
      Cause.PASSING,
      m -> above(frozenMillis(m), m.pauseLimitMillis())),

  /** Answers without a record cost less than those with one. */
  REDIS_FAILED_READS(
      "failed Redis reads",
      Unit.COUNT,
      Of.STEP,
      Cause.LASTING,
      m -> above((double) m.disturbances().failedReads(), 0.0)),

  /**
   * The kernel dropped connections, as the provider's host had not accepted those before them. They
   * are tried again after a second, and calls wait for them that no pool has seen.
   */
  ACCEPT_OVERFLOWS(Metric.ACCEPT_OVERFLOWS, Of.STEP, Cause.PASSING, m -> 0),

  /**
   * Redis, or the way to it, stopped for longer than a call may take (at least 1 s: a provider
   * short of CPU may take that long to read an answer). A paused provider reads late what Redis
   * answered in time, and so does one beyond its capacity: no rule for steps of several phases.
   */
  REDIS_STALL_MS(
      "longest Redis read", Unit.MILLIS, Of.STEP, Cause.LASTING, ValidityRule::redisStall),

  /**
   * The provider's JIT compiler took CPU time that its calls do not have later, and the code that
   * it had not compiled yet ran slowly.
   */
  PROVIDER_CPU_JIT(Metric.PROVIDER_CPU_JIT, Of.STEP, Cause.PASSING, m -> m.limits().jitPct()),

  /** A driver at its limit adds its own queueing to every response time. */
  DRIVER_CPU(Metric.DRIVER_CPU, Of.DRIVER, Cause.LASTING, m -> m.limits().driverCpuPct()),

  /**
   * What runs on the driver's CPUs beside the driver, Redis above all, queues there too, and its
   * wait is part of the response time. On CPUs that the provider shares, its load counts as well:
   * no rule.
   */
  DRIVER_CPUS_BUSY(
      Metric.DRIVER_CPUS_BUSY, Of.DRIVER, Cause.LASTING, m -> m.limits().driverCpuPct()),

  /** A thread that wakes up late on the driver's CPUs sends, or reads an answer, as late. */
  DRIVER_HICCUP_TP99(
      Metric.DRIVER_HICCUP_TP99, Of.DRIVER, Cause.PASSING, Measurement::hiccupTp99LimitMillis),

  /**
   * One stop of the driver's CPUs makes at most a call of each user late, however long it lasts;
   * but calls that came at any moment would meet it as often as it lasts, as a pause of the
   * provider.
   */
  DRIVER_HICCUP_MAX(
      Metric.DRIVER_HICCUP_MAX, Of.DRIVER, Cause.PASSING, Measurement::hiccupMaxLimitMillis),

  /** Redis was paused: as {@link #DRIVER_HICCUP_MAX}, by the answers to the driver. */
  REDIS_HICCUP_MAX(
      Metric.REDIS_HICCUP_MAX, Of.STEP, Cause.PASSING, Measurement::hiccupMaxLimitMillis),

  /** Of several CPUs, a thread can use but one, such as that of the event loop. */
  DRIVER_BUSIEST_THREAD(
      Metric.DRIVER_BUSIEST_THREAD, Of.DRIVER, Cause.LASTING, m -> m.limits().driverCpuPct()),

  /**
   * The time that a call waits for a thread of the driver to get a CPU, in percent of the mean
   * response time, is part of every response time. It waits at least once, when its answer arrives;
   * as often as threads are switched for it where that is more, as with a thread for each user.
   */
  RUN_QUEUE_WAIT_PCT(
      "driver run queue wait per call",
      Unit.PERCENT,
      Of.DRIVER,
      Cause.LASTING,
      ValidityRule::runQueueWait),

  /** During the driver's own garbage collections no answer is read. */
  DRIVER_GC_PAUSE(
      Metric.DRIVER_GC_PAUSE,
      Of.DRIVER,
      Cause.PASSING,
      m -> m.limits().gcPausePct() / 100 * m.step().seconds() * 1000),

  /** A driver that sends late does not offer the load that was asked for. */
  LAG_TP99(Metric.LAG_TP99, Of.DRIVER, Cause.LASTING, m -> m.limits().lagMillis()),

  /** The hypervisor gave CPU time of provider or driver to other machines. */
  STEAL(Metric.STEAL, Of.EACH, Cause.PASSING, m -> m.scaledPct(m.limits().stealPct())),

  /** Processes that are neither provider, driver nor Redis took CPU time from them. */
  OTHERS_CPU(
      Metric.OTHERS_CPU, Of.EACH, Cause.PASSING, m -> m.scaledPct(m.limits().otherLoadPct())),

  /**
   * A CPU quota stopped the provider until the next period: a pause like {@link
   * #PROVIDER_PAUSED_MS}, and its limit is that of one. A provider whose production has the quota
   * is measured with another limit.
   */
  PROVIDER_THROTTLED(
      Metric.PROVIDER_THROTTLED,
      Of.STEP,
      Cause.LASTING,
      m -> m.atPercentilePct(m.limits().providerThrottledPct())),

  /** The same of the driver, where nothing is sent or read meanwhile. */
  DRIVER_THROTTLED(
      Metric.DRIVER_THROTTLED,
      Of.DRIVER,
      Cause.LASTING,
      m -> m.atPercentilePct(m.limits().driverThrottledPct())),

  /** As {@link #OTHERS_CPU}, where it is known only of the moment before the cell. */
  OTHERS_CPU_BEFORE_PCT(
      "other processes' CPU before the cell",
      Unit.PERCENT,
      Of.STEP,
      Cause.LASTING,
      m ->
          Metric.OTHERS_CPU.of(m.step()) == null
              ? above(m.before().otherPct(), m.limits().otherLoadPct())
              : null),

  /** The same work takes another time at another frequency. */
  FREQUENCY_CHANGE(
      Metric.FREQUENCY_CHANGE, Of.EACH, Cause.PASSING, m -> m.limits().frequencyChangePct()),

  /** A CPU that was slower than others in this run makes its cell incomparable to theirs. */
  SPEED_BEFORE_PCT(
      "CPU speed before the cell",
      Unit.PERCENT,
      Of.STEP,
      Cause.LASTING,
      m -> below(m.before().speedPct(), m.limits().slowestPct())),

  /** Steps of different speed are not comparable: a busy neighbour, heat, a lower frequency. */
  HOST_SPEED_IN_RUN_PCT(
      "CPU speed, of the best in the run",
      Unit.PERCENT,
      Of.EACH,
      Cause.PASSING,
      m -> below(m.step().host().runSpeedPct(), m.limits().slowestPct())),

  /**
   * Throughput changed within the window by more than its noise, so that its figures depend on when
   * they were taken. Response times are left to the interval of the verdict: their tail changes by
   * itself where calls queue. A step that is drained begins and ends without calls, and one of
   * several phases is to change: no rule.
   */
  TPS_DRIFT(Metric.TPS_DRIFT, Of.STEP, Cause.PASSING, ValidityRule::driftLimitPct),

  /** Nothing was measured. */
  NO_CALLS(
      "calls in the window",
      Unit.COUNT,
      Of.STEP,
      Cause.LASTING,
      m -> below((double) m.step().due(), 1)),

  /**
   * Little's law in a closed loop: the time that cycles, ended or not, have in the window is that
   * of its users, however slow the provider is, and also where it answers nothing. Otherwise calls
   * were lost or the clock is wrong. In an open loop, and where a step is drained, the law binds
   * the calls in flight, which nothing prescribes.
   */
  LITTLES_LAW(
      "busy users by Little's law", Unit.COUNT, Of.EACH, Cause.LASTING, ValidityRule::littlesLaw),

  /**
   * Little's law in the pool: the calls' service times, summed over the window, against its threads
   * at work, which the executor counts by itself and a thread samples. Otherwise calls were lost,
   * or counted twice, or a clock is wrong.
   */
  POOL_LITTLES_LAW(
      "active threads by Little's law",
      Unit.COUNT,
      Of.STEP,
      Cause.LASTING,
      ValidityRule::littlesLawOfThePool);

  /** How far the users may lie from those of the level, as a share of them. */
  private static final double LITTLE_TOLERANCE = 0.02;

  /** How far active threads may lie from their samples, which scatter, as a share of the larger. */
  private static final double POOL_TOLERANCE = 0.25;

  private static final double MIN_REDIS_STALL_MILLIS = 1000;

  /** One step in a thousand may drift by chance. */
  private static final double MAX_DRIFT_BY_CHANCE = 0.001;

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

  private enum Cause {
    LASTING,
    /** It may have ended meanwhile, so that measuring again may succeed. */
    PASSING
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
  private final Cause cause;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Check check;

  /**
   * A rule on a metric, which is its code.
   *
   * @param limit that it may not exceed; infinite where there is none
   */
  ValidityRule(Metric metric, Of of, Cause cause, ToDoubleFunction<Measurement> limit) {
    this.code = metric.id();
    this.title = metric.title();
    this.unit = metric.unit();
    this.of = of;
    this.cause = cause;
    this.check = m -> above(measured(metric, m), limit.applyAsDouble(m));
  }

  /** A rule on anything else, whose name is its code. */
  ValidityRule(String title, Unit unit, Of of, Cause cause, Check check) {
    this.code = name().toLowerCase(Locale.ROOT);
    this.title = title;
    this.unit = unit;
    this.of = of;
    this.cause = cause;
    this.check = check;
  }

  /** The rule of this code; empty where there is none. */
  public static Optional<ValidityRule> of(String code) {
    return Arrays.stream(values()).filter(rule -> rule.code.equals(code)).findFirst();
  }

  /** The code of its violations: {@code steal_pct}, {@code littles_law}. */
  public String code() {
    return code;
  }

  /** What it limits, for people: {@code CPU steal}. */
  public String title() {
    return title;
  }

  /** Whether measuring again may succeed, as the cause may have ended meanwhile. */
  public boolean isTransient() {
    return cause == Cause.PASSING;
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

  private static double driftLimitPct(Measurement m) {
    boolean steady = !m.cell().load().drain() && m.cell().load().phases().isEmpty();
    boolean byChance =
        m.step().drift().filter(of -> of.significance() < MAX_DRIFT_BY_CHANCE).isEmpty();
    return steady && !byChance ? m.limits().driftPct() : Double.POSITIVE_INFINITY;
  }

  /** The provider's pauses, and no more of them than its CPUs were idle. */
  private static double frozenMillis(Measurement m) {
    double pausedMillis = m.disturbances().pausedSeconds() * 1000;
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
    Double wait = m.step().driver().runQueueWaitMicros();
    Double response = m.step().latency().meanMillis();
    if (wait == null || response == null) {
      return null;
    }
    double millis = wait / 1000 * Math.max(1, switchesPerCall(m.step().driver().switches()));
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
    return Math.abs(busyUsers - step.level()) > LITTLE_TOLERANCE * step.level()
        ? new Excess(busyUsers, step.level())
        : null;
  }

  private static Excess littlesLawOfThePool(Measurement m) {
    Double active = m.step().provider().pool().activeMean();
    Double sampled = m.step().provider().pool().activeSampled();
    if (active == null || sampled == null) {
      return null;
    }
    double tolerance = Math.max(1, POOL_TOLERANCE * Math.max(active, sampled));
    return Math.abs(active - sampled) > tolerance ? new Excess(active, sampled) : null;
  }
}
