package io.poolbench.prometheus;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calls;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.study.LiveSnapshot;
import io.poolbench.study.StudyListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How studies get on, as metrics of a Prometheus: what the driver's listener is told, a few times a
 * second at most, and never a call. Times are in seconds; what is unknown is NaN. Results come from
 * whole steps and from {@code result.json}: these are for watching.
 *
 * <p>Told on one thread, read by any.
 */
public final class DriverMetrics implements StudyListener {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final String COMPLETE = "complete";
  private static final String BROKE_OFF = "broke_off";

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Info study;
  private final Info cell;
  private final Gauge load;
  private final Counter calls;
  private final Gauge glimpseTps;
  private final Gauge glimpseTp99;
  private final Gauge stepTps;
  private final Gauge stepTp99;
  private final Counter steps;
  private final Gauge planned;
  private final Counter finished;
  private volatile OptionalInt providerMetricsPort = OptionalInt.empty();

  public DriverMetrics() {
    study =
        Info.builder()
            .name("poolbench_study_info")
            .help("The study that runs.")
            .labelNames("study", "poolbench")
            .register(registry);
    cell =
        Info.builder()
            .name("poolbench_cell_info")
            .help("The cell that runs, or ran last.")
            .labelNames("cell", "repetition", "pool")
            .register(registry);
    load =
        Gauge.builder()
            .name("poolbench_load")
            .help("The load that is held: users of a closed loop, or requests per second.")
            .labelNames("model")
            .register(registry);
    calls =
        Counter.builder()
            .name("poolbench_calls_total")
            .help("Calls that ended while the driver looked, in warm-up and in steps, by outcome.")
            .labelNames("outcome")
            .register(registry);
    glimpseTps = gauge("poolbench_glimpse_tps", "Calls answered OK per second, of late.");
    glimpseTp99 =
        gauge("poolbench_glimpse_tp99_seconds", "TP99 of the response times of OK calls, of late.");
    stepTps = gauge("poolbench_step_tps", "Calls answered OK per second, in the last whole step.");
    stepTp99 =
        gauge(
            "poolbench_step_tp99_seconds",
            "TP99 of the response times of OK calls, in the last whole step.");
    steps =
        Counter.builder()
            .name("poolbench_steps_total")
            .help("Steps measured, by what they say about the SLA.")
            .labelNames("verdict")
            .register(registry);
    planned = gauge("poolbench_cells_planned", "Cells of the study that runs, repetitions too.");
    finished =
        Counter.builder()
            .name("poolbench_cells_finished_total")
            .help("Cells that have ended.")
            .labelNames("ending")
            .register(registry);
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    CounterWithCallback.builder()
        .name("process_cpu_seconds_total")
        .help("CPU time of the driver.")
        .callback(callback -> callback.call(os.getProcessCpuTime() / 1e9))
        .register(registry);
    for (Verdict.Kind verdict : Verdict.Kind.values()) {
      steps.initLabelValues(label(verdict));
    }
    finished.initLabelValues(COMPLETE);
    finished.initLabelValues(BROKE_OFF);
    count(new Calls(0, 0, 0, 0, 0));
    forgetCell();
  }

  /** What is told. */
  public PrometheusRegistry registry() {
    return registry;
  }

  /** Where the provider of the cell that runs tells its own metrics; empty without one. */
  OptionalInt providerMetricsPort() {
    return providerMetricsPort;
  }

  /**
   * A study begins.
   *
   * @param version of poolbench
   */
  public void studyStarted(Study begun, String version) {
    Objects.requireNonNull(begun, "begun");
    study.setLabelValues(begun.name(), version);
    planned.set((double) begun.cells().size() * begun.repetitions().count());
  }

  @Override
  public void cellStarted(Cell begun, int repetition, int number, int of) {
    forgetCell();
    cell.setLabelValues(
        begun.name(), Integer.toString(repetition), begun.provider().pool().label());
  }

  @Override
  public void providerReady(Cell running, int metricsPort) {
    providerMetricsPort = OptionalInt.of(metricsPort);
  }

  @Override
  public void glimpsed(Cell running, LiveSnapshot snapshot) {
    holds(running, snapshot.level());
    count(snapshot.calls());
    glimpseTps.set(snapshot.tps());
    glimpseTp99.set(seconds(snapshot.tp99Millis()));
  }

  @Override
  public void stepStarted(Cell running, int step, int level) {
    holds(running, level);
  }

  @Override
  public void stepDisturbed(Cell running, StepResult step, Duration left) {
    steps.labelValues(label(step.verdict().kind())).inc();
  }

  @Override
  public void stepFinished(Cell running, StepResult step) {
    stepTps.set(step.tps());
    stepTp99.set(seconds(step.latency().tp99Millis()));
    steps.labelValues(label(step.verdict().kind())).inc();
  }

  @Override
  public void cellFinished(CellResult ended) {
    finished.labelValues(ended.failed() ? BROKE_OFF : COMPLETE).inc();
    providerMetricsPort = OptionalInt.empty();
    forgetCell();
  }

  @Override
  public void note(String text) {}

  @Override
  public void calibrationStarted(Calibration target) {}

  @Override
  public void calibrationStep(String text) {}

  @Override
  public void calibrated(Calibrated calibration) {}

  @Override
  public void warming(Cell running, CellEnvironment environment) {}

  @Override
  public void warmed(Cell running, WarmUp warmUp) {}

  /** No figure of one cell may pass for the next one's. */
  private void forgetCell() {
    load.clear();
    glimpseTps.set(Double.NaN);
    glimpseTp99.set(Double.NaN);
    stepTps.set(Double.NaN);
    stepTp99.set(Double.NaN);
  }

  private void holds(Cell running, int level) {
    load.labelValues(running.load().workload().id()).set(level);
  }

  private void count(Calls ended) {
    calls.labelValues("ok").inc(ended.ok());
    calls.labelValues("rejected").inc(ended.rejected());
    calls.labelValues("timeout").inc(ended.timeout());
    calls.labelValues("error").inc(ended.error());
    calls.labelValues("unsent").inc(ended.unsent());
  }

  private Gauge gauge(String name, String help) {
    return Gauge.builder().name(name).help(help).register(registry);
  }

  private static double seconds(Double millis) {
    return millis == null ? Double.NaN : millis / MILLIS_PER_SECOND;
  }

  private static String label(Verdict.Kind verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}
