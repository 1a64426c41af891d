package io.poolbench.report;

import io.poolbench.api.PoolConfig;
import io.poolbench.result.CellResult;
import io.poolbench.result.Collections;
import io.poolbench.result.FigureText;
import io.poolbench.result.Latency;
import io.poolbench.result.Pacing;
import io.poolbench.result.ProviderUse;
import io.poolbench.result.Stage;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.ThreadRole;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A column of {@code steps.csv}: readers find it by its name, and a later version adds its own at
 * the end.
 *
 * @param name in the header, with its unit
 * @param value of a row; null where unknown
 */
record StepsCsvColumn(String name, Function<StepsCsvColumn.Row, Object> value) {
  /** All columns, in their order. */
  static final List<StepsCsvColumn> ALL =
      Stream.of(identity(), client(), server(), verdict(), pacing(), serverInDepth(), trust())
          .flatMap(List::stream)
          .toList();

  /** What a row is made of. */
  record Row(StudyResult result, CellResult cell, StepResult step) {
    PoolConfig pool() {
      return cell.cell().provider().pool();
    }

    Workload workload() {
      return cell.cell().load().workload();
    }

    /** The level where it counts this, such as {@code users}. */
    Integer levelOf(String setting) {
      return workload().setting().equals(setting) ? step.level() : null;
    }
  }

  /** What it says of a row; empty where unknown. */
  String text(Row row) {
    Object said = value.apply(row);
    return said instanceof Double figure
        ? FigureText.machine(figure)
        : PlainText.line(Objects.toString(said, ""));
  }

  private static List<StepsCsvColumn> identity() {
    return List.of(
        new StepsCsvColumn("study", row -> row.result.study()),
        new StepsCsvColumn("cell", row -> row.cell.cell().name()),
        new StepsCsvColumn("repetition", row -> row.cell.repetition()),
        step("step", StepResult::step),
        new StepsCsvColumn("threadpool", row -> row.pool().type().id()),
        new StepsCsvColumn("core_threads", row -> row.pool().coreThreads()),
        new StepsCsvColumn("threads", row -> row.pool().threads()),
        new StepsCsvColumn("queues", row -> row.pool().queues()),
        new StepsCsvColumn("client", row -> row.cell.cell().driver().client().id()),
        new StepsCsvColumn("model", row -> row.workload().id()),
        new StepsCsvColumn("users", row -> row.levelOf("users")),
        new StepsCsvColumn("rate", row -> row.levelOf("rate")));
  }

  private static List<StepsCsvColumn> client() {
    List<StepsCsvColumn> columns = new ArrayList<>();
    columns.add(step("seconds", StepResult::seconds));
    columns.add(step("calls", step -> step.calls().total()));
    columns.add(step("tps", StepResult::tps));
    columns.addAll(times("", StepResult::latency));
    columns.add(step("ok", step -> step.calls().ok()));
    columns.add(step("rejected", step -> step.calls().rejected()));
    columns.add(step("timeout", step -> step.calls().timeout()));
    columns.add(step("error", step -> step.calls().error()));
    columns.add(step("availability_pct", step -> step.calls().availabilityPct()));
    return columns;
  }

  private static List<StepsCsvColumn> server() {
    return List.of(
        provider("provider_cpu_pct", ProviderUse::cpuPct),
        step("driver_cpu_pct", step -> step.driver().cpuPct()),
        step("driver_cpu_us_per_call", step -> step.driver().cpuMicrosPerCall()),
        step("driver_alloc_bytes_per_call", step -> step.driver().allocBytesPerCall()),
        step("steal_pct", step -> step.host().stealPct()),
        // Of any kind; those of the whole heap stand apart further on.
        provider("gc_count", use -> all(use).count()),
        provider("gc_pause_ms", use -> all(use).pauseMillis()),
        provider("pool_active_max", use -> use.pool().activeMax()),
        provider("queue_max", use -> use.pool().queueMax()),
        provider("queue_wait_mean_ms", use -> use.queueWait().meanMillis()),
        provider("service_mean_ms", use -> use.service().meanMillis()),
        provider("redis_mean_ms", use -> use.redis().meanMillis()));
  }

  private static List<StepsCsvColumn> verdict() {
    return List.of(
        step("verdict", step -> step.verdict().kind()),
        step("reason", step -> step.verdict().reason()));
  }

  private static List<StepsCsvColumn> pacing() {
    List<StepsCsvColumn> columns = new ArrayList<>();
    columns.add(new StepsCsvColumn("think_time_mean_ms", row -> thinkMillis(row.workload())));
    columns.add(new StepsCsvColumn("arrivals", row -> arrivals(row.workload())));
    columns.add(step("unsent", step -> step.calls().unsent()));
    columns.add(step("backlog", step -> ofPacing(step, Pacing::backlog)));
    columns.add(step("cycle_mean_ms", StepResult::cycleMeanMillis));
    columns.addAll(times("from_send_", step -> ofPacing(step, Pacing::service)));
    columns.addAll(times("send_delay_", step -> ofPacing(step, Pacing::sendDelay)));
    columns.add(step("lag_tp99_ms", step -> ofPacing(step, Pacing::lagTp99Millis)));
    columns.add(step("tps_spread_pct", step -> step.stability().tpsSpreadPct()));
    columns.add(step("tp99_spread_pct", step -> step.stability().tp99SpreadPct()));
    return columns;
  }

