package io.poolbench.journal;

import static io.poolbench.journal.Metric.Better.LESS;
import static io.poolbench.journal.Metric.Better.MORE;
import static io.poolbench.journal.Metric.Better.NEITHER;
import static io.poolbench.journal.MetricSource.always;
import static io.poolbench.journal.MetricSource.async;
import static io.poolbench.journal.MetricSource.calls;
import static io.poolbench.journal.MetricSource.cpuPct;
import static io.poolbench.journal.MetricSource.driver;
import static io.poolbench.journal.MetricSource.gained;
import static io.poolbench.journal.MetricSource.growth;
import static io.poolbench.journal.MetricSource.hiccupTp99;
import static io.poolbench.journal.MetricSource.highest;
import static io.poolbench.journal.MetricSource.host;
import static io.poolbench.journal.MetricSource.known;
import static io.poolbench.journal.MetricSource.lag;
import static io.poolbench.journal.MetricSource.longest;
import static io.poolbench.journal.MetricSource.mean;
import static io.poolbench.journal.MetricSource.meanOverTime;
import static io.poolbench.journal.MetricSource.ofLoad;
import static io.poolbench.journal.MetricSource.outside;
import static io.poolbench.journal.MetricSource.provider;
import static io.poolbench.journal.MetricSource.recovery;
import static io.poolbench.journal.MetricSource.response;
import static io.poolbench.journal.MetricSource.runQueueWait;
import static io.poolbench.journal.MetricSource.share;
import static io.poolbench.journal.MetricSource.throttled;
import static io.poolbench.journal.MetricSource.worse;

