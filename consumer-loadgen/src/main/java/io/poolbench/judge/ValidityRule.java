package io.poolbench.judge;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import io.poolbench.journal.Violation;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The rules whose violation makes a step INVALID: a fault of the driver, inconsistent counts, or an
 * external stop of the provider or Redis. Disturbances that affect provider and driver alike
 * (steal, other processes, a slow CPU, a quota) do not make a slice INVALID; they are reported and
 * widen intervals. Rules about the driver count only what CPU time taken by others does not
 * explain.
 *
 * <p>An unknown value violates no rule: it would be unknown in all slices on the host.
 */
public enum ValidityRule {
  /**
   * The provider was paused outside garbage collection: the process or its machine was frozen. The
   * share of randomly arriving calls that meet a pause is the pause's share of the window; the
   * limit is half of the calls that the SLA lets be late, at least 50 ms. Users of a closed loop do
   * not arrive during a pause.
   *
   * <p>A frozen process uses no CPU. If the provider's threads used all of its CPUs, only the pause
   * detector had to wait.
   */
  PROVIDER_PAUSED_MS(
      "provider paused outside GC",
      Unit.MILLIS,
      m -> above(m.frozenMillis(), m.pauseLimitMillis())),

  /** Any failed read: calls that find no record cost less than calls that find one. */
  REDIS_FAILED_READS(Metric.REDIS_FAILED_READS, m -> 0),

  /**
   * Redis, or the connection to it, stopped for longer than a call's timeout (at least 1 s, because
   * a provider short of CPU may take that long to read an answer). A paused or overloaded provider
   * reads answers late that Redis sent in time, so the rule does not apply to loads with several
   * phases.
   */
  REDIS_STALL_MS("longest Redis read", Unit.MILLIS, ValidityRule::redisStall),

  /** A driver at its limit, 90 % of its CPUs, adds its own queueing to every response time. */
  DRIVER_CPU(Metric.DRIVER_CPU, m -> ValidityRule.MAX_CPU_PCT),

  /**
   * Redis runs on the driver's CPUs too, and its queueing is part of the response time. The rule
   * does not apply if the provider shares these CPUs. The limit is 90 %.
   */
  DRIVER_CPUS_BUSY(Metric.DRIVER_CPUS_BUSY, m -> ValidityRule.MAX_CPU_PCT),

  /**
   * A thread that wakes up late on the driver's CPUs sends a call or reads an answer late. The
   * limit is a quarter of the SLA's lowest percentile bound. At least 100 wake-ups are needed.
   */
  DRIVER_HICCUP_TP99(
      Metric.DRIVER_HICCUP_TP99,
      m -> m.ownTp99(Metric.DRIVER_HICCUP_TP99),
      m -> m.hiccupTp99LimitMillis()),

  /**
   * A stop of the driver's CPUs makes at most one call per user late, however long it lasts. The
   * share of randomly arriving calls that meet it is the stop's share of the window; a percentile
   * bound and half of the share that it lets be late are the limit. Without such a bound, and on
   * CPUs that the provider uses too, where it may make the driver wait, the limit is at least 1 s.
   */
  DRIVER_HICCUP_MAX(
      Metric.DRIVER_HICCUP_MAX, m -> m.driverStopMillis(), m -> m.driverStopLimitMillis()),

  /** Redis was paused; as {@link #DRIVER_HICCUP_MAX}, measured by its answers to the driver. */
  REDIS_HICCUP_MAX(
      Metric.REDIS_HICCUP_MAX,
      m -> m.ownStopMillis(Metric.REDIS_HICCUP_MAX),
      m -> m.stopLimitMillis()),

  /** A thread, such as an event loop's, can use only one of several CPUs: at most 90 % of it. */
  DRIVER_BUSIEST_THREAD(Metric.DRIVER_BUSIEST_THREAD, m -> ValidityRule.MAX_CPU_PCT),

  /**
   * The time that a call waits for a driver thread to get a CPU, in percent of the SLA's lowest
   * bound on a percentile; without such a bound, of the mean response time. A call waits at least
   * once, when its answer arrives. If there are more context switches per call, as with one thread
   * per user, each counts as a wait. The limit is 10 %.
   */
  RUN_QUEUE_WAIT_PCT("driver run queue wait per call", Unit.PERCENT, ValidityRule::runQueueWait),

  /** A driver that sends late does not offer the configured load ({@code lag}). */
  LAG_TP99(Metric.LAG_TP99, m -> m.ownTp99(Metric.LAG_TP99), m -> m.lagLimitMillis()),

  /**
   * A window in which no call ended or is pending measures nothing. The rule does not apply to an
   * open loop of fewer than 10 calls in the window on average, which may have none by chance.
   */
  NO_CALLS("calls in the window", Unit.COUNT, ValidityRule::noCalls),

  /**
   * Little's law in a closed loop: the total time of cycles, ended or not, equals the total time of
   * the users, even if the provider is slow or does not answer. Otherwise calls were lost or a
   * clock is wrong. The rule does not apply to an open loop or a drained step, where the number of
   * calls in flight is not prescribed, nor to fewer than five calls of a user. The tolerance is 2
   * %, or 10 ms of the window.
   */
  LITTLES_LAW("busy users by Little's law", Unit.COUNT, ValidityRule::littlesLaw),

  /**
   * Little's law in the pool: the sum of the calls' service times must match the samples of the
   * executor's own count of active threads. Otherwise calls were lost or counted twice, or a clock
   * is wrong. The tolerance is 25 % and the share of CPU time that others take, because the
   * sampling thread waits for it; windows below 1 s are not checked.
   */
  POOL_LITTLES_LAW("active threads by Little's law", Unit.COUNT, ValidityRule::littlesLawOfThePool);

