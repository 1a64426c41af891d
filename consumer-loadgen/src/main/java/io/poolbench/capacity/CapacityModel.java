package io.poolbench.capacity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * A fitted network with how far it may be off: fits to resampled loads (bootstrap within cells;
 * Efron and Tibshirani 1993), and residuals of loads that their fit did not see (cross-validation
 * by cell; Barber et al., "Predictive Inference with the Jackknife+", 2021).
 */
public final class CapacityModel {
  /** Draws of an interval. */
  static final int DRAWS = 200;

  /** Fits to resampled loads. */
  private static final int FITS = 40;

  private static final int CALLS = 8_000;
  private static final long SEED = 20_260_101;

  /** Residuals of loads whose CPU is within so many points are those of alike loads. */
  private static final double ALIKE_POINTS = 20;

  private static final int MIN_ALIKE = 4;

  private final List<Observation> loads;
  private final NetworkFit fit;
  private final List<NetworkFit> resampled = new ArrayList<>();
  private final List<Residual> residuals = new ArrayList<>();
  private final double tail;

  /**
   * How a measured load differs from its prediction.
   *
   * @param cpuPct predicted
   * @param tps logarithm of measured / predicted
   * @param tp99 the same of the 99th percentile; NaN if unknown
   */
  private record Residual(double cpuPct, double tps, double tp99) {}

  private CapacityModel(List<Observation> loads) {
    this.loads = List.copyOf(loads);
    this.fit = NetworkFit.of(loads);
    Map<String, List<Observation>> cells = new LinkedHashMap<>();
    loads.forEach(of -> cells.computeIfAbsent(of.cell(), name -> new ArrayList<>()).add(of));
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < FITS; i++) {
      List<Observation> drawn = new ArrayList<>();
      for (List<Observation> cell : cells.values()) {
        cell.forEach(any -> drawn.add(cell.get(random.nextInt(cell.size()))));
      }
      resampled.add(NetworkFit.of(drawn));
    }
    Map<Observation, Double> shapes = new LinkedHashMap<>();
    for (Observation load : loads) {
      if (load.tp99Millis() != null) {
        shapes.put(load, shape(network(fit, load), load.users()));
      }
    }
    this.tail =
        Math.exp(
            shapes.entrySet().stream()
                .mapToDouble(of -> tp99Residual(fit, of.getKey(), of.getValue()))
                .average()
                .orElse(0));
    for (List<Observation> cell : cells.values()) {
      List<Observation> others = loads.stream().filter(load -> !cell.contains(load)).toList();
      NetworkFit unseen = others.isEmpty() ? fit : NetworkFit.of(others);
      for (Observation load : cell) {
        SteadyState state = unseen.predict(load);
        double shape = shapes.getOrDefault(load, Double.NaN);
        residuals.add(
            new Residual(
                state.cpuPct(),
                Math.log(load.tps() / state.tps()),
                tp99Residual(unseen, load, shape) - Math.log(tail)));
      }
    }
  }

  /**
   * The model of measured loads.
   *
   * @param loads one at least; of more than one cell, intervals hold for further cells
   */
  public static CapacityModel of(List<Observation> loads) {
    return new CapacityModel(loads);
  }

  /** The fit to all loads. */
  public NetworkFit fit() {
    return fit;
  }

  /** The measured loads. */
  public List<Observation> loads() {
    return loads;
  }

  /** A parameter of the fit with its interval. */
  public Estimate parameter(ToDoubleFunction<NetworkFit> of) {
    return Estimate.of(of.applyAsDouble(fit), resampled.stream().mapToDouble(of).toArray());
  }

  /** TP99 / mean of the response time, simulated, as the measured ones are on average. */
  double tp99PerMean(ClosedNetwork network, int users) {
    return shape(network, users) * tail;
  }

  /** Draw number i of the fit. */
  NetworkFit draw(int i) {
    return resampled.get(i % resampled.size());
  }

  /** Draw number i of measured / predicted throughput at a predicted CPU. */
  double tpsFactor(int i, double cpuPct) {
    return Math.exp(drawn(i, alike(cpuPct, false)).tps());
  }

  /** Draw number i of measured / predicted 99th percentile at a predicted CPU. */
  double tp99Factor(int i, double cpuPct) {
    List<Residual> known = alike(cpuPct, true);
    return known.isEmpty() ? 1 : Math.exp(drawn(i, known).tp99());
  }

  private static Residual drawn(int i, List<Residual> of) {
    return of.get(new SplittableRandom(SEED + i).nextInt(of.size()));
  }

  private List<Residual> alike(double cpuPct, boolean withTp99) {
    List<Residual> known =
        residuals.stream().filter(of -> !withTp99 || !Double.isNaN(of.tp99())).toList();
    List<Residual> alike =
        known.stream().filter(of -> Math.abs(of.cpuPct() - cpuPct) <= ALIKE_POINTS).toList();
    return alike.size() >= MIN_ALIKE ? alike : known;
  }

  private static ClosedNetwork network(NetworkFit fit, Observation load) {
    return fit.network(load.cpus(), load.threads(), load.queue());
  }

  private double shape(ClosedNetwork network, int users) {
    TimeShape times = TimeShape.lognormal(fit.scv());
    NetworkSimulation.Outcome simulated =
        new NetworkSimulation(network, times, times, times).run(users, CALLS, SEED);
    // Where all calls are refused there is no response time to have a shape.
    return simulated.tps() == 0 ? 1 : simulated.percentileMillis(99) / simulated.meanMillis();
  }

  private static double tp99Residual(NetworkFit fit, Observation load, double shape) {
    double mean = fit.predict(load).responseMillis(fit.outsideMillis());
    return load.tp99Millis() == null ? Double.NaN : Math.log(load.tp99Millis() / (mean * shape));
  }
}
