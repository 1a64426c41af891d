package io.poolbench.report;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Table.Field;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.RemoteSettings;
import io.poolbench.study.Workload;
import io.poolbench.study.Workload.ThinkTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that was measured of one cell: its environment, and a row for each level. */
record PoolTables(Evaluation evaluation, EstimatedCell pool) {
  private static final double MICROS_PER_MILLI = 1000;

  /** The outcomes of calls other than OK; a table has those of which there are any. */
  private static final List<Metric> COUNTS =
      List.of(Metric.REJECTED, Metric.TIMEOUT, Metric.ERROR, Metric.UNSENT);

  /** A row: a level, or a group or phase of it. */
  record Row(String name, JudgedLevel level) {
    String text(Metric metric) {
      return metric.text(level.together());
    }
  }

  /** A table below the main one: its title, and its columns with related metrics. */
  private record Group(String title, List<Field<Row>> columns) {}

  private static final List<Group> GROUPS =
      List.of(
          new Group(
              "Time from send and send delay, in ms: TP50 / TP99",
              List.of(
                  column("from send", Metric.FROM_SEND_TP50, Metric.FROM_SEND_TP99),
                  column("send delay TP99", Metric.SEND_DELAY_TP99))),
          new Group(
              "Pool, and stages of a call in the provider in ms: mean / TP99",
              List.of(
                  column("active, max", Metric.POOL_ACTIVE_MEAN, Metric.POOL_ACTIVE_MAX),
                  column("threads", Metric.POOL_THREADS),
                  column("queue, max", Metric.QUEUE_MEAN, Metric.QUEUE_MAX),
                  column("queue wait", Metric.QUEUE_WAIT_MEAN, Metric.QUEUE_WAIT_TP99),
                  column("service", Metric.SERVICE_MEAN, Metric.SERVICE_TP99),
                  column("Redis", Metric.REDIS_MEAN),
                  column("application", Metric.APPLICATION_MEAN),
                  column("open calls", Metric.ASYNC_OPEN_MEAN),
                  column("completion", Metric.COMPLETION_MEAN),
                  column("rejected", Metric.POOL_REJECTED),
                  column("spurious", Metric.POOL_SPURIOUSLY_REJECTED))),
          new Group(
              "Provider CPU by kind of thread, in % of its CPUs",
              List.of(
                  column("business", Metric.PROVIDER_CPU_BUSINESS),
                  column("I/O", Metric.PROVIDER_CPU_IO),
                  column("GC", Metric.PROVIDER_CPU_GC),
                  column("JIT", Metric.PROVIDER_CPU_JIT),
                  column("involuntary switches/call", Metric.PROVIDER_INVOLUNTARY_SWITCHES),
                  column("run queue wait us", Metric.PROVIDER_RUN_QUEUE_WAIT),
                  column("GCs, ms", Metric.GC_COUNT, Metric.GC_PAUSE),
                  column("full GCs ms", Metric.FULL_GC_PAUSE))),
          new Group(
              "Load generator, host and stability",
              List.of(
                  column("CPU %", Metric.DRIVER_CPU),
                  column("CPU/call us", Metric.DRIVER_CPU_PER_CALL),
                  column("run queue wait us", Metric.DRIVER_RUN_QUEUE_WAIT),
                  column("GC ms", Metric.DRIVER_GC_PAUSE),
                  column("lag TP99 ms", Metric.LAG_TP99),
                  column("steal %", Metric.STEAL),
                  column("others %", Metric.OTHERS_CPU),
                  column("speed %", Metric.HOST_SPEED),
                  column("TPS drift %", Metric.TPS_DRIFT))));

  static Field<Row> column(String title, Metric... metrics) {
    return Table.figure(
            title,
            (Row row) -> {
              List<String> texts = Arrays.stream(metrics).map(row::text).toList();
              return texts.stream().allMatch(FigureText.UNKNOWN::equals)
                  ? FigureText.UNKNOWN
                  : String.join(" / ", texts);
            })
        .known();
  }