import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.MetricSource.Stage;
import io.poolbench.study.BoundedMetric;
import io.poolbench.study.Sla;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The metrics of a step: the registry for tables, {@code steps.csv}, charts, comparisons, SLA
 * bounds, published tables, expressions and {@code docs/reference/metrics.md}. Less of a metric is
 * better unless the constant says otherwise.
 *
 * <p>The order is that of the columns of {@code steps.csv}: add new metrics at the end. An unknown
 * value is null and prints as {@link FigureText#UNKNOWN}; {@link #blank} describes when a value is
 * unknown.
 */
public enum Metric implements BoundedMetric {
  DURATION("seconds", "window", NEITHER, always(Level::seconds).meaning("length of the window")),
  CALLS("calls", "calls", NEITHER, calls(Calls::total).meaning("calls that ended in the window")),
  TPS("tps", "TPS", MORE, always(Level::tps).meaning("calls answered OK per second")),
  MEAN("mean_ms", "mean", response("mean", Durations::meanNanos)),
  TP50("tp50_ms", "TP50", response(Percentile.TP50)),
  TP90("tp90_ms", "TP90", response(Percentile.TP90)),
  TP99("tp99_ms", "TP99", response(Percentile.TP99)),
  TP999("tp999_ms", "TP999", response(Percentile.TP999)),
  MAX("max_ms", "max", response("longest", Durations::maxNanos)),
  OK("ok", "OK", MORE, calls(Calls::ok).meaning("calls answered without an error")),
  REJECTED(
      "rejected",
      "rejected",
      calls(Calls::rejected).meaning("calls that the pool or a limit refused")),
  TIMEOUT(
      "timeout",
      "timeout",
      calls(Calls::timeout).meaning("calls without an answer within the timeout")),
  ERROR("error", "error", calls(Calls::error).meaning("calls that failed otherwise")),
  AVAILABILITY(
      "availability_pct",
      "availability",
      MORE,
      share(Calls::ok).meaning("OK calls in percent of all calls due")),
  PROVIDER_CPU(
      "provider_cpu_pct",
      "CPU",
      provider(
          "CPU time of the provider's process, of the CPUs that it may use",
          level -> cpuPct(level, Side.PROVIDER.cpu(), Side.PROVIDER))),
  DRIVER_CPU(
      "driver_cpu_pct",
      "driver CPU",
      driver(
          "CPU time of the driver's process, of the CPUs that it may use",
          level -> cpuPct(level, Side.DRIVER.cpu(), Side.DRIVER))),
  DRIVER_CPU_PER_CALL(
      "driver_cpu_us_per_call",
      "driver CPU/call",
      driver(
          "CPU time of the driver's process per call",
          level ->
              Units.secondsToMicros(
                  level.perCall(level.counters().gained(Side.DRIVER.cpu()), Side.DRIVER)))),
  STEAL(
      "steal_pct",
      "CPU steal",
      worse(
          "CPU time that the hypervisor gave to other machines (worse of both CPU sets)",
          Side::stealTicks)),
  GC_COUNT(
      "gc_count",
      "collections",
      provider(
          "garbage collections of the provider, of any kind",
          level -> gained(level, ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.GC_FULL_COUNT))),
  GC_PAUSE(
      "gc_pause_ms",
      "GC pauses",
      provider(
          "total of the pauses by the provider's garbage collections of any kind",
          level ->
              Units.secondsToMillis(
                  gained(level, ProviderMetrics.GC_YOUNG_PAUSE, ProviderMetrics.GC_FULL_PAUSE)))),
  QUEUE_MAX(
      "queue_max",
      "queue max",
      highest(ProviderHistograms.QUEUE_SIZE, "most tasks in the pool's queue, by samples")),
  QUEUE_WAIT_MEAN("queue_wait_mean_ms", "queue wait", mean(Stage.QUEUE_WAIT)),
  SERVICE_MEAN("service_mean_ms", "service", mean(Stage.SERVICE)),
  REDIS_MEAN("redis_mean_ms", "Redis", mean(Stage.REDIS)),
  UNSENT(
      "unsent",
      "unsent",
      calls(Calls::unsent).meaning("requests that an open loop could not send within the timeout")),
  LAG_TP99(
      "lag_tp99_ms",
      "driver lag TP99",
      lag(Percentile.TP99).meaning("TP99 of how late the driver sends a call that is due")),
  PROVIDER_CPU_PER_CALL(
      "provider_cpu_us_per_call",
      "CPU/call",
      provider(
          "CPU time of the provider per task that its pool finished, or per call of the driver",
          level ->
              Units.secondsToMicros(
                  level.perCall(level.counters().gained(ProviderMetrics.CPU), Side.PROVIDER)))),
  PROVIDER_CPU_JIT(
      "provider_cpu_jit_pct",
      "JIT CPU",
      NEITHER,
      provider(
          "CPU time of the JIT compilers' threads",
          level -> cpuPct(level, CounterNames.PROVIDER_COMPILERS, Side.PROVIDER))),
  JIT(
      "jit_pct_of_one_cpu",
      "JIT time",
      provider(
          "time that the provider's JIT compilers compile, of one CPU",
          level -> ofLoad(level, ProviderMetrics.JIT))),
  PROVIDER_RUN_QUEUE_WAIT(
      "provider_run_queue_wait_us",
      "run queue wait",
      provider(
          "mean time that a runnable thread of the provider waits for a CPU",
          level -> runQueueWait(level, Side.PROVIDER))),
  FULL_GC_PAUSE(
      "full_gc_pause_ms",
      "full GC pauses",
      provider(
          "total of the pauses by collections of the provider's whole heap",
          level -> Units.secondsToMillis(level.counters().gained(ProviderMetrics.GC_FULL_PAUSE)))),
  POOL_ACTIVE_MEAN(
      "pool_active_mean",
      "active threads mean",
      NEITHER,
      meanOverTime(
          ProviderMetrics.POOL_ACTIVE_TIME, "threads of the pool with a task, mean over time")),
  POOL_ACTIVE_SAMPLED(
      "pool_active_sampled",
      "active threads sampled",
      NEITHER,
      meanOverTime(
          ProviderMetrics.POOL_BUSY_SAMPLED,
          "active threads by the executor's own count, mean of samples")),
  QUEUE_MEAN(
      "queue_mean",
      "queue mean",
      meanOverTime(ProviderMetrics.QUEUE_TIME, "tasks in the pool's queue, mean over time")),
  POOL_REJECTED(
      "pool_rejected",
      "pool rejections",
      growth(ProviderMetrics.POOL_REJECTED, "tasks that the pool refused")),
  POOL_SPURIOUSLY_REJECTED(
      "pool_spuriously_rejected",
      "spurious rejections",
      growth(
          ProviderMetrics.POOL_SPURIOUSLY_REJECTED,
          "tasks refused while fewer calls were unanswered than the pool may have threads")),
  APPLICATION_MEAN("application_mean_ms", "application", mean(Stage.APPLICATION)),
  DRIVER_SWITCHES(
      "driver_switches_per_call",
      "driver switches/call",
      driver(
          "context switches of driver threads per call",
          level ->
              level.perCall(
                  gained(level, Side.DRIVER.voluntarySwitches(), Side.DRIVER.involuntarySwitches()),
                  Side.DRIVER))),
  DRIVER_RUN_QUEUE_WAIT(
      "driver_run_queue_wait_us",
      "driver run queue wait",
      driver(
          "mean time that a runnable thread of the driver waits for a CPU",
          level -> runQueueWait(level, Side.DRIVER))),
  DRIVER_BUSIEST_THREAD(
      "driver_busiest_thread_pct",
      "busiest driver thread",
      driver(
          "CPU time of the driver thread that used most, of one CPU",
          level -> ofLoad(level, CounterNames.DRIVER_BUSIEST_THREAD))),
  DRIVER_JIT(
      "driver_jit_pct",
      "driver JIT time",
      driver(
          "time that the driver's JIT compilers compile, of one CPU",
          level -> ofLoad(level, Side.DRIVER.jit()))),
  OTHERS_CPU(
      "others_cpu_pct",
      "other processes' CPU",
      worse(
          "CPU time of processes outside the study (worse of both CPU sets); unknown in a container"
              + " that does not see the host's processes",
          Side::otherTicks)),
  OUTSIDE_MEAN(
      "outside_mean_ms",
      "network + client",
      outside()
          .meaning("mean response time of the OK calls minus their mean time in the provider")),
  PENDING(
      "pending",
      "pending calls",
      always(level -> level.pending().ages().count())
          .meaning("calls that had not ended when the window closed")),
  DRIVER_CPUS_BUSY(
      "driver_cpus_busy_pct",
      "driver CPUs busy",
      host(
          "CPU time used on the CPUs of driver and Redis; unknown if the provider shares them",
          level ->
              Units.pct(
                  level.counters().gained(Side.DRIVER.busyTicks()),
                  level.counters().gained(Side.DRIVER.ticks())))),
  PROVIDER_HICCUP_MAX(
      "provider_hiccup_max_ms",
      "provider hiccup max",
      host(
          "longest delay of a thread to wake up on the provider's CPUs, without its wait for one",
          level -> longest(level, ProviderHistograms.HICCUPS))),
  DRIVER_HICCUP_TP99(
      "driver_hiccup_tp99_ms",
      "driver hiccup TP99",
      host(
          "TP99 of a thread's delay to wake up on the driver's CPUs",
          level -> hiccupTp99(level, CounterNames.DRIVER_HICCUPS))),
  DRIVER_HICCUP_MAX(
      "driver_hiccup_max_ms",
      "driver hiccup max",
      host(
          "longest delay of a thread to wake up on the driver's CPUs",
          level -> longest(level, CounterNames.DRIVER_HICCUPS))),
  REDIS_HICCUP_MAX(
      "redis_hiccup_max_ms",
      "Redis hiccup max",
      host(
          "longest time that Redis takes to answer the driver's probe",
          Level::longestRedisAnswerMillis)),
  ASYNC_OPEN_MEAN(
      "async_open_mean",
      "open calls mean",
      NEITHER,
      async(
          meanOverTime(
              ProviderMetrics.ASYNC_OPEN_TIME,
              "unanswered calls whose thread was released, mean over time"))),
  COMPLETION_MEAN("completion_mean_ms", "completion", async(mean(Stage.COMPLETION))),
  MIN("min_ms", "min", response("shortest", Durations::minNanos)),
  TP95("tp95_ms", "TP95", response(Percentile.TP95)),
  DEVIATION(
      "deviation_ms",
      "standard deviation",
      response("standard deviation", Durations::deviationNanos)),
  NOT_OK(
      "not_ok_pct",
      "not answered OK",
      share(calls -> calls.ended() - calls.ok())
          .meaning("100 % minus availability, which is how published tables report errors")),
  PROVIDER_THROTTLED(
      "provider_throttled_pct",
      "provider throttled by CPU quota",
      host(
          "time that a CPU quota stops the provider, at most, as other processes may share the"
              + " quota",
          level -> throttled(level, Side.PROVIDER))),
  DRIVER_THROTTLED(
      "driver_throttled_pct",
      "driver throttled by CPU quota",
      host(
          "time that a CPU quota stops the driver, at most, as other processes may share the quota",
          level -> throttled(level, Side.DRIVER))),
  RSS(
      "rss_mib",
      "RSS",
      provider(
          "resident memory of the provider when the window closed",
          level -> Units.mebibytes(level.counters().closing().get(ProviderMetrics.RESIDENT)))),
  HEAP_AFTER_GC(
      "heap_after_gc_mib",
      "heap after GC",
      provider(
          "heap in use after the window's last collection", Level::heapAfterCollectionMebibytes)),
  PINNED(
      "pinned_pct",
      "pinned",
      provider(
          "time in which waiting virtual threads were pinned to their carrier, of service time",
          level ->
              Units.pct(
                  level.counters().gained(ProviderMetrics.PINNED),
                  level.counters().gained(ProviderMetrics.sum(ProviderMetrics.SERVICE))))),
  LIMIT_REJECTED(
      "limit_rejected",
      "rejections by limit",
      growth(
          ProviderMetrics.LIMIT_REFUSED,
          "calls that a limit of calls refused in a thread of the pool, which counts them as"
              + " finished")),
  REFUSED(
      "refused_pct",
      "refused",
      share(Calls::rejected).meaning("refused calls in percent of all calls due")),
  TIMED_OUT(
      "timeout_pct",
      "timed out",
      share(calls -> calls.timeout() + calls.unsent())
          .meaning(
              "calls not answered or not sent within the timeout, in percent of all calls due")),
  GOODPUT(
      "goodput_pct",
      "goodput of capacity",
      MORE,
      known(Level::goodputPct, "the cell's own capacity was not measured")
          .meaning("TPS in percent of the capacity that was measured in the same cell before")),
  EXPIRED(
      "expired_pct",
      "answered too late",
      known(Level::expiredPct, "client other than wire, or no call was answered")
          .meaning(
              "answers that arrived after their caller had given up, in percent of OK and late"
                  + " answers")),
  RECOVERY(
      "recovery_s",
      "recovery",
      recovery()
          .meaning(
              "time from the end of the worst phase until no slice violates the SLA any more")),
  PROVIDER_PAUSED(
      "provider_paused_ms",
      "provider paused outside GC",
      provider(
          "time that the provider neither ran nor collected garbage",
          level -> Units.secondsToMillis(level.counters().gained(ProviderMetrics.PAUSE)))),
  PROVIDER_TAKEN(
      "provider_cpu_taken_ms",
      "provider CPU time taken",
      host(
          "time of the provider's CPUs stolen, used by other processes, or withheld by a quota",
          level -> Units.secondsToMillis(level.counters().gained(Side.PROVIDER.taken())))),
  DRIVER_TAKEN(
      "driver_cpu_taken_ms",
      "driver CPU time taken",
      host(
          "time of the driver's CPUs stolen, used by other processes, or withheld by a quota",
          level -> Units.secondsToMillis(level.counters().gained(Side.DRIVER.taken())))),
  PROVIDER_GAUGE(
      "provider_cpu_gauge_us",
      "provider CPU gauge",
      host(
          "CPU time of a fixed amount of arithmetic on the provider's CPUs, lower quartile",
          MetricSource::gaugeMicros)),
  REDIS_FAILED_READS(
      "redis_failed_reads",
      "failed Redis reads",
      growth(
          ProviderMetrics.REDIS_FAILED,
          "Redis reads of the provider that failed or found no record")),
  REDIS_READ_MAX(
      "redis_read_max_ms",
      "longest Redis read",
      provider("longest Redis read of a call", level -> longest(level, ProviderHistograms.REDIS)));

  public enum Better {
    LESS,
    MORE,
    /** The metric describes the run; no value is better. */
    NEITHER
  }

  public static final List<Metric> ALL = List.of(values());

  /** The metrics of every SLA table, in its order; a bound or a criterion may name any other. */
  public static final List<Metric> OF_TABLES =
      List.of(TPS, TP50, TP90, TP99, TP999, PROVIDER_CPU, PROVIDER_CPU_PER_CALL, AVAILABILITY);

  private final String column;
  private final String title;
  private final Unit unit;
  private final Better better;

  @SuppressWarnings("ImmutableEnumChecker")
  private final MetricSource source;

  Metric(String column, String title, MetricSource source) {
    this(column, title, LESS, source);
  }

  /**
   * @param column in {@code steps.csv}; names the unit, see {@link Unit#ofColumn}
   */
  Metric(String column, String title, Better better, MetricSource source) {
    this.column = column;
    this.title = title;
    this.unit = Unit.ofColumn(column);
    this.better = better;
    this.source = source;
  }

  /** The metric of an id or of a setting; a percentile also without its {@code t}. */
  public static Optional<Metric> of(String name) {
    String id = name.matches("p[0-9]+") ? "t" + name : name;
    return Arrays.stream(values())
        .filter(metric -> metric.id().equals(id) || metric.setting().equals(id))
        .findFirst();
  }

  /**
   * The metric that a bound limits.
   *
   * @throws IllegalArgumentException if there is no metric of that id
   */
  public static Metric of(Sla.Bound bound) {
    return of(bound.metric())
        .orElseThrow(() -> new IllegalArgumentException("no metric " + bound.metric()));
  }

  /** The lowest of an SLA's bounds on response times, in milliseconds; empty without one. */
  public static OptionalDouble responseBound(Sla sla) {
    return responseBounds(sla).min();
  }

  /** As {@link #responseBound}, the loosest one. */
  public static OptionalDouble loosestResponseBound(Sla sla) {
    return responseBounds(sla).max();
  }

  private static DoubleStream responseBounds(Sla sla) {
    return sla.bounds().stream()
        .filter(bound -> of(bound).isResponseTime())
        .mapToDouble(Sla.Bound::limit);
  }

  /**
   * The name in studies and expressions: the column without its unit of time, such as {@code tp99}.
   */
  @Override
  public String id() {
    String suffix = "_" + unit.symbol();
    return unit.isTime() && column.endsWith(suffix)
        ? column.substring(0, column.length() - suffix.length())
        : column;
  }

  /** The name in the {@code sla} section of studies: the id, without its unit for availability. */
  @Override
  public String setting() {
    return this == AVAILABILITY ? "availability" : id();
  }

  /**
   * Whether a value meets a bound: at or above it if more is better, otherwise strictly below it.
   */
  public boolean meets(double value, double bound) {
    return better == MORE ? value >= bound : value < bound;
  }

  public String relation() {
    return better == MORE ? ">=" : "<";
  }

  public String column() {
    return column;
  }

  public String title() {
    return title;
  }

  /** The heading in tables, with the unit: {@code TP99 ms}. */
  public String heading() {
    return title + suffix();
  }

  public Unit unit() {
    return unit;
  }

  public Better better() {
    return better;
  }

  public Optional<Percentile> percentile() {
    return Arrays.stream(Percentile.values()).filter(p -> p.name().equals(name())).findFirst();
  }

  @Override
  public boolean isResponseTime() {
    return this == MEAN || percentile().isPresent();
  }

  /** When the value is unknown, as text; empty if it is always known. */
  public String blank() {
    return source.blank();
  }

  /** What the value is, without the unit. */
  public String meaning() {
    return source.meaning();
  }

  /** The value of a level; null if unknown. */
  public Double of(Level level) {
    Number number = source.value().apply(level);
    return number == null || Double.isNaN(number.doubleValue())
        ? null
        : (Double) number.doubleValue();
  }

  /** A value as text without its unit; {@link FigureText#UNKNOWN} if null. */
  public String text(Double value) {
    return this == AVAILABILITY ? FigureText.availability(value) : unit.text(value);
  }

  public String text(Level level) {
    return text(of(level));
  }

  /** A value as text with its unit, such as {@code 8.10 ms}. */
  public String textWithUnit(Double value) {
    return text(value) + suffix();
  }

  /** The unit as it follows a value or the title; empty for TPS, whose title names it. */
  private String suffix() {
    return this == TPS ? "" : unit.suffix();
  }

  @Override
  public LimitForm form() {
    return switch (unit) {
      case SECONDS -> LimitForm.SECONDS;
      case MILLIS -> LimitForm.MILLIS;
      case MICROS -> LimitForm.MICROS;
      case PERCENT -> LimitForm.PERCENT;
      default -> LimitForm.NUMBER;
    };
  }

  @Override
  public boolean isKnownByGroup() {
    return source.byGroup();
  }
}
