package io.poolbench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Calls;
import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Unit;
import io.poolbench.result.Verdict;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyListener.LiveSnapshot;
import io.poolbench.run.StudyPlan;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The progress of studies as Prometheus metrics, for monitoring only. They are updated by a study's
 * events, a few times a second at most and never per call. Times are in seconds; unknown values are
 * NaN.
 *
 * <p>Updated by one thread, read by any.
 */
public final class DriverMetrics implements StudyListener {
  private static final double MILLIS_PER_SECOND = 1000;
  private static final String COMPLETE = "complete";
  private static final String BROKE_OFF = "broke_off";
  private static final String KEPT = "kept";
  private static final String DISCARDED = "discarded";

  /** Access from another host requires a Prometheus on this host, or a tunnel. */
  private static final String LOOPBACK = "127.0.0.1";

  private static final String PAGE = "/";
  private static final String TARGETS = "/targets";
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Info study = info("study", "The running study.", "study", "poolbench");
  private final Info cell = info("cell", "The running or last cell.", "cell", "repetition", "pool");
  private final Gauge load =
      gauge("load", "The present load: users of a closed loop, or requests per second.", "model");
  private final Counter calls =
      counter("calls", "Calls that ended, in warm-up and in steps, by outcome.", "outcome");
  private final Gauge liveTps = gauge("live_tps", "TPS of the last part of a window.");
  private final Gauge liveTp99 = gauge("live_tp99_seconds", "TP99 of the last part of a window.");
  private final Map<Metric, Gauge> stepMetrics =
      Map.of(Metric.TPS, stepGauge(Metric.TPS), Metric.TP99, stepGauge(Metric.TP99));
  private final Counter steps = counter("steps", "Steps measured, by verdict.", "verdict");
  private final Counter blocks =
      counter("blocks", "Blocks of paired studies, discarded ones too.", "outcome");
  private final Gauge planned =
      gauge("cells_planned", "Cells of all studies so far, with repetitions, without kept ones.");
  private final Counter finished = counter("cells_finished", "Cells that ended.", "ending");
  private final LivePage page = new LivePage();
  private volatile OptionalInt providerMetricsPort = OptionalInt.empty();
  private Set<String> counted = new HashSet<>();
  private int repetition = 1;

  public DriverMetrics() {
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    CounterWithCallback.builder()
        .name("process_cpu_seconds_total")
        .help("CPU time of the driver.")
        .callback(callback -> callback.call(os.getProcessCpuTime() / 1e9))
        .register(registry);
    for (Verdict.Kind verdict : Verdict.Kind.values()) {
      steps.initLabelValues(label(verdict));
    }
    blocks.initLabelValues(KEPT);
    blocks.initLabelValues(DISCARDED);
    finished.initLabelValues(COMPLETE);
    finished.initLabelValues(BROKE_OFF);
    count(new Calls(0, 0, 0, 0, 0));
    clearCell();
  }

  private Info info(String name, String help, String... labels) {
    return Info.builder()
        .name("poolbench_" + name + "_info")
        .help(help)
        .labelNames(labels)
        .register(registry);
  }

  private Counter counter(String name, String help, String label) {
    return Counter.builder()
        .name("poolbench_" + name + "_total")
        .help(help)
        .labelNames(label)
        .register(registry);
  }

