package io.poolbench.report;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Units;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that was measured of one cell: its environment, and a row for each level. */
record PoolTables(Evaluation evaluation, EstimatedCell pool) {
  /** The outcomes of calls other than OK; a table has those of which there are any. */
  private static final List<Metric> COUNTS =
      List.of(Metric.REJECTED, Metric.TIMEOUT, Metric.ERROR, Metric.UNSENT);

  /** A row: a level, or a group or phase of it. */
  record Row(String name, JudgedLevel level) {
    String text(Metric metric) {
      return metric.text(level.together());
    }

    Double value(Metric metric) {
      return metric.of(level.together());
    }
  }

  /** A column of a metric, left out where it is unknown in all rows. */
  static Field<Row> column(Metric metric) {
    return Table.figure(metric.heading(), (Row row) -> row.text(metric)).known();
  }

  /** A row for each level of a pool, each followed by rows for its groups or phases. */
  static List<Row> rows(
      EstimatedCell pool, Function<JudgedLevel, String> whole, BinaryOperator<String> part) {
    List<Row> rows = new ArrayList<>();
    for (JudgedLevel level : pool.judged().levels()) {
      rows.add(new Row(whole.apply(level), level));
      for (JudgedCell each : pool.judged().parts()) {
        String name = each.name().substring(pool.name().length() + 1);
        each.level(level.level())
            .ifPresent(
                own ->
                    rows.add(new Row(part.apply("  " + name, FigureText.count(own.load())), own)));
      }
    }
    return rows;
  }

  void writeTo(Page page) {
    page.table(facts());
    List<Row> rows =
        rows(pool, level -> FigureText.count(level.load()), (name, load) -> name + " " + load);
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
    page.table("Further metrics by " + pool.unit(), metrics(rows));
  }

  /** All metrics that are known and not in the main table: a row each. */
  private static Table metrics(List<Row> rows) {
    List<Field<Metric>> columns = new ArrayList<>();
    columns.add(Table.text("metric", Metric::heading));
    rows.forEach(row -> columns.add(Table.figure(row.name().strip(), row::text)));
    return Table.of(
        Arrays.stream(Metric.values())
            .filter(metric -> !Metric.OF_TABLES.contains(metric))
            .filter(metric -> rows.stream().anyMatch(row -> row.value(metric) != null))
            .toList(),
        columns);
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
    Metric.OF_TABLES.forEach(metric -> columns.add(column(metric)));
    COUNTS.stream()
        .filter(
            count ->
                rows.stream()
                    .map(row -> row.value(count))
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

  private record Fact(String name, String text) {}

  /** What ran, as configured and as read back. */
  private Table facts() {
    Cell cell = pool.judged().cell();
    Integer upTo = cell.sla().upTo();
    Optional<Entry.Opened> opened = evaluation.run().opened(pool.name());
    Optional<CellEnvironment> found = opened.map(Entry.Opened::environment);
    return Table.of(
        Stream.of(
                new Fact("pool", ranPool().label()),
                new Fact("executor", opened.map(each -> executor(each.pool())).orElse("")),
                new Fact("client", cell.driver().client() + callers(cell.load().workload())),
                new Fact(
                    "SLA",
                    FigureText.sla(cell.sla())
                        + (upTo == null ? "" : " up to " + FigureText.load(pool.workload(), upTo))),
                new Fact("provider's CPUs", text(found, CellEnvironment::providerCpus)),
                new Fact("provider's host", text(found, each -> host(each.providerHost()))),
                new Fact(
                    "driver's CPUs",
                    text(found, each -> each.driverCpus() + (each.pinned() ? "" : ", not pinned"))),
                new Fact("Redis", text(found, CellEnvironment::redis)),
                new Fact("Dubbo", text(found, CellEnvironment::dubbo)),
                new Fact("warm-up", opened.map(Entry.Opened::warmUp).map(this::warmUp).orElse("")))
            .filter(fact -> !fact.text().isEmpty())
            .toList(),
        Table.text("fact", Fact::name),
        Table.text("", Fact::text));
  }

  private static String text(
      Optional<CellEnvironment> found, Function<CellEnvironment, String> text) {
    return found.map(text).orElse("");
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
    if (workload instanceof Workload.Closed closed && closed.hasThinkTime()) {
      return ", think time %s ms"
          .formatted(FigureText.exact(closed.thinkTimeMicros() / Units.MICROS_PER_MILLI));
    }
    return "";
  }

  private String warmUp(Entry.WarmUp warmUp) {
    LoadSchedule load = pool.judged().cell().load();
    Workload workload = load.capacity() == null ? load.workload() : load.ofCapacity().workload();
    return "%s for %s s, %s%s"
        .formatted(
            FigureText.load(workload, warmUp.level()),
            FigureText.measure(warmUp.seconds()),
            warmUp.steady() ? "stable" : "not stable",
            warmUp.detail().isEmpty() ? "" : ": " + warmUp.detail());
  }

  private static String host(CellEnvironment.ProviderHost host) {
    return host == null
        ? ""
        : "%s (%s, %s; round trip %s ms)"
            .formatted(
                host.address(),
                host.host().os(),
                host.host().cpuModel(),
                FigureText.measure(host.roundTripMillis()));
  }

  private String executor(EffectivePool built) {
    if (pool.judged().cell().provider() instanceof RemoteSettings remote) {
      return remote.url()
          + " was not started here: its pool, CPU time and times within it are unknown";
    }
    return built == null
        ? "unknown"
        : "%s, core %s, max %s%s"
            .formatted(
                built.executorClass(),
                threads(built.coreThreads()),
                threads(built.maxThreads()),
                built.queueClass() == null
                    ? ""
                    : ", " + built.queueClass() + queueLength(built.queueCapacity()));
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
}
