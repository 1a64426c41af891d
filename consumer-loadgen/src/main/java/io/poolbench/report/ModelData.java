package io.poolbench.report;

import io.poolbench.api.ConfiguredPool;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.model.AsymptoticBounds;
import io.poolbench.model.CapacityModel;
import io.poolbench.model.ClosedNetwork;
import io.poolbench.model.Estimate;
import io.poolbench.model.MeasuredLoads;
import io.poolbench.model.Prediction;
import io.poolbench.model.Scenario;
import io.poolbench.published.Theory;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.published.TheoryValue;
import io.poolbench.report.CurveData.PublishedPoint;
import io.poolbench.result.Metric;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A pool's curves by the fitted model, as the scripts of a page read them: a list per field, in the
 * order of {@code users}.
 *
 * @param minTps lower asymptotic bound
 * @param maxTps upper asymptotic bound
 * @param kneeUsers where the CPUs saturate: {@code N* = c (D + Z) / D}
 * @param theory of published tables; empty where the cell names none
 */
record ModelData(
    List<Integer> users,
    Band tps,
    Band tp99,
    List<Double> minTps,
    List<Double> maxTps,
    double kneeUsers,
    List<TheoryCurve> theory) {
  /** The ratio of successive levels that are added to the measured ones. */
  private static final double STEP = 1.25;

  /** Any SLA, since a curve does not depend on it. */
  private static final Sla ANY = new Sla(List.of(new Sla.Bound(Metric.TP99.id(), 1e6)));

  record Band(List<Double> value, List<Double> low, List<Double> high) {
    static Band of(Prediction prediction, Function<Prediction.Level, Estimate> of) {
      List<Estimate> estimates = prediction.levels().stream().map(of).toList();
      return new Band(
          rounded(estimates, Estimate::value),
          rounded(estimates, Estimate::low),
          rounded(estimates, Estimate::high));
    }
  }

  /** A theory's TPS over the users, and its values at the published rows. */
  record TheoryCurve(String name, List<Double> tps, List<PublishedPoint> points) {}

  /** Computes the curves of a cell, which is a closed loop with at least one step. */
  static ModelData of(
      RepeatedCell cell, MeasuredLoads measured, CapacityModel model, TheoryAgreement theory) {
    List<Integer> users = users(cell.levels());
    ConfiguredPool pool = cell.ranPool();
    Scenario scenario = Scenario.of(pool, measured);
    Prediction prediction = Prediction.of(model, scenario, ANY, users);
    ClosedNetwork network = scenario.network(model.fit());
    List<Double> minTps = new ArrayList<>();
    List<Double> maxTps = new ArrayList<>();
    for (Prediction.Level level : prediction.levels()) {
      AsymptoticBounds bounds = network.bounds(network.cpu().millisAt(level.tps().value()));
      minTps.add(CurveData.rounded(bounds.minTps(level.users())));
      maxTps.add(CurveData.rounded(bounds.maxTps(level.users())));
    }
    return new ModelData(
        users,
        Band.of(prediction, Prediction.Level::tps),
        Band.of(prediction, Prediction.Level::tp99Millis),
        minTps,
        maxTps,
        prediction.kneeUsers(),
        theory(theory, cell.cell(), users));
  }

  private static List<Integer> users(SortedSet<Integer> levels) {
    SortedSet<Integer> users = new TreeSet<>(levels);
    for (int n = 1; n < levels.last(); n = Math.max(n + 1, (int) (n * STEP))) {
      users.add(n);
    }
    return List.copyOf(users);
  }

  /** The curves by the theories of the tables about a cell. */
  private static List<TheoryCurve> theory(TheoryAgreement all, Cell cell, List<Integer> users) {
    List<TheoryCurve> curves = new ArrayList<>();
    all.about(cell)
        .forEach(
            (table, values) -> {
              Theory study = all.studies().get(table);
              if (study != null) {
                String name = "theory, " + study.cpus() + " CPUs";
                curves.add(curve(name, study, cell, users, values, TheoryValue::study));
              }
              if (all.host() != null) {
                curves.add(
                    curve("theory, here", all.host(), cell, users, values, TheoryValue::host));
              }
            });
    return curves;
  }

  private static TheoryCurve curve(
      String name,
      Theory theory,
      Cell cell,
      List<Integer> users,
      List<TheoryValue> values,
      Function<TheoryValue, Double> by) {
    return new TheoryCurve(
        name,
        users.stream()
            .map(n -> CurveData.rounded(theory.state(cell.provider().pool(), n).tps()))
            .toList(),
        values.stream()
            .filter(of -> by.apply(of) != null && of.column().metric() != null)
            .map(
                of ->
                    new PublishedPoint(
                        of.row().level().orElseThrow(),
                        of.column().metric().id(),
                        CurveData.rounded(by.apply(of))))
            .toList());
  }

  private static List<Double> rounded(List<Estimate> of, ToDoubleFunction<Estimate> part) {
    return of.stream().map(each -> CurveData.rounded(part.applyAsDouble(each))).toList();
  }
}
