package io.poolbench.report;

import static io.poolbench.report.StepTable.column;
import static io.poolbench.report.StepTable.level;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.judge.Capacity;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.report.Table.Field;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellEnvironment.ProviderHost;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.ServiceMethod;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The part of a page about a repetition of a cell: its configuration and environment, its SLA
 * table, and below it delays of an open loop, activity of the provider and its pool, and
 * disturbance by the driver and the host.
 */
final class CellTables {
  private static final double MICROS_PER_MILLI = 1000;

  private static final List<Field<StepResult>> DELAYS =
      List.of(
          column("response", Metric.TP50, Metric.TP99),
          column("from send", Metric.FROM_SEND_TP50, Metric.FROM_SEND_TP99),
          column(Metric.SEND_DELAY_TP99),
          column(Metric.UNSENT));

  private static final List<Field<StepResult>> POOL =
      List.of(
          column("active", Metric.POOL_ACTIVE_MEAN, Metric.POOL_ACTIVE_MAX),
          column("threads", Metric.POOL_THREADS),
          column("queue", Metric.QUEUE_MEAN, Metric.QUEUE_MAX),
          column("queue wait ms", Metric.QUEUE_WAIT_MEAN, Metric.QUEUE_WAIT_TP99),
          column("service ms", Metric.SERVICE_MEAN, Metric.SERVICE_TP99),
          column("Redis ms", Metric.REDIS_MEAN),
          column("application ms", Metric.APPLICATION_MEAN),
          column("open", Metric.ASYNC_OPEN_MEAN),
          column("completion ms", Metric.COMPLETION_MEAN),
          column("rejected", Metric.POOL_REJECTED),
          column("spurious", Metric.POOL_SPURIOUSLY_REJECTED));

  private static final List<Field<StepResult>> CPU =
      List.of(
          column("business", Metric.PROVIDER_CPU_BUSINESS),
          column("I/O", Metric.PROVIDER_CPU_IO),
          column("GC", Metric.PROVIDER_CPU_GC),
          column("JIT", Metric.PROVIDER_CPU_JIT),
          column("involuntary switches/call", Metric.PROVIDER_INVOLUNTARY_SWITCHES),
          column(Metric.PROVIDER_RUN_QUEUE_WAIT),
          column("GCs", Metric.GC_COUNT, Metric.GC_PAUSE),
          column("full GCs ms", Metric.FULL_GC_PAUSE));

  private static final List<Field<StepResult>> QUALITY =
      List.of(
          column("CPU %", Metric.DRIVER_CPU),
          column("JIT %", Metric.DRIVER_JIT),
          column("CPU/call us", Metric.DRIVER_CPU_PER_CALL),
          column("run queue wait us", Metric.DRIVER_RUN_QUEUE_WAIT),
          column("GC ms", Metric.DRIVER_GC_PAUSE),
          column("lag TP99 ms", Metric.LAG_TP99),
          column("steal %", Metric.STEAL),
          column("others %", Metric.OTHERS_CPU),
          column("drift %", Metric.TPS_DRIFT));

  private static final List<List<String>> LEGEND =
      List.of(
          List.of(
              "TPn",
              "n-th percentile of OK calls; - with fewer than "
                  + Percentile.CALLS_BEYOND
                  + " calls beyond it"),
          List.of("CPU %", "of the CPUs that the process may use"),
          List.of("availability %", "OK calls of all that were due"),
          List.of("active, queue", "threads with a task, tasks waiting: mean / max"),
          List.of("threads", "of the pool at the window's end"),
          List.of(
              "... ms",
              "in the provider: mean / TP99, or mean; application: service without Redis"),
          List.of("spurious", "rejected with fewer unanswered calls than threads allowed"),
          List.of("involuntary switches/call", "context switches that preempted a thread"),
          List.of("run queue wait us", "mean wait of a runnable thread for a CPU"),
          List.of("GCs", "collections: count / ms of pauses"),
          List.of("lag TP99 ms", "delay of the driver's own schedule"),
          List.of("steal %", "of the CPUs hit hardest: time that the hypervisor gave to others"),
          List.of("others %", "likewise: CPU time of processes outside the measurement"),
          List.of("drift %", "change of TPS within a window beyond its noise"));

  private static final List<List<String>> OPEN_LOOP_LEGEND =
      List.of(
          List.of("unsent", "due, but not sent: too many calls in flight"),
          List.of("response", "from the intended start: TP50 / TP99"),
          List.of("from send", "from the actual start, likewise"),
          List.of("send delay", "from the intended to the actual start, of all calls"));

  private final CellResult cell;

  CellTables(CellResult cell) {
    this.cell = cell;
  }

  void writeTo(Page page) {
    page.paragraph(configured(cell));
    page.paragraph(built(cell));
    page.paragraph(environment(cell));
    if (cell.warmUp() != null) {
      page.paragraph(warmUp(cell));
    }
    new StepTable(cell).writeTo(page);
    cell.failedCalls()
        .forEach(
            (reason, calls) ->
                page.paragraph(FigureText.counted(calls, "call") + " failed: " + reason));
    if (cell.failed()) {
      List<String> why = PlainText.lines(cell.failure().detail());
      page.paragraph("Cell failed: " + why.get(0));
      if (why.size() > 1) {
        page.verbatim(why.subList(1, why.size()));
      }
    }
    page.paragraph(new CapacityText(Capacity.of(cell)).sentence());
    if (cell.cell().load().workload() instanceof Workload.Open) {
      write(page, "Response time, time from send and send delay, in ms", DELAYS);
    }
    write(page, "Pool and stages of a call in the provider", POOL);
    write(page, "Provider CPU by kind of thread, in % of its CPUs", CPU);
    write(page, "Driver, host and stability", QUALITY);
  }