  private static List<StepsCsvColumn> serverInDepth() {
    List<StepsCsvColumn> columns = new ArrayList<>();
    columns.add(provider("provider_cpu_us_per_call", ProviderUse::cpuMicrosPerCall));
    for (ThreadRole role : ThreadRole.values()) {
      columns.add(
          provider("provider_cpu_" + role.id() + "_pct", use -> use.cpuPctByRole().get(role)));
    }
    columns.add(provider("jit_pct_of_one_cpu", ProviderUse::jitPct));
    columns.add(
        provider("provider_voluntary_switches_per_call", use -> use.switches().voluntaryPerCall()));
    columns.add(
        provider(
            "provider_involuntary_switches_per_call", use -> use.switches().involuntaryPerCall()));
    columns.add(provider("provider_run_queue_wait_us", ProviderUse::runQueueWaitMicros));
    columns.add(provider("full_gc_count", use -> use.full().count()));
    columns.add(provider("full_gc_pause_ms", use -> use.full().pauseMillis()));
    columns.add(provider("pool_active_mean", use -> use.pool().activeMean()));
    columns.add(provider("pool_threads", use -> use.pool().threads()));
    columns.add(provider("queue_mean", use -> use.pool().queueMean()));
    columns.add(provider("pool_rejected", use -> use.pool().rejected()));
    columns.add(provider("pool_spuriously_rejected", use -> use.pool().spuriouslyRejected()));
    columns.add(stageTail("queue_wait", ProviderUse::queueWait));
    columns.add(stageTail("service", ProviderUse::service));
    columns.add(stageTail("redis", ProviderUse::redis));
    columns.add(provider("rest_mean_ms", use -> use.rest().meanMillis()));
    columns.add(stageTail("rest", ProviderUse::rest));
    return columns;
  }

  private static List<StepsCsvColumn> trust() {
    return List.of(
        step(
            "driver_voluntary_switches_per_call",
            step -> step.driver().switches().voluntaryPerCall()),
        step(
            "driver_involuntary_switches_per_call",
            step -> step.driver().switches().involuntaryPerCall()),
        step("driver_run_queue_wait_us", step -> step.driver().runQueueWaitMicros()),
        step("driver_gc_count", step -> step.driver().gcCount()),
        step("driver_gc_pause_ms", step -> step.driver().gcPauseMillis()),
        step("driver_busiest_thread_pct", step -> step.driver().busiestThreadPct()),
        step("driver_jit_pct", step -> step.driver().jitPct()),
        step("others_cpu_pct", step -> step.host().otherPct()),
        step("frequency_change_pct", step -> step.host().frequencyChangePct()),
        new StepsCsvColumn("others_cpu_before_pct", row -> row.cell.environment().otherPct()),
        new StepsCsvColumn("speed_before_pct", row -> row.cell.environment().speedPct()));
  }

  private static List<StepsCsvColumn> times(String prefix, Function<StepResult, Latency> times) {
    return List.of(
        time(prefix + "mean_ms", times, Latency::meanMillis),
        time(prefix + "tp50_ms", times, Latency::tp50Millis),
        time(prefix + "tp90_ms", times, Latency::tp90Millis),
        time(prefix + "tp99_ms", times, Latency::tp99Millis),
        time(prefix + "tp999_ms", times, Latency::tp999Millis),
        time(prefix + "max_ms", times, Latency::maxMillis));
  }

  private static StepsCsvColumn time(
      String name, Function<StepResult, Latency> times, Function<Latency, Double> figure) {
    return step(
        name,
        step -> {
          Latency latency = times.apply(step);
          return latency == null ? null : figure.apply(latency);
        });
  }

  private static StepsCsvColumn stageTail(String stage, Function<ProviderUse, Stage> of) {
    return provider(stage + "_tp99_ms", use -> of.apply(use).tp99Millis());
  }

  private static StepsCsvColumn provider(String name, Function<ProviderUse, Object> value) {
    return step(name, step -> value.apply(step.provider()));
  }

  private static StepsCsvColumn step(String name, Function<StepResult, Object> value) {
    return new StepsCsvColumn(name, row -> value.apply(row.step));
  }

  private static Collections all(ProviderUse use) {
    return use.young().plus(use.full());
  }

  private static <T> T ofPacing(StepResult step, Function<Pacing, T> figure) {
    return step.pacing() == null ? null : figure.apply(step.pacing());
  }

  private static Double thinkMillis(Workload workload) {
    return workload instanceof Workload.Closed closed
        ? Double.valueOf(closed.thinkTime().meanMicros() / 1000.0)
        : null;
  }

  private static String arrivals(Workload workload) {
    return workload instanceof Workload.Open open ? open.arrivals().id() : null;
  }
}
