package io.poolbench.report;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tables below a cell's SLA table: delays of an open loop, activity of the provider and its
 * pool, and disturbance by the driver and the host.
 */
final class CellTables {
  private static final List<StepColumn> DELAYS =
      List.of(
          StepColumn.of("response", Metric.TP50, Metric.TP99, Metric.TP999),
          StepColumn.of(
              "from send", Metric.FROM_SEND_TP50, Metric.FROM_SEND_TP99, Metric.FROM_SEND_TP999),
          StepColumn.of(
              "send delay",
              Metric.SEND_DELAY_TP50,
              Metric.SEND_DELAY_TP99,
              Metric.SEND_DELAY_TP999),
          StepColumn.of(Metric.UNSENT),
          StepColumn.of(Metric.BACKLOG));

  private static final List<StepColumn> POOL =
      List.of(
          StepColumn.of("active", Metric.POOL_ACTIVE_MEAN, Metric.POOL_ACTIVE_MAX),
          StepColumn.of("threads", Metric.POOL_THREADS_BEFORE, Metric.POOL_THREADS),
          StepColumn.of("queue", Metric.QUEUE_MEAN, Metric.QUEUE_MAX),
          StepColumn.of("queue wait ms", Metric.QUEUE_WAIT_MEAN, Metric.QUEUE_WAIT_TP99),
          StepColumn.of("service ms", Metric.SERVICE_MEAN, Metric.SERVICE_TP99),
          StepColumn.of("Redis ms", Metric.REDIS_MEAN, Metric.REDIS_TP99),
          StepColumn.of("application ms", Metric.APPLICATION_MEAN, Metric.APPLICATION_TP99),
          StepColumn.of("open", Metric.ASYNC_OPEN_MEAN),
          StepColumn.of("completion ms", Metric.COMPLETION_MEAN, Metric.COMPLETION_TP99),
          StepColumn.of("rejected", Metric.POOL_REJECTED),
          StepColumn.of("spurious", Metric.POOL_SPURIOUSLY_REJECTED));

  private static final List<StepColumn> CPU =
      List.of(
          StepColumn.of("business", Metric.PROVIDER_CPU_BUSINESS),
          StepColumn.of("I/O", Metric.PROVIDER_CPU_IO),
          StepColumn.of("Redis", Metric.PROVIDER_CPU_REDIS),
          StepColumn.of("GC", Metric.PROVIDER_CPU_GC),
          StepColumn.of("JIT", Metric.PROVIDER_CPU_JIT),
          StepColumn.of("other", Metric.PROVIDER_CPU_OTHER),
          StepColumn.of(
              "switches/call",
              Metric.PROVIDER_VOLUNTARY_SWITCHES,
              Metric.PROVIDER_INVOLUNTARY_SWITCHES),
          StepColumn.of(Metric.PROVIDER_RUN_QUEUE_WAIT),
          StepColumn.of("GCs", Metric.GC_COUNT, Metric.GC_PAUSE),
          StepColumn.of("full GCs", Metric.FULL_GC_COUNT, Metric.FULL_GC_PAUSE));

  private static final List<StepColumn> QUALITY =
      List.of(
          StepColumn.of("CPU %", Metric.DRIVER_CPU),
          StepColumn.of("JIT %", Metric.DRIVER_JIT),
          StepColumn.of("CPU/call us", Metric.DRIVER_CPU_PER_CALL),
          StepColumn.of("B/call", Metric.DRIVER_ALLOCATION_PER_CALL),
          StepColumn.of("run queue wait us", Metric.DRIVER_RUN_QUEUE_WAIT),
          StepColumn.of("GC ms", Metric.DRIVER_GC_PAUSE),
          StepColumn.of("lag TP99 ms", Metric.LAG_TP99),
          StepColumn.of("steal %", Metric.STEAL),
          StepColumn.of("others %", Metric.OTHERS_CPU),
          StepColumn.of("frequency %", Metric.FREQUENCY_CHANGE),
          StepColumn.of("drift %", Metric.TPS_DRIFT),
          StepColumn.of("spread %", Metric.TPS_SPREAD, Metric.TP99_SPREAD));

  private final CellResult cell;

  CellTables(CellResult cell) {
    this.cell = cell;
  }

  void writeTo(Page page) throws IOException {
    if (cell.cell().load().workload() instanceof Workload.Open) {
      write(page, "Response time, time from send and send delay, in ms", DELAYS);
    }
    write(page, "Pool and stages of a call in the provider", POOL);
    write(page, "Provider CPU by kind of thread, in % of its CPUs", CPU);
    write(page, "Driver, host and stability", QUALITY);
  }

  private void write(Page page, String title, List<StepColumn> columns) throws IOException {
    List<StepColumn> all = new ArrayList<>();
    all.add(StepColumn.level(cell.cell().load().workload()));
    all.addAll(columns);
    Optional<Table> table = StepColumn.table(all, cell.stepsByLevel());
    if (table.isPresent()) {
      page.heading(3, title);
      page.table(table.get());
    }
  }
}