  /** CPU time of the driver, in percent of the CPUs that it may use. */
  static final double MAX_CPU_PCT = 90;

  /** Wait of a call for threads of the driver, in percent of a response time. */
  private static final double MAX_RUN_QUEUE_WAIT_PCT = 10;

  /** Tolerance for the number of busy users, as a share of the level. */
  private static final double LITTLE_TOLERANCE = 0.02;

  /** In a window of fewer calls of a user, those that it cuts off are a large part. */
  private static final int MIN_CYCLES = 5;

  /** Error of a window's length, because its ends are not read at one moment. */
  private static final double BOUNDARY_SECONDS = 0.01;

  /** Tolerance for active threads, which are sampled, as a share of the larger number. */
  private static final double POOL_TOLERANCE = 0.25;

  /** Shorter windows, such as the slices of one block, have too few samples. */
  private static final double MIN_POOL_SECONDS = 1;

  private static final double MIN_REDIS_STALL_MILLIS = 1000;

  private static final double MIN_OPEN_CALLS = 10;

  private record Excess(double measured, double limit) {}

  private final String code;
  private final String title;
  private final Unit unit;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Measurement, Excess> check;

  /** A rule on a metric, whose id is the code; an infinite {@code limit} disables the rule. */
  ValidityRule(Metric metric, ToDoubleFunction<Measurement> limit) {
    this(metric, m -> metric.of(m.whole()), limit);
  }

  /** A rule on a part of a metric. */
  ValidityRule(
      Metric metric, Function<Measurement, Double> measured, ToDoubleFunction<Measurement> limit) {
    this.code = metric.id();
    this.title = metric.title();
    this.unit = metric.unit();
    this.check = m -> above(measured.apply(m), limit.applyAsDouble(m));
  }

  /**
   * A rule on something other than a metric; the constant's name is the code.
   *
   * @param check null if the rule is kept or cannot be checked
   */
  ValidityRule(String title, Unit unit, Function<Measurement, Excess> check) {
    this.code = name().toLowerCase(Locale.ROOT);
    this.title = title;
    this.unit = unit;
    this.check = check;
  }

  public static Optional<ValidityRule> of(String code) {
    return Arrays.stream(values()).filter(rule -> rule.code.equals(code)).findFirst();
  }

  /** The code of violations: {@code driver_cpu_pct}, {@code littles_law}. */
  public String code() {
    return code;
  }

  /** The name in text: {@code driver CPU}. */
  public String title() {
    return title;
  }

  public Optional<Violation> check(Measurement measurement) {
    return Optional.ofNullable(check.apply(measurement))
        .map(excess -> new Violation(code, excess.measured, excess.limit, unit));
  }

  private static Excess above(Double measured, double limit) {
    return measured != null && measured > limit ? new Excess(measured, limit) : null;
  }

  private static Excess redisStall(Measurement m) {
    double limit =
        Math.max((double) m.part().cell().driver().timeoutMillis(), MIN_REDIS_STALL_MILLIS);
    Double slowest = Metric.REDIS_READ_MAX.of(m.whole());
    Double paused = Metric.PROVIDER_PAUSED.of(m.whole());
    boolean maybeOverloaded =
        !m.part().cell().load().phases().isEmpty() || (paused != null && paused > 0);
    return slowest != null && slowest >= limit && !maybeOverloaded
        ? new Excess(slowest, limit)
        : null;
  }

  private static Excess runQueueWait(Measurement m) {
    Double wait = m.ownRunQueueWaitMillis();
    Double scale = m.responseScaleMillis();
    if (wait == null || scale == null) {
      return null;
    }
    Double switches = Metric.DRIVER_SWITCHES.of(m.whole());
    double millis = wait * (switches == null ? 1 : Math.max(1, switches));
    return above(100 * millis / scale, MAX_RUN_QUEUE_WAIT_PCT);
  }

  private static Excess noCalls(Measurement m) {
    Level part = m.part();
    boolean byChance = part.isOpenLoop() && part.load() * part.seconds() < MIN_OPEN_CALLS;
    return part.due() == 0 && !byChance ? new Excess(0, /* limit= */ 1) : null;
  }

  private static Excess littlesLaw(Measurement m) {
    Level part = m.part();
    Double busyUsers = part.busyUsers();
    if (busyUsers == null || part.due() == 0 || m.part().cell().load().drain()) {
      return null;
    }
    Double meanMillis = Metric.MEAN.of(part);
    if (meanMillis != null && MIN_CYCLES * meanMillis > 1e3 * part.seconds()) {
      return null;
    }
    double tolerance = Math.max(LITTLE_TOLERANCE, BOUNDARY_SECONDS / part.seconds());
    return Math.abs(busyUsers - part.load()) > tolerance * part.load()
        ? new Excess(busyUsers, part.load())
        : null;
  }

  private static Excess littlesLawOfThePool(Measurement m) {
    Double active = Metric.POOL_ACTIVE_MEAN.of(m.whole());
    Double sampled = Metric.POOL_ACTIVE_SAMPLED.of(m.whole());
    if (active == null || sampled == null) {
      return null;
    }
    double seconds = m.whole().seconds();
    Double taken = Metric.PROVIDER_TAKEN.of(m.whole());
    double share = POOL_TOLERANCE + (taken == null ? 0 : taken / 1000 / seconds);
    double tolerance = Math.max(1, share * Math.max(active, sampled));
    return seconds >= MIN_POOL_SECONDS && Math.abs(active - sampled) > tolerance
        ? new Excess(active, sampled)
        : null;
  }
}