  void writeTo(Page page) {
    page.paragraph(configured() + ".");
    evaluation.run().opened(pool.name()).ifPresent(opened -> environment(opened, page));
    List<Row> rows = rows();
    List<String> reasons =
        rows.stream()
            .map(row -> ViolationText.of(row.level().verdict()))
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
    page.table(Table.of(rows, main(rows, reasons)));
    page.notes(reasons);
    Notes.reasons(pool)
        .forEach(
            (why, calls) -> page.paragraph(FigureText.counted(calls, "call") + " failed: " + why));
    repetitions(page);
    for (Group group : GROUPS) {
      List<Field<Row>> columns = new ArrayList<>(group.columns);
      columns.add(0, Table.text(pool.unit(), Row::name));
      page.table(group.title, Table.of(rows, columns));
    }
  }

  private List<Row> rows() {
    return pool.judged().levels().stream()
        .flatMap(
            level ->
                Stream.concat(
                    Stream.of(new Row(FigureText.count(level.load()), level)),
                    pool.judged().parts().stream()
                        .flatMap(part -> part(part, level.level()).stream())))
        .toList();
  }

  private Optional<Row> part(JudgedCell part, int level) {
    String name = part.name().substring(pool.name().length() + 1);
    return part.level(level)
        .map(of -> new Row("  " + name + " " + FigureText.count(of.load()), of));
  }

  private List<Field<Row>> main(List<Row> rows, List<String> reasons) {
    List<Field<Row>> columns = new ArrayList<>();
    columns.add(Table.text(pool.unit(), Row::name));
    columns.add(
        Table.text(
                "verdict",
                (Row row) -> {
                  Verdict verdict = row.level().verdict();
                  int note = reasons.indexOf(ViolationText.of(verdict)) + 1;
                  return verdict.kind() + (note == 0 ? "" : " (" + note + ")");
                })
            .toned(row -> Tones.of(row.level())));
    Metric.OF_TABLES.forEach(
        metric ->
            columns.add(Table.<Row>figure(metric.heading(), row -> row.text(metric)).known()));
    COUNTS.stream()
        .filter(
            count ->
                rows.stream()
                    .map(row -> count.of(row.level().together()))
                    .anyMatch(value -> value != null && value > 0))
        .forEach(count -> columns.add(Table.figure(count.title(), row -> row.text(count))));
    return columns;
  }

  /** The samples behind several repetitions. */
  private void repetitions(Page page) {
    if (pool.judged().measured() < 2) {
      return;
    }
    List<JudgedLevel> levels = pool.judged().levels();
    page.table(
        "By repetition",
        Table.of(
            levels,
            Table.figure(pool.unit(), level -> FigureText.count(level.load())),
            Table.text("TPS", level -> each(level, Metric.TPS)),
            Table.text("TP99 ms", level -> each(level, Metric.TP99)),
            Table.text("CPU/call us", level -> each(level, Metric.PROVIDER_CPU_PER_CALL))));
  }

  private static String each(JudgedLevel level, Metric metric) {
    return level.byRepetition(metric).stream()
        .map(metric::text)
        .collect(Collectors.joining(" \u00b7 "));
  }

  private String configured() {
    Cell cell = pool.judged().cell();
    return "Configured: pool %s, client %s%s, SLA %s%s"
        .formatted(
            ranPool().label(),
            cell.driver().client(),
            callers(cell.load().workload()),
            FigureText.sla(cell.sla()),
            cell.sla().upTo() == null
                ? ""
                : " up to " + FigureText.load(pool.workload(), cell.sla().upTo()));
  }

  /** The configured pool, completed by the one that was read back. */
  ConfiguredPool ranPool() {
    ConfiguredPool configured = pool.judged().cell().provider().pool();
    return evaluation
        .run()
        .opened(pool.name())
        .filter(opened -> opened.pool() != null)
        .map(opened -> configured.ran(opened.pool()))
        .orElse(configured);
  }

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

