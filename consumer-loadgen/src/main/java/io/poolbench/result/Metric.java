package io.poolbench.result;

import static io.poolbench.result.CounterDifference.micros;
import static io.poolbench.result.CounterDifference.millis;
import static io.poolbench.result.CounterDifference.pct;
import static io.poolbench.result.CounterDifference.ratio;
import static io.poolbench.result.Metric.Better.LESS;
import static io.poolbench.result.Metric.Better.MORE;
import static io.poolbench.result.Metric.Better.NEITHER;
import static io.poolbench.result.MetricSource.always;
import static io.poolbench.result.MetricSource.async;
import static io.poolbench.result.MetricSource.calls;
import static io.poolbench.result.MetricSource.driverMax;
import static io.poolbench.result.MetricSource.driverPerCall;
import static io.poolbench.result.MetricSource.driverSum;
import static io.poolbench.result.MetricSource.fromSend;
import static io.poolbench.result.MetricSource.growth;
import static io.poolbench.result.MetricSource.host;
import static io.poolbench.result.MetricSource.known;
import static io.poolbench.result.MetricSource.late;
import static io.poolbench.result.MetricSource.max;
import static io.poolbench.result.MetricSource.mean;
import static io.poolbench.result.MetricSource.meanOverTime;
import static io.poolbench.result.MetricSource.pauses;
import static io.poolbench.result.MetricSource.provider;
import static io.poolbench.result.MetricSource.response;
import static io.poolbench.result.MetricSource.responseAt;
import static io.poolbench.result.MetricSource.sendDelay;
import static io.poolbench.result.MetricSource.share;
import static io.poolbench.result.MetricSource.stability;
import static io.poolbench.result.MetricSource.threads;
import static io.poolbench.result.MetricSource.tp99;
import static io.poolbench.result.MetricSource.web;

