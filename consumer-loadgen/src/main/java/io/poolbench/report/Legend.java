package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.Stability;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;

/** What the columns of a cell's tables say that their titles do not. */
final class Legend {
  private static final List<List<String>> EVERY_LOOP =
      List.of(
          List.of(
              "TPn",
              "n-th percentile of OK calls; left out with fewer than "
                  + Percentile.CALLS_BEYOND
                  + " calls beyond it"),
          List.of("CPU %", "of the CPUs that the process may use"),
          List.of("us/call", "CPU time per call"),
          List.of("avail %", "OK calls of all that were due"),
          List.of("active, queue", "threads at work, tasks waiting: mean / most seen"),
          List.of("... ms", "in the provider: mean / TP99; rest: service without Redis"),
          List.of("falsely", "rejected with fewer calls unanswered than threads allowed"),
          List.of("switches/call", "context switches per call: voluntary / involuntary"),
          List.of("run queue us", "a thread's mean wait for a CPU each time that it gets one"),
          List.of("young GC, full GC", "collections: how many / ms in them"),
          List.of("lag TP99 ms", "how late the driver itself was"),
          List.of("steal %", "of the CPUs hit hardest: time that the hypervisor gave to others"),
          List.of("others %", "likewise: time of processes that take no part in the measurement"),
          List.of("frequency %", "how far the CPUs' mean frequency changed"),
          List.of("spread %", "TPS / TP99: the highest of the window's parts over the lowest"),
          List.of(
              "settled",
              "TPS spreads by at most "
                  + FigureText.exact(Stability.TPS_BAND_PCT)
                  + " %, TP99 by at most "
                  + FigureText.exact(Stability.TP99_BAND_PCT)
                  + " %"));

  private static final List<List<String>> OPEN_LOOP =
      List.of(
          List.of("unsent", "due, but given up in the driver, as too many were in flight"),
          List.of("response", "from when a request was due: TP50 / TP99 / TP999"),
          List.of("service", "from when it was sent, likewise"),
          List.of("send delay", "from when it was due to when it was sent, of all calls"),
          List.of("backlog", "waited in the driver at the step's end"));

  private Legend() {}

  /** The legend of what these cells can show. */
  static Table of(List<CellResult> cells) {
    List<List<String>> rows = new ArrayList<>(EVERY_LOOP);
    if (cells.stream().anyMatch(cell -> cell.cell().load().workload() instanceof Workload.Open)) {
      rows.addAll(OPEN_LOOP);
    }
    return new Table(List.of(Column.text("column"), Column.text("says")), rows);
  }
}
