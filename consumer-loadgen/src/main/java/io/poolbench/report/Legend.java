package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.Percentile;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;

/** The legend of a cell's tables, for columns that their titles do not explain. */
final class Legend {
  private static final List<List<String>> ALL =
      List.of(
          row(
              "TPn",
              "n-th percentile of OK calls; - with fewer than "
                  + Percentile.CALLS_BEYOND
                  + " calls beyond it"),
          row("CPU %", "of the CPUs that the process may use"),
          row("availability %", "OK calls of all that were due"),
          row("active, queue", "threads with a task, tasks waiting: mean / max"),
          row("threads", "of the pool: at the window's beginning / at its end"),
          row("... ms", "in the provider: mean / TP99; application: service without Redis"),
          row("spurious", "rejected with fewer unanswered calls than threads allowed"),
          row("switches/call", "context switches per call: voluntary / involuntary"),
          row("run queue wait us", "mean wait of a runnable thread for a CPU"),
          row("GCs, full GCs", "collections: count / ms of pauses"),
          row("lag TP99 ms", "delay of the driver's own schedule"),
          row("steal %", "of the CPUs hit hardest: time that the hypervisor gave to others"),
          row("others %", "likewise: CPU time of processes outside the measurement"),
          row("frequency %", "change of the CPUs' mean frequency"),
          row("drift %", "change of TPS within a window beyond its noise"),
          row("spread %", "TPS / TP99: highest part of the window over the lowest"));

  private static final List<List<String>> OPEN_LOOP =
      List.of(
          row("unsent", "due, but not sent: too many calls in flight"),
          row("response", "from the intended start: TP50 / TP99 / TP999"),
          row("from send", "from the actual start, likewise"),
          row("send delay", "from the intended to the actual start, of all calls"),
          row("backlog", "due, but still pending in the driver at the step's end"));

  private Legend() {}

  static Table of(List<CellResult> cells) {
    List<List<String>> rows = new ArrayList<>(ALL);
    if (cells.stream().anyMatch(cell -> cell.cell().load().workload() instanceof Workload.Open)) {
      rows.addAll(OPEN_LOOP);
    }
    return new Table(List.of(Column.text("column"), Column.text("meaning")), rows);
  }

  private static List<String> row(String column, String meaning) {
    return List.of(column, meaning);
  }
}