import io.poolbench.api.WebMetrics;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.result.MetricSource.Stage;
import io.poolbench.result.StepResult.Pacing;
import io.poolbench.stats.ShareInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The metrics of a step: the registry for tables, {@code steps.csv}, charts, comparisons, SLA
 * bounds, published tables, expressions and {@code docs/reference/metrics.md}. Less of a metric is
 * better unless the constant says otherwise.
 *
 * <p>The order is that of the columns of {@code steps.csv}: add new metrics at the end. An unknown
 * value is null and prints as {@link FigureText#UNKNOWN}; {@link #blank} tells when a value is
 * unknown.
 */
public enum Metric {
  DURATION(
      "seconds", "window", NEITHER, always(StepResult::seconds).meaning("length of the window")),
  CALLS("calls", "calls", NEITHER, calls(Calls::total).meaning("calls that ended in the window")),
  TPS("tps", "TPS", MORE, always(StepResult::tps).meaning("calls answered OK per second")),
  MEAN("mean_ms", "mean", response(Latency::meanMillis)),
  TP50("tp50_ms", "TP50", responseAt(Percentile.TP50)),
  TP90("tp90_ms", "TP90", responseAt(Percentile.TP90)),
  TP99("tp99_ms", "TP99", responseAt(Percentile.TP99)),
  TP999("tp999_ms", "TP999", responseAt(Percentile.TP999)),
  MAX("max_ms", "max", response(Latency::maxMillis)),
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
      share(Calls::ok).meaning("OK calls, of all calls due")),
  PROVIDER_CPU(
      "provider_cpu_pct",
      "CPU",
      provider(
          "of the CPUs that it may use",
          of -> pct(of.gained(ProviderMetrics.CPU), of.cpuSeconds()))),
  DRIVER_CPU("driver_cpu_pct", "driver CPU", driverMax("of the CPUs that it may use")),
  DRIVER_CPU_PER_CALL("driver_cpu_us_per_call", "driver CPU/call", driverPerCall()),
  DRIVER_ALLOCATION_PER_CALL(
      "driver_alloc_bytes_per_call", "driver allocation/call", driverPerCall()),
  STEAL(
      "steal_pct",
      "CPU steal",
      host("CPU time that the hypervisor gave to other machines (worse of both CPU sets)")),
  GC_COUNT(
      "gc_count",
      "collections",
      provider(
          "of any kind",
          of -> of.gained(ProviderMetrics.GC_YOUNG_COUNT, ProviderMetrics.GC_FULL_COUNT))),
  GC_PAUSE(
      "gc_pause_ms",
      "GC pauses",
      pauses(ProviderMetrics.GC_YOUNG_PAUSE, ProviderMetrics.GC_FULL_PAUSE, "of any kind")),
  POOL_ACTIVE_MAX(
      "pool_active_max",
      "active threads max",
      NEITHER,
      max(ProviderHistograms.POOL_ACTIVE, "threads with a task, by samples")),
  QUEUE_MAX(
      "queue_max", "queue max", max(ProviderHistograms.QUEUE_SIZE, "tasks that wait, by samples")),
  QUEUE_WAIT_MEAN("queue_wait_mean_ms", "queue wait", mean(Stage.QUEUE_WAIT)),
  SERVICE_MEAN("service_mean_ms", "service", mean(Stage.SERVICE)),
  REDIS_MEAN("redis_mean_ms", "Redis", mean(Stage.REDIS)),
  UNSENT(
      "unsent",
      "unsent",
      calls(Calls::unsent).meaning("requests that an open loop could not send within the timeout")),
  BACKLOG(
      "backlog",
      "backlog",
      MetricSource.openLoop(Pacing::backlog)
          .meaning("requests due and not sent when the window closed")),
  CYCLE_MEAN(
      "cycle_mean_ms",
      "mean cycle",
      known(StepResult::cycleMeanMillis, "no call ended")
          .meaning("from a call of a user to its next call, whatever the outcome")),
  FROM_SEND_MEAN("from_send_mean_ms", "from send", fromSend(Latency::meanMillis)),
  FROM_SEND_TP50("from_send_tp50_ms", "from send TP50", fromSend(Latency::tp50Millis)),
  FROM_SEND_TP90("from_send_tp90_ms", "from send TP90", fromSend(Latency::tp90Millis)),
  FROM_SEND_TP99("from_send_tp99_ms", "from send TP99", fromSend(Latency::tp99Millis)),
  FROM_SEND_TP999("from_send_tp999_ms", "from send TP999", fromSend(Latency::tp999Millis)),
  FROM_SEND_MAX("from_send_max_ms", "from send max", fromSend(Latency::maxMillis)),
  SEND_DELAY_MEAN("send_delay_mean_ms", "send delay", sendDelay(Latency::meanMillis)),
  SEND_DELAY_TP50("send_delay_tp50_ms", "send delay TP50", sendDelay(Latency::tp50Millis)),
  SEND_DELAY_TP90("send_delay_tp90_ms", "send delay TP90", sendDelay(Latency::tp90Millis)),
  SEND_DELAY_TP99("send_delay_tp99_ms", "send delay TP99", sendDelay(Latency::tp99Millis)),
  SEND_DELAY_TP999("send_delay_tp999_ms", "send delay TP999", sendDelay(Latency::tp999Millis)),
  SEND_DELAY_MAX("send_delay_max_ms", "send delay max", sendDelay(Latency::maxMillis)),
  LAG_TP99(
      "lag_tp99_ms",
      "driver lag TP99",
      MetricSource.paced(Pacing::lagTp99Millis)
          .meaning("how late the driver sends a call that is due")),
  TPS_SPREAD("tps_spread_pct", "TPS spread", stability(Stability::tpsSpreadPct)),
  TP99_SPREAD("tp99_spread_pct", "TP99 spread", stability(Stability::tp99SpreadPct)),
  PROVIDER_CPU_PER_CALL(
      "provider_cpu_us_per_call",
      "CPU/call",
      provider(
          "per task that the pool finished, or per call of the driver",
          of -> micros(ratio(of.gained(ProviderMetrics.CPU), of.calls())))),
  PROVIDER_CPU_BUSINESS(
      "provider_cpu_business_pct",
      "business CPU",
      NEITHER,
      threads("the business pool, or the threads of a servlet container")),
  PROVIDER_CPU_IO("provider_cpu_io_pct", "I/O CPU", NEITHER, threads("Netty's I/O threads")),
  PROVIDER_CPU_REDIS(
      "provider_cpu_redis_pct",
      "Redis client CPU",
      NEITHER,
      threads("threads of the Redis client")),
  PROVIDER_CPU_GC(
      "provider_cpu_gc_pct", "GC CPU", NEITHER, threads("threads of the garbage collector")),
  PROVIDER_CPU_JIT(
      "provider_cpu_jit_pct", "JIT CPU", NEITHER, threads("threads of the JIT compilers")),
  PROVIDER_CPU_OTHER(
      "provider_cpu_other_pct",
      "other threads' CPU",
      NEITHER,
      threads("all other threads, and threads that ended in the window")),
  JIT(
      "jit_pct_of_one_cpu",
      "JIT time",
      provider("of one CPU", of -> pct(of.gained(ProviderMetrics.JIT), of.seconds()))),
  PROVIDER_VOLUNTARY_SWITCHES(
      "provider_voluntary_switches_per_call",
      "voluntary switches/call",
      threads("per task that the pool finished")),
  PROVIDER_INVOLUNTARY_SWITCHES(
      "provider_involuntary_switches_per_call",
      "involuntary switches/call",
      threads("per task that the pool finished")),
  PROVIDER_RUN_QUEUE_WAIT(
      "provider_run_queue_wait_us", "run queue wait", threads("of a thread, mean per wait")),
  FULL_GC_COUNT(
      "full_gc_count", "full GCs", growth(ProviderMetrics.GC_FULL_COUNT, "of the whole heap")),
  FULL_GC_PAUSE(
      "full_gc_pause_ms",
      "full GC pauses",
      provider("of the whole heap", of -> millis(of.gained(ProviderMetrics.GC_FULL_PAUSE)))),
  POOL_ACTIVE_MEAN(
      "pool_active_mean",
      "active threads mean",
      NEITHER,
      meanOverTime(ProviderMetrics.POOL_ACTIVE_TIME, "threads with a task, over time")),
  POOL_ACTIVE_SAMPLED(
      "pool_active_sampled",
      "active threads sampled",
      NEITHER,
      meanOverTime(
          ProviderMetrics.POOL_BUSY_SAMPLED, "by the executor's own count, mean of samples")),
  POOL_THREADS_BEFORE(
      "pool_threads_before",
      "pool threads before",
      NEITHER,
      provider("when the window opened", of -> of.before().get(ProviderMetrics.POOL_SIZE))),
  POOL_THREADS(
      "pool_threads",
      "pool threads",
      NEITHER,
      provider("when the window closed", of -> of.after().get(ProviderMetrics.POOL_SIZE))),
  QUEUE_MEAN(
      "queue_mean",
      "queue mean",
      meanOverTime(ProviderMetrics.QUEUE_TIME, "tasks that wait, over time")),
  POOL_REJECTED(
      "pool_rejected",
      "pool rejections",
      growth(ProviderMetrics.POOL_REJECTED, "tasks that the pool refused")),
  POOL_SPURIOUSLY_REJECTED(
      "pool_spuriously_rejected",
      "spurious rejections",
      growth(
          ProviderMetrics.POOL_SPURIOUSLY_REJECTED,
          "refused with fewer unanswered calls than the pool may have threads")),
  QUEUE_WAIT_TP99("queue_wait_tp99_ms", "queue wait TP99", tp99(Stage.QUEUE_WAIT)),
  SERVICE_TP99("service_tp99_ms", "service TP99", tp99(Stage.SERVICE)),
  REDIS_TP99("redis_tp99_ms", "Redis TP99", tp99(Stage.REDIS)),
  APPLICATION_MEAN("application_mean_ms", "application", mean(Stage.APPLICATION)),
  APPLICATION_TP99("application_tp99_ms", "application TP99", tp99(Stage.APPLICATION)),
  DRIVER_VOLUNTARY_SWITCHES(
      "driver_voluntary_switches_per_call", "driver voluntary switches/call", driverPerCall()),
  DRIVER_INVOLUNTARY_SWITCHES(
      "driver_involuntary_switches_per_call", "driver involuntary switches/call", driverPerCall()),
  DRIVER_RUN_QUEUE_WAIT(
      "driver_run_queue_wait_us", "driver run queue wait", driverMax("of a thread, mean per wait")),
  DRIVER_GC_COUNT(
      "driver_gc_count", "driver collections", driverSum().meaning("garbage collections")),
  DRIVER_GC_PAUSE("driver_gc_pause_ms", "driver GC pauses", driverMax("total")),
  DRIVER_BUSIEST_THREAD(
      "driver_busiest_thread_pct", "busiest driver thread", driverMax("of one CPU")),
  DRIVER_JIT("driver_jit_pct", "driver JIT time", driverMax("of one CPU")),
  OTHERS_CPU(
      "others_cpu_pct",
      "other processes' CPU",
      host("CPU time of processes outside the study (worse of both CPU sets)")),
  FREQUENCY_CHANGE(
      "frequency_change_pct",
      "CPU frequency change",
      host("change of the mean frequency within the window (worse of both CPU sets)")),
  OUTSIDE_MEAN(
      "outside_mean_ms",
      "network + client",
      MetricSource.outside()
          .meaning("mean response time of the OK calls minus their mean time in the provider")),
  PENDING(
      "pending",
      "pending calls",
      always(step -> step.pending().calls())
          .meaning("calls that had not ended when the window closed")),
  OLDEST_PENDING(
      "oldest_pending_ms",
      "oldest pending call",
      known(step -> step.pending().oldestMillis(), "no call was pending")
          .meaning("age when the window closed")),
  DRIVER_CPUS_BUSY(
      "driver_cpus_busy_pct",
      "driver CPUs busy",
      host("for driver and Redis; unknown on CPUs of the provider")),
  PROVIDER_PAUSE(
      "provider_pause_pct",
      "provider pauses",
      MetricSource.paused().meaning("share of the window in collections and other pauses")),
  PROVIDER_HICCUP_TP99(
      "provider_hiccup_tp99_ms",
      "provider hiccup TP99",
      host("how late a sleeping thread wakes up, without its wait for a CPU")),
  PROVIDER_HICCUP_MAX(
      "provider_hiccup_max_ms",
      "provider hiccup max",
      host("how late a sleeping thread wakes up, without its wait for a CPU")),
  DRIVER_HICCUP_TP99(
      "driver_hiccup_tp99_ms", "driver hiccup TP99", host("how late a sleeping thread wakes up")),
  DRIVER_HICCUP_MAX(
      "driver_hiccup_max_ms", "driver hiccup max", host("how late a sleeping thread wakes up")),
  HOST_SPEED(
      "host_speed_pct", "host speed", MORE, host("of the highest speed of its CPUs in the run")),
  DRIVER_SPEED(
      "driver_speed_pct",
      "driver CPU speed",
      MORE,
      host("of the highest speed of its CPUs in the run")),
  TPS_DRIFT(
      "tps_drift_pct",
      "TPS drift",
      known(step -> step.drift().map(Drift::pct).orElse(null), "batches unknown")
          .meaning("deviation of TPS between parts of the window beyond its noise")),
  LATE_TIME(
      "late_time_pct",
      "user time beyond the bound",
      known(StepResult::lateTimePct, "open loop, or the SLA bounds no percentile")
          .meaning("time beyond the lowest bound on a percentile, of the users' time")),
  REDIS_HICCUP_MAX("redis_hiccup_max_ms", "Redis hiccup max", host("slowest answer to the driver")),
  USER_AVAILABILITY(
      "user_availability_pct",
      "availability by user time",
      MORE,
      known(step -> step.userTime().okPct(), "open loop, or no call ended")
          .meaning("the users' time in calls that were answered OK")),
  LATE("late_pct", "late calls", late(ShareInterval::share)),
  LATE_LOW("late_low_pct", "late calls, lower limit", late(ShareInterval::low)),
  LATE_HIGH("late_high_pct", "late calls, upper limit", late(ShareInterval::high)),
  ASYNC_OPEN_MEAN(
      "async_open_mean",
      "open calls mean",
      NEITHER,
      async(meanOverTime(ProviderMetrics.ASYNC_OPEN_TIME, "calls without a thread, over time"))),
  COMPLETION_MEAN("completion_mean_ms", "completion", async(mean(Stage.COMPLETION))),
  COMPLETION_TP99("completion_tp99_ms", "completion TP99", async(tp99(Stage.COMPLETION))),
  MIN("min_ms", "min", response(Latency::minMillis)),
  TP95("tp95_ms", "TP95", responseAt(Percentile.TP95)),
  DEVIATION("deviation_ms", "standard deviation", response(Latency::deviationMillis)),
  NOT_OK(
      "not_ok_pct",
      "not answered OK",
      share(calls -> calls.total() + calls.unsent() - calls.ok())
          .meaning("100 % minus availability, which is how load generators report errors")),
  PROVIDER_CPU_WORKERS(
      "provider_cpu_workers_pct",
      "workers' CPU",
      NEITHER,
      threads("a web provider's worker pool and Spring's task executor")),
  WORKERS_ACTIVE_MEAN(
      "workers_active_mean",
      "active workers mean",
      NEITHER,
      web(meanOverTime(WebMetrics.WORKER_ACTIVE_TIME, "threads with a task, over time"))),
  WORKER_QUEUE_MEAN(
      "worker_queue_mean",
      "worker queue mean",
      web(meanOverTime(WebMetrics.WORKER_QUEUE_TIME, "tasks that wait, over time"))),
  DOWNSTREAM_LATE_MEAN(
      "downstream_late_mean_ms", "downstream lateness", web(mean(Stage.DOWNSTREAM_LATE))),
  DOWNSTREAM_LATE_TP99(
      "downstream_late_tp99_ms", "downstream lateness TP99", web(tp99(Stage.DOWNSTREAM_LATE))),
  RECONNECTS("reconnects", "reconnects", MetricSource.reconnects()),
  PROVIDER_THROTTLED(
      "provider_throttled_pct",
      "provider throttled by CPU quota",
      host("upper limit, as other processes may share the quota")),
  DRIVER_THROTTLED(
      "driver_throttled_pct",
      "driver throttled by CPU quota",
      host("upper limit, as other processes may share the quota")),
  RSS(
      "rss_mib",
      "RSS",
      provider(
          "when the window closed, from the kernel", of -> of.mebibytes(ProviderMetrics.RESIDENT))),
  HEAP_AFTER_GC("heap_after_gc_mib", "heap after GC", MetricSource.heapAfterGc()),
  PINNED("pinned_pct", "pinned", MetricSource.pinned()),
  LIMIT_REJECTED(
      "limit_rejected",
      "rejections by limit",
      growth(
          ProviderMetrics.LIMIT_REFUSED,
          "by a limit beside the pool, which counts them as finished",
          "no limit of calls that refuses")),
  REFUSED(
      "refused_pct", "refused", share(Calls::rejected).meaning("refused calls, of all calls due")),
  TIMED_OUT(
      "timeout_pct",
      "timed out",
      share(calls -> calls.timeout() + calls.unsent())
          .meaning("calls not answered or not sent within the timeout, of all calls due")),
  GOODPUT(
      "goodput_pct",
      "goodput of capacity",
      MORE,
      known(StepResult::goodputPct, "the cell's own capacity was not measured")
          .meaning("TPS in percent of the capacity that was measured in the same cell before")),
  EXPIRED(
      "expired_pct",
      "answered too late",
      known(step -> step.calls().expiredPct(), "client other than wire, or no call was answered")
          .meaning(
              "answers that arrived after their caller had given up, in percent of OK and late"
                  + " answers")),
  RECOVERY(
      "recovery_s",
      "recovery",
      MetricSource.recovery()
          .meaning(
              "time from the end of the worst phase until no slice violates the SLA any more")),
  ACCEPT_OVERFLOWS(
      "accept_overflows",
      "connections dropped",
      growth(ProviderMetrics.ACCEPT_OVERFLOWS, "by the kernel, as an accept queue was full")),
  PROVIDER_PAUSED(
      "provider_paused_ms",
      "provider paused outside GC",
      provider("neither running nor collecting", of -> millis(of.gained(ProviderMetrics.PAUSE)))),
  PROVIDER_TAKEN(
      "provider_cpu_taken_ms",
      "provider CPU time taken",
      host("stolen, used by other processes, or withheld by a quota")),
  DRIVER_TAKEN(
      "driver_cpu_taken_ms",
      "driver CPU time taken",
      host("stolen, used by other processes, or withheld by a quota")),
  /** Comparable between results of different hosts, unlike {@link #HOST_SPEED}. */
  PROVIDER_GAUGE(
      "provider_cpu_gauge_us",
      "provider CPU gauge",
      host("CPU time of a fixed amount of arithmetic, lower quartile")),
  DRIVER_GAUGE(
      "driver_cpu_gauge_us",
      "driver CPU gauge",
      host("CPU time of a fixed amount of arithmetic, lower quartile")),
  REDIS_FAILED_READS(
      "redis_failed_reads",
      "failed Redis reads",
      growth(ProviderMetrics.REDIS_FAILED, "failed, or found no record")),
  REDIS_READ_MAX(
      "redis_read_max_ms",
      "longest Redis read",
      provider("within the service", of -> of.maxMillis(ProviderHistograms.REDIS)));

  public enum Better {
    LESS,
    MORE,
    /** The metric describes the run; no value is better. */
    NEITHER
  }

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

  public static Optional<Metric> of(String id) {
    return Arrays.stream(values())
        .filter(metric -> metric.id().equals(id) || metric.setting().equals(id))
        .findFirst();
  }

  public static Metric of(Percentile percentile) {
    return valueOf(percentile.name());
  }

  /**
   * The name in studies and expressions: the column without its unit of time, such as {@code tp99}.
   */
  public String id() {
    String suffix = "_" + unit.symbol();
    return unit.isTime() && column.endsWith(suffix)
        ? column.substring(0, column.length() - suffix.length())
        : column;
  }

  /** The name in the {@code sla} section of studies: the id, or a short form. */
  public String setting() {
    return switch (this) {
      case AVAILABILITY -> "availability";
      case PROVIDER_CPU -> "cpu";
      default -> id();
    };
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
    return unit == Unit.COUNT || this == TPS ? title : title + " " + unit.symbol();
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

  /** A text that tells when the value is unknown; empty if it is always known. */
  public String blank() {
    return source.blank();
  }

  /** What the value is, in addition to the title. */
  public String meaning() {
    return source.meaning();
  }

  /** The value in a step; null if unknown. */
  public Double of(StepResult step) {
    return source.value() == null ? step.figures().of(this) : source.value().apply(step);
  }

  /** The values of all metrics that are computed from the provider's counters. */
  public static Figures of(CounterDifference counters) {
    Figures figures = Figures.UNKNOWN;
    for (Metric metric : values()) {
      if (metric.source.counters() != null) {
        figures = figures.with(metric, metric.source.counters().apply(counters));
      }
    }
    return figures;
  }

  /** The value of several load generators together; null if unknown, or not of a driver. */
  Double across(List<GeneratorUse> generators) {
    return source.across() == null ? null : source.across().apply(generators, this);
  }

  /** A value as text without its unit; {@link FigureText#UNKNOWN} if null. */
  public String text(Double value) {
    return this == AVAILABILITY ? FigureText.availability(value) : unit.text(value);
  }

  public String text(StepResult step) {
    return text(of(step));
  }

  /** Whether the metric is known for each group of users, and not only for all calls together. */
  public boolean isKnownByGroup() {
    return source.byGroup();
  }
}
