package io.poolbench.report;

import io.poolbench.model.CapacityModel;
import io.poolbench.model.Estimate;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.NetworkFit.Parameter;
import io.poolbench.model.Observation;
import io.poolbench.model.Prediction;
import io.poolbench.model.Prediction.Level;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
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
  static final String INTERVAL = "95 % interval";

  private record Named(String name, Estimate estimate) {}

  public PredictionTables {
    predictions = List.copyOf(predictions);
  }

  /** All tables, the capacities last. */
  public Page page() {
    Page page = new Page();
    page.heading(1, "Prediction by " + source);
    parametersTo(page);
    predictions.forEach(prediction -> levelsTo(page, prediction));
    page.heading(3, "Max users within SLA (" + FigureText.sla(measured.cell().sla()) + ")");
    page.table(
        Table.of(
            predictions,
            Table.text("pool", PredictionTables::pool),
            Table.figure("CPUs", of -> FigureText.count(of.scenario().cpus())),
            Table.figure("predicted", PredictionTables::users),
            Table.figure(INTERVAL, PredictionTables::usersInterval),
            Table.figure("CPU knee, users", of -> FigureText.measure(of.kneeUsers()))));
    return page;
  }

  private void parametersTo(Page page) {
    page.heading(3, "Model of " + model.loads().size() + " measured loads");
    page.table(
        Table.of(
            List.of(
                new Named(
                    "CPU per further call, ms", model.parameter(of -> of.cpu().millisPerCall())),
                new Named(
                    "CPUs busy without load", model.parameter(of -> of.cpu().backgroundCpus())),
                new Named("wait in the thread, ms", model.parameter(of -> of.waitMillis())),
                new Named("network + client, ms", model.parameter(of -> of.outsideMillis())),
                new Named("contention", model.parameter(of -> of.contention())),
                new Named("variation of times (SCV)", model.parameter(of -> of.scv()))),
            Table.text("parameter", Named::name),
            Table.figure("value", of -> FigureText.measure(of.estimate.value())),
            Table.figure(INTERVAL, of -> interval(of.estimate))));
    missing(measured, model).forEach(page::paragraph);
  }

  /** What the measured loads do not determine, each with the measurement that would. */
  static List<String> missing(MeasuredLoads measured, CapacityModel model) {
    List<String> missing = new ArrayList<>();
    if (measured.disturbed() > 0) {
      missing.add(
          ("Undisturbed host: other processes or machines took CPU time from %d loads, which count"
                  + " by their calm rounds, or not at all if they have fewer than %d.")
              .formatted(measured.disturbed(), MeasuredLoads.MIN_CALM));
    }
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

  static String interval(Estimate estimate) {
    return FigureText.measure(estimate.low()) + ".." + FigureText.measure(estimate.high());
  }

  private void levelsTo(Page page, Prediction prediction) {
    page.heading(3, name(prediction));
    page.table(
        Table.of(
            prediction.levels(),
            Table.figure(
                "users", of -> FigureText.count(of.users()) + (of.extrapolated() ? "*" : "")),
            Table.figure(Metric.TPS.heading(), of -> FigureText.measure(of.tps().value())),
            Table.figure(INTERVAL, of -> interval(of.tps())),
            Table.figure(Metric.TP99.heading(), of -> FigureText.measure(of.tp99Millis().value())),
            Table.figure(INTERVAL, of -> interval(of.tp99Millis())),
            Table.figure(Metric.PROVIDER_CPU.heading(), of -> FigureText.pct(of.cpuPct().value())),
            Table.figure(
                Metric.AVAILABILITY.heading(), of -> FigureText.availability(of.availabilityPct())),
            Table.text("SLA", of -> of.within() ? "within" : "broken")));
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

  private static String pool(Prediction prediction) {
    boolean extrapolated =
        prediction.levels().stream()
            .anyMatch(
                level -> level.extrapolated() && level.users() <= prediction.maxUsers().high());
    return prediction.scenario().pool() + (extrapolated ? "*" : "");
  }

  private static String users(Prediction prediction) {
    double users = prediction.maxUsers().value();
    return (prediction.open() ? "at least " : "")
        + (users < 1 ? "none" : FigureText.count((long) users));
  }

  private static String usersInterval(Prediction prediction) {
    Estimate users = prediction.maxUsers();
    int most = prediction.levels().get(prediction.levels().size() - 1).users();
    return FigureText.count((long) users.low())
        + ".."
        + (users.high() >= most ? "" : FigureText.count((long) users.high()));
  }
}
