package io.poolbench.report;

import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.Estimate;
import io.poolbench.capacity.MeasuredLoads;
import io.poolbench.capacity.NetworkFit.Parameter;
import io.poolbench.capacity.Observation;
import io.poolbench.capacity.Prediction;
import io.poolbench.capacity.Prediction.Level;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.sla.SlaText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Predictions for pools, and the parameters of their model.
 *
 * @param source the result, as named on the command line
 * @param measured the loads that the model is fitted to
 */
public record PredictionTables(
    String source, MeasuredLoads measured, CapacityModel model, List<Prediction> predictions) {
  static final Column INTERVAL = Column.figure("95 % interval");

  public PredictionTables {
    predictions = List.copyOf(predictions);
  }

  /** Writes all tables for a terminal, the capacities last. */
  public void writeTo(Appendable out, Sheet sheet) throws IOException {
    writeTo(new TerminalPage(out, sheet));
  }

  private void writeTo(Page page) throws IOException {
    page.heading(1, "Prediction by " + source);
    parametersTo(page);
    for (Prediction prediction : predictions) {
      levelsTo(page, prediction);
    }
    page.heading(3, "Max users within SLA (" + SlaText.of(measured.cell().sla()) + ")");
    page.table(
        new Table(
            List.of(
                Column.text("pool"),
                Column.figure("CPUs"),
                Column.figure("predicted"),
                INTERVAL,
                Column.figure("CPU knee, users")),
            predictions.stream().map(this::capacity).toList()));
  }

  private void parametersTo(Page page) throws IOException {
    page.heading(3, "Model of " + model.loads().size() + " measured loads");
    page.table(
        new Table(
            List.of(Column.text("parameter"), Column.figure("value"), INTERVAL),
            List.of(
                row("CPU per further call, ms", model.parameter(of -> of.cpu().millisPerCall())),
                row("CPUs busy without load", model.parameter(of -> of.cpu().backgroundCpus())),
                row("wait in the thread, ms", model.parameter(of -> of.waitMillis())),
                row("network + client, ms", model.parameter(of -> of.outsideMillis())),
                row("contention", model.parameter(of -> of.contention())),
                row("variation of times (SCV)", model.parameter(of -> of.scv())))));
    for (String missing : missing(model)) {
      page.paragraph(missing);
    }
  }

  /** What the measured loads do not determine, each with the measurement that would. */
  static List<String> missing(CapacityModel model) {
    List<String> missing = new ArrayList<>();
    model.fit().unidentified().stream()
        .sorted()
        .map(PredictionTables::missing)
        .forEach(missing::add);
    if (model.loads().stream().map(Observation::cell).distinct().count() == 1) {
      missing.add("Other pools: one measured, so that intervals are too narrow (measure another).");
    }
    return missing;
  }

  private static String missing(Parameter parameter) {
    return switch (parameter) {
      case CPU_BY_LOAD ->
          "CPU per call by load: unknown, taken as constant (measure loads of different TPS).";
      case LIGHT_LOAD -> "Waits: no load below 50 % CPU, so too long (measure fewer users).";
      case WAIT_IN_THREAD ->
          "Wait in the thread: unknown, all of the cycle taken (measure service times).";
      case CONTENTION ->
          "Contention: hardly determined, near its default (measure a load at 60..95 % CPU).";
      case VARIATION ->
          "Variation: unknown, default taken (measure a TP99 with fewer users than threads).";
    };
  }

  private static List<String> row(String name, Estimate estimate) {
    return List.of(name, FigureText.measure(estimate.value()), interval(estimate));
  }

  static String interval(Estimate estimate) {
    return FigureText.measure(estimate.low()) + ".." + FigureText.measure(estimate.high());
  }

  private void levelsTo(Page page, Prediction prediction) throws IOException {
    page.heading(3, name(prediction));
    page.table(
        new Table(
            List.of(
                Column.figure("users"),
                Column.figure(Metric.TPS.heading()),
                INTERVAL,
                Column.figure(Metric.TP99.heading()),
                INTERVAL,
                Column.figure(Metric.PROVIDER_CPU.heading()),
                Column.figure(Metric.AVAILABILITY.heading()),
                Column.text("SLA")),
            prediction.levels().stream().map(PredictionTables::level).toList()));
    if (prediction.levels().stream().anyMatch(Level::extrapolated)) {
      page.paragraph("* beyond the measured loads, CPUs or latency");
    }
  }

  private static String name(Prediction prediction) {
    String added = FigureText.measure(Math.abs(prediction.scenario().addedWaitMillis()));
    double wait = prediction.scenario().addedWaitMillis();
    return prediction.scenario().pool()
        + ", CPUs: "
        + prediction.scenario().cpus()
        + (wait == 0 ? "" : ", downstream " + (wait > 0 ? "+" : "-") + added + " ms");
  }

  private static List<String> level(Level level) {
    return List.of(
        FigureText.count(level.users()) + (level.extrapolated() ? "*" : ""),
        FigureText.measure(level.tps().value()),
        interval(level.tps()),
        FigureText.measure(level.tp99Millis().value()),
        interval(level.tp99Millis()),
        FigureText.pct(level.cpuPct().value()),
        FigureText.availability(level.availabilityPct()),
        level.within() ? "within" : "broken");
  }

  private List<String> capacity(Prediction prediction) {
    Estimate users = prediction.maxUsers();
    int most = prediction.levels().get(prediction.levels().size() - 1).users();
    boolean extrapolated =
        prediction.levels().stream()
            .anyMatch(level -> level.extrapolated() && level.users() <= users.high());
    String at = prediction.open() ? "at least " : "";
    return List.of(
        prediction.scenario().pool() + (extrapolated ? "*" : ""),
        FigureText.count(prediction.scenario().cpus()),
        at + (users.value() < 1 ? "none" : FigureText.count((long) users.value())),
        FigureText.count((long) users.low())
            + ".."
            + (users.high() >= most ? "" : FigureText.count((long) users.high())),
        FigureText.measure(prediction.kneeUsers()));
  }
}