  private void write(Page page, String title, List<Field<StepResult>> columns) {
    List<Field<StepResult>> all = new ArrayList<>(columns);
    all.add(0, level(cell.cell().load().workload()));
    Table table = Table.of(cell.stepsByLevel(), all);
    if (table.columns().size() > 1 && !table.rows().isEmpty()) {
      page.heading(3, title);
      page.table(table);
    }
  }

  /** The columns of cells' tables that their titles do not explain. */
  static Table legend(List<CellResult> cells) {
    List<List<String>> rows = new ArrayList<>(LEGEND);
    if (cells.stream().anyMatch(cell -> cell.cell().load().workload() instanceof Workload.Open)) {
      rows.addAll(OPEN_LOOP_LEGEND);
    }
    return Table.of(
        rows, Table.text("column", row -> row.get(0)), Table.text("meaning", row -> row.get(1)));
  }

  /** The cell's name, with its repetition unless it is the first. */
  static String name(CellResult cell) {
    return cell.repetition() == 1 ? cell.cell().name() : repetition(cell);
  }

  static String repetition(CellResult cell) {
    return cell.cell().name() + ", repetition " + cell.repetition();
  }

  private static String configured(CellResult cell) {
    return "Configured: pool %s, client %s%s%s%s, SLA %s"
        .formatted(
            cell.ranPool().label(),
            cell.cell().driver().client(),
            calls(cell.cell().driver().method()),
            callers(cell.cell().load().workload()),
            groups(cell.cell()),
            SlaAssertion.of(cell)
                .map(assertion -> assertion.text() + " (asserted)")
                .orElse(FigureText.sla(cell.cell().sla())));
  }

  private static String calls(CalledMethod method) {
    return method instanceof ServiceMethod ? "" : " calls " + method.id();
  }

  private static String groups(Cell cell) {
    return cell.load().groups().stream()
        .map(
            group ->
                ", group "
                    + group.name()
                    + (group.method() == null ? "" : " calls " + group.method())
                    + (group.sla() == null ? "" : " within " + FigureText.sla(group.sla())))
        .collect(Collectors.joining());
  }

  private static String built(CellResult cell) {
    EffectivePool pool = cell.pool();
    if (cell.cell().provider() instanceof RemoteSettings remote) {
      return "Provider "
          + remote.url()
          + " was not started here: its pool, CPU time and times within it are unknown, and no pool"
          + " is advised";
    }
    if (pool == null) {
      return "Pool built: none, the provider was not ready";
    }
    return "Pool built: %s, core %s, max %s, queue %s"
        .formatted(
            pool.executorClass(),
            threads(pool.coreThreads()),
            threads(pool.maxThreads()),
            pool.queueClass() == null
                ? FigureText.UNKNOWN
                : pool.queueClass() + queueLength(pool.queueCapacity()));
  }

  private static String environment(CellResult cell) {
    CellEnvironment environment = cell.environment();
    return "Provider on CPUs %s%s, driver on %s%s, %s%s, host load before %s%s%s"
        .formatted(
            known(environment.providerCpus()),
            host(environment.providerHost()),
            known(environment.driverCpus()),
            environment.pinned() ? "" : " (not pinned)",
            cell.cell().provider().readsRedis()
                ? "Redis %s, Dubbo ".formatted(known(environment.redis()))
                : "",
            known(environment.dubbo()),
            FigureText.measure(environment.loadAverage()),
            known(", CPU time of other processes ", environment.otherPct()),
            known(", speed ", environment.speedPct()));
  }

  private static String host(ProviderHost of) {
    return of == null
        ? ""
        : " of %s (%s, %s; round trip %s ms)"
            .formatted(
                of.address(),
                of.host().os(),
                of.host().cpuModel(),
                FigureText.measure(of.roundTripMillis()));
  }

  private static String warmUp(CellResult cell) {
    WarmUp warmUp = cell.warmUp();
    LoadSchedule load = cell.cell().load();
    // Before the rate is known, by the users that measure the capacity.
    LoadSchedule warming = load.capacity() == null ? load : load.ofCapacity();
    return "Warm-up with %s for %s s, %s: %s"
        .formatted(
            FigureText.load(warming.workload(), warmUp.level()),
            FigureText.measure(warmUp.seconds()),
            warmUp.steady() ? "stable" : "not stable",
            warmUp.detail());
  }

  /** The load model; empty for users without think time. */
  private static String callers(Workload workload) {
    if (workload instanceof Workload.Open open) {
      return ", %s arrivals".formatted(open.arrivals().id());
    }
    if (workload instanceof Workload.Closed closed && !closed.thinkTime().isNone()) {
      ThinkTime think = closed.thinkTime();
      return ", think time %s ms %s"
          .formatted(
              FigureText.exact(think.meanMicros() / MICROS_PER_MILLI), think.distribution().id());
    }
    return "";
  }

  private static String queueLength(int capacity) {
    return switch (capacity) {
      case 0 -> "";
      case Integer.MAX_VALUE -> " (bounded by memory only)";
      default -> " of " + FigureText.count(capacity);
    };
  }

  private static String threads(Integer count) {
    if (count == null) {
      return FigureText.UNKNOWN;
    }
    return count == PoolConfig.UNBOUNDED ? "unbounded" : FigureText.count(count);
  }

  private static String known(String what, Double pct) {
    return pct == null ? "" : what + FigureText.pct(pct) + " %";
  }

  private static String known(String text) {
    return text.isEmpty() ? FigureText.UNKNOWN : text;
  }
}