  private void environment(Entry.Opened opened, Page page) {
    page.paragraph(built(opened.pool()) + ".");
    CellEnvironment environment = opened.environment();
    page.paragraph(
        Stream.of(
                labelled("Provider on CPUs ", environment.providerCpus()),
                host(environment.providerHost()),
                labelled("load generator on ", environment.driverCpus())
                    + (environment.pinned() ? "" : " (not pinned)"),
                labelled("Redis ", environment.redis()),
                labelled("Dubbo ", environment.dubbo()),
                pct("CPU time of other processes before ", environment.otherPct()),
                pct("CPU speed before ", environment.speedPct()))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", ", "", ".")));
    if (opened.warmUp() != null) {
      LoadSchedule load = pool.judged().cell().load();
      Workload workload = load.capacity() == null ? load.workload() : load.ofCapacity().workload();
      page.paragraph(
          "Warm-up with %s for %s s, %s%s."
              .formatted(
                  FigureText.load(workload, opened.warmUp().level()),
                  FigureText.measure(opened.warmUp().seconds()),
                  opened.warmUp().steady() ? "stable" : "not stable",
                  labelled(": ", opened.warmUp().detail())));
    }
  }

  private static String labelled(String label, String text) {
    return text.isEmpty() ? "" : label + text;
  }

  private static String pct(String label, Double pct) {
    return pct == null ? "" : label + FigureText.pct(pct) + " %";
  }

  private static String host(CellEnvironment.ProviderHost host) {
    return host == null
        ? ""
        : "of %s (%s, %s; round trip %s ms)"
            .formatted(
                host.address(),
                host.host().os(),
                host.host().cpuModel(),
                FigureText.measure(host.roundTripMillis()));
  }

  private String built(EffectivePool built) {
    if (pool.judged().cell().provider() instanceof RemoteSettings remote) {
      return "Provider "
          + remote.url()
          + " was not started here: its pool, CPU time and times within it are unknown";
    }
    return built == null
        ? "Pool built: unknown"
        : "Pool built: %s, core %s, max %s%s"
            .formatted(
                built.executorClass(),
                threads(built.coreThreads()),
                threads(built.maxThreads()),
                built.queueClass() == null
                    ? ""
                    : ", queue " + built.queueClass() + queueLength(built.queueCapacity()));
  }

  private static String queueLength(Integer capacity) {
    return capacity == null || capacity == 0
        ? ""
        : capacity == Integer.MAX_VALUE
            ? " (bounded by memory only)"
            : " of " + FigureText.count(capacity);
  }

  private static String threads(Integer count) {
    return count == null
        ? FigureText.UNKNOWN
        : count == PoolConfig.UNBOUNDED ? "unbounded" : FigureText.count(count);
  }

  /** The columns whose titles do not explain them. */
  static Table legend() {
    return Table.of(
        List.of(
            List.of("TPn", "n-th percentile of the OK calls; - with fewer than 10 calls beyond it"),
            List.of("CPU %", "of the CPUs that the process may use"),
            List.of("availability %", "OK calls of all that were due"),
            List.of("active, queue", "threads with a task, tasks waiting: mean / max"),
            List.of("threads", "of the pool at the window's end"),
            List.of("spurious", "rejected with fewer unanswered calls than threads allowed"),
            List.of("involuntary switches/call", "context switches that preempted a thread"),
            List.of("run queue wait us", "mean wait of a runnable thread for a CPU"),
            List.of("lag TP99 ms", "delay of the load generator's own schedule"),
            List.of("steal %", "time that the hypervisor gave to other machines"),
            List.of("others %", "CPU time of processes outside the measurement")),
        Table.text("column", row -> row.get(0)),
        Table.text("meaning", row -> row.get(1)));
  }
}
