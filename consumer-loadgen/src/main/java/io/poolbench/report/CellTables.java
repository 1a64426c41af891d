package io.poolbench.report;

import static io.poolbench.report.StepColumn.beside;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.Collections;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.FigureText;
import io.poolbench.result.Latency;
import io.poolbench.result.Pacing;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stability;
import io.poolbench.result.Stage;
import io.poolbench.result.StepResult;
import io.poolbench.result.ThreadRole;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The tables that stand behind a cell's SLA table: why it is so, and how far to trust it. */
final class CellTables {
  private final CellResult cell;

  CellTables(CellResult cell) {
    this.cell = cell;
  }

  void writeTo(Page page) throws IOException {
    write(page, "Response time, service time and send delay, in ms", delays());
    write(page, "What the provider did", pool());
    write(page, "Where the provider's CPU went, in % of its CPUs", cpu());
    write(page, "How far to trust it", trust());
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

  private static List<StepColumn> delays() {
    return List.of(
        ofOpenLoop("response", (step, pacing) -> tail(step.latency())),
        ofOpenLoop("service", (step, pacing) -> tail(pacing.service())),
        ofOpenLoop("send delay", (step, pacing) -> tail(pacing.sendDelay())),
        ofOpenLoop("unsent", (step, pacing) -> FigureText.count(step.calls().unsent())),
        ofOpenLoop("backlog", (step, pacing) -> FigureText.count(pacing.backlog())));
  }

  private static StepColumn ofOpenLoop(String title, BiFunction<StepResult, Pacing, String> text) {
    return figure(
        title,
        step ->
            step.pacing() == null || step.pacing().service() == null
                ? FigureText.UNKNOWN
                : text.apply(step, step.pacing()));
  }

  private static String tail(Latency times) {
    return beside(
        FigureText.measure(times.tp50Millis()),
        FigureText.measure(times.tp99Millis()),
        FigureText.measure(times.tp999Millis()));
  }

  private static List<StepColumn> pool() {
    return List.of(
        provider(
            "active",
            use ->
                beside(FigureText.measure(use.pool().activeMean()), count(use.pool().activeMax()))),
        provider(
            "queue",
            use ->
                beside(FigureText.measure(use.pool().queueMean()), count(use.pool().queueMax()))),
        provider("queue wait ms", use -> stage(use.queueWait())),
        provider("service ms", use -> stage(use.service())),
        provider("Redis ms", use -> stage(use.redis())),
        provider("rest ms", use -> stage(use.rest())),
        provider("rejected", use -> count(use.pool().rejected())),
        provider("falsely", use -> count(use.pool().spuriouslyRejected())));
  }

  private static List<StepColumn> cpu() {
    List<StepColumn> columns = new ArrayList<>();
    for (ThreadRole role : ThreadRole.values()) {
      columns.add(provider(title(role), use -> FigureText.pct(use.cpuPctByRole().get(role))));
    }
    columns.add(provider("switches/call", use -> switches(use.switches())));
    columns.add(provider("run queue us", use -> FigureText.measure(use.runQueueWaitMicros())));
    columns.add(provider("young GC", use -> collections(use.young())));
    columns.add(provider("full GC", use -> collections(use.full())));
    return columns;
  }

  private static List<StepColumn> trust() {
    return List.of(
        figure("CPU %", step -> FigureText.pct(step.driver().cpuPct())),
        figure("JIT %", step -> FigureText.pct(step.driver().jitPct())),
        figure("us/call", step -> FigureText.measure(step.driver().cpuMicrosPerCall())),
        figure("B/call", step -> FigureText.measure(step.driver().allocBytesPerCall())),
        figure("run queue us", step -> FigureText.measure(step.driver().runQueueWaitMicros())),
        figure("GC ms", step -> FigureText.measure(step.driver().gcPauseMillis())),
        figure(
            "lag TP99 ms",
            step ->
                FigureText.measure(step.pacing() == null ? null : step.pacing().lagTp99Millis())),
        figure("steal %", step -> FigureText.pct(step.host().stealPct())),
        figure("others %", step -> FigureText.pct(step.host().otherPct())),
        figure("frequency %", step -> FigureText.pct(step.host().frequencyChangePct())),
        figure(
            "spread %",
            step ->
                beside(
                    FigureText.pct(step.stability().tpsSpreadPct()),
                    FigureText.pct(step.stability().tp99SpreadPct()))),
        new StepColumn(Column.text("settled"), step -> settled(step.stability()), true));
  }

  private static StepColumn figure(String title, Function<StepResult, String> text) {
    return StepColumn.whereKnown(title, text);
  }

  private static StepColumn provider(String title, Function<ProviderUse, String> text) {
    return figure(title, step -> text.apply(step.provider()));
  }

  private static String title(ThreadRole role) {
    return switch (role) {
      case IO -> "I/O";
      case REDIS -> "Redis";
      case GC, JIT -> role.name();
      case BUSINESS, OTHER -> role.id();
    };
  }

  private static String settled(Stability stability) {
    Boolean settled = stability.settled();
    return settled == null ? FigureText.UNKNOWN : settled ? "yes" : "NOT";
  }

  private static String stage(Stage stage) {
    return beside(FigureText.measure(stage.meanMillis()), FigureText.measure(stage.tp99Millis()));
  }

  private static String switches(ContextSwitches switches) {
    return beside(
        FigureText.measure(switches.voluntaryPerCall()),
        FigureText.measure(switches.involuntaryPerCall()));
  }

  private static String collections(Collections collections) {
    return beside(count(collections.count()), FigureText.measure(collections.pauseMillis()));
  }

  private static String count(Number count) {
    return count == null ? FigureText.UNKNOWN : FigureText.count(count.longValue());
  }
}