  private Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder()
        .name("poolbench_" + name)
        .help(help)
        .labelNames(labels)
        .register(registry);
  }

  private Gauge stepGauge(Metric metric) {
    return gauge(
        "step_" + metric.id() + (metric.unit().isTime() ? "_seconds" : ""),
        metric.title() + " of the last step.");
  }

  public PrometheusRegistry registry() {
    return registry;
  }

  /** The live page, which must receive the study's events too. */
  public LivePage page() {
    return page;
  }

  /**
   * Serves on threads of its own, on loopback only: the page at {@code /}, the metrics to
   * Prometheus at {@code /metrics}, and {@code /targets} with the address of the running provider's
   * metrics for HTTP service discovery (a JSON array of target groups), because each cell starts a
   * provider on another port.
   *
   * @param port 0 = any free one
   * @throws IOException if the port is taken
   */
  public MetricsServer serve(int port) throws IOException {
    return new MetricsServer(
        HTTPServer.builder()
            .hostname(LOOPBACK)
            .port(port)
            .registry(registry)
            .defaultHandler(this::serve)
            .buildAndStart());
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!path.equals(TARGETS) && !path.equals(PAGE)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else if (path.equals(PAGE)) {
        page.send(exchange);
      } else {
        ArrayNode groups = new ObjectMapper().createArrayNode();
        providerMetricsPort.ifPresent(
            port -> groups.addObject().putArray("targets").add(LOOPBACK + ":" + port));
        byte[] json = new ObjectMapper().writeValueAsBytes(groups);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, json.length);
        exchange.getResponseBody().write(json);
      }
    }
  }

  public record MetricsServer(HTTPServer server) implements AutoCloseable {
    /** The server's address, such as {@code http://127.0.0.1:9464}. */
    public String url() {
      return "http://" + LOOPBACK + ":" + server.getPort();
    }

    @Override
    public void close() {
      server.close();
    }
  }

  public void studyStarted(Study begun, String version) {
    Objects.requireNonNull(begun, "begun");
    study.setLabelValues(begun.name(), version);
    // The counter of finished cells covers all studies of a run, too.
    planned.inc((double) begun.cells().size() * begun.repetitions().count());
    counted = begun.cells().stream().map(Cell::name).collect(Collectors.toCollection(HashSet::new));
  }

  @Override
  public void resumed(StudyPlan plan) {
    planned.dec(plan.measured().size());
  }

  @Override
  public void cellStarted(Cell begun, int repetition, int number, int of) {
    clearCell();
    label(begun, repetition);
  }

  private void label(Cell running, int number) {
    cell.setLabelValues(
        running.name(), Integer.toString(number), running.provider().pool().label());
  }

  @Override
  public void pairedStarted(List<Cell> cells, int number, int of) {
    clearCell();
    // The cells that verify a recommendation are not the study's.
    planned.inc((double) cells.stream().filter(each -> counted.add(each.name())).count());
    repetition = number;
  }

  @Override
  public void sliceStarted(Cell running, int level, int left) {
    label(running, repetition);
    level(running, level);
  }

  @Override
  public void blockFinished(List<Cell> cells, List<BlockSample> samples) {
    boolean discarded = samples.stream().anyMatch(BlockSample::discarded);
    blocks.labelValues(discarded ? DISCARDED : KEPT).inc();
  }

  @Override
  public void providerReady(Cell running, int metricsPort) {
    providerMetricsPort = OptionalInt.of(metricsPort);
  }

  @Override
  public void sampled(Cell running, LiveSnapshot snapshot) {
    level(running, snapshot.level());
    count(snapshot.calls());
    liveTps.set(snapshot.tps());
    liveTp99.set(seconds(snapshot.tp99Millis()));
  }

  @Override
  public void stepStarted(Cell running, int step, int level) {
    level(running, level);
  }

  @Override
  public void stepDisturbed(Cell running, StepResult step, Duration left) {
    steps.labelValues(label(step.verdict().kind())).inc();
  }

  @Override
  public void stepFinished(Cell running, StepResult step) {
    stepMetrics.forEach(
        (metric, gauge) -> {
          Double value = metric.of(step);
          gauge.set(metric.unit() == Unit.MILLIS ? seconds(value) : value);
        });
    steps.labelValues(label(step.verdict().kind())).inc();
  }

  @Override
  public void cellFinished(CellResult ended) {
    finished.labelValues(ended.failed() ? BROKE_OFF : COMPLETE).inc();
    providerMetricsPort = OptionalInt.empty();
    clearCell();
  }

  /** Clears all values of the last cell, so that they are not read as the next cell's. */
  private void clearCell() {
    load.clear();
    liveTps.set(Double.NaN);
    liveTp99.set(Double.NaN);
    stepMetrics.values().forEach(gauge -> gauge.set(Double.NaN));
  }

  private void level(Cell running, int level) {
    load.labelValues(running.load().workload().id()).set(level);
  }

  private void count(Calls ended) {
    calls.labelValues("ok").inc(ended.ok());
    calls.labelValues("rejected").inc(ended.rejected());
    calls.labelValues("timeout").inc(ended.timeout());
    calls.labelValues("error").inc(ended.error());
    calls.labelValues("unsent").inc(ended.unsent());
  }

  private static double seconds(Double millis) {
    return millis == null ? Double.NaN : millis / MILLIS_PER_SECOND;
  }

  private static String label(Verdict.Kind verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}
