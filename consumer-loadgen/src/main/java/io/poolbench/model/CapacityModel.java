package io.poolbench.model;

import io.poolbench.config.ConfigException;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A fitted closed network with its prediction errors: fits to resampled loads (bootstrap within
 * cells; Efron and Tibshirani 1993) and residuals of loads that were left out of the fit
 * (cross-validation by cell; Barber et al., "Predictive Inference with the Jackknife+", 2021). Both
 * include the noise between the rounds of each load, so no interval is narrower than this noise.
 */
public final class CapacityModel {
  static final int DRAWS = 200;

  private static final int FITS = 40;

  private static final int CALLS = 8_000;

  /** Recorded draws of a time: about as many as one simulation uses. */
  private static final int RECORDED = 1 << 14;

  static final long SEED = 20_260_101;

  /** Loads are similar if their predicted CPU differs by at most this many points. */
  private static final double ALIKE_POINTS = 20;

  private static final int MIN_ALIKE = 4;

  /**
   * The relative standard deviation of a throughput from the model's: identical cells of one host
   * differ by up to 15 %.
   */
  private static final double MISFIT = 0.1;

  private static final double BY_CHANCE = 0.99;

  private final List<Observation> loads;
  private final NetworkFit fit;
  private final List<NetworkFit> resampled;
  private final List<Residual> residuals = new ArrayList<>();
  private final double tail;
  private final RowNoise noise;
  private final TimeShape times;
  private final Map<Simulated, Double> shapes = new ConcurrentHashMap<>();
  private final Map<Integer, List<Factors>> factors = new ConcurrentHashMap<>();

  private record Simulated(ClosedNetwork network, int users) {}

  /** Logarithms of measured / predicted at a predicted CPU; {@code tp99} is NaN if unknown. */
  private record Residual(double cpuPct, double tps, double tp99) {}

  private CapacityModel(List<Observation> loads) {
    this.loads = List.copyOf(loads);
    this.fit = NetworkFit.of(loads);
    this.noise = RowNoise.usual(loads);
    this.times = TimeShape.lognormal(fit.scv()).recorded(RECORDED, SEED);
    Map<String, List<Observation>> cells = new LinkedHashMap<>();
    loads.forEach(of -> cells.computeIfAbsent(of.cell(), name -> new ArrayList<>()).add(of));
    SplittableRandom random = new SplittableRandom(SEED);
    List<List<Observation>> samples = new ArrayList<>();
    for (int i = 0; i < FITS; i++) {
      List<Observation> drawn = new ArrayList<>();
      for (List<Observation> cell : cells.values()) {
        cell.forEach(any -> drawn.add(cell.get(random.nextInt(cell.size())).drawn(random)));
      }
      samples.add(drawn);
    }
    // The share of the wait that is in the thread takes evenly spaced values of its uniform prior.
    this.resampled =
        IntStream.range(0, FITS)
            .parallel()
            .mapToObj(i -> NetworkFit.of(samples.get(i), (i + 0.5) / FITS))
            .toList();
    List<Observation> timed = loads.stream().filter(load -> load.tp99Millis() != null).toList();
    this.tail =
        Math.exp(
            timed.parallelStream()
                .mapToDouble(load -> tp99Residual(fit, load))
                .average()
                .orElse(0));
    for (List<Observation> cell : heldOut(cells.values())) {
      List<Observation> others = loads.stream().filter(load -> !cell.contains(load)).toList();
      NetworkFit unseen = others.isEmpty() ? fit : NetworkFit.of(others);
      for (Observation load : cell) {
        SteadyState state = unseen.predict(load);
        residuals.add(
            new Residual(
                state.cpuPct(),
                Math.log(load.tps() / state.tps()),
                tp99Residual(unseen, load) - Math.log(tail)));
      }
    }
  }

  /** The loads to leave out of each fit: those of a cell, or one load if there is one cell only. */
  private static List<List<Observation>> heldOut(Collection<List<Observation>> cells) {
    return cells.size() > 1
        ? List.copyOf(cells)
        : cells.stream().flatMap(List::stream).map(List::of).toList();
  }

  public static CapacityModel of(List<Observation> loads) {
    return new CapacityModel(loads);
  }

  public NetworkFit fit() {
    return fit;
  }

  public List<Observation> loads() {
    return loads;
  }

  /**
   * Checks that the model reproduces the measured throughputs: at most as many are outside their
   * posterior predictive interval as are by chance, with a probability of {@value #BY_CHANCE}. The
   * residuals are no part of these intervals, because they would widen with what is checked.
   *
   * @throws ConfigException if it does not
   */
  void requireReproduced(String source, List<Observation> measured) {
    List<Observation> outside = measured.stream().filter(load -> !reproduces(load)).toList();
    int allowed =
        BinomialDistribution.of(measured.size(), Estimate.ERROR)
            .inverseCumulativeProbability(BY_CHANCE);
    if (outside.size() > allowed) {
      Observation first = outside.get(0);
      throw ConfigException.of(
          source,
          "%s of %s loads are not reproduced by the model, such as %s with %s users: %s TPS measured and %s predicted (limit %s)"
              .formatted(
                  outside.size(),
                  measured.size(),
                  first.cell(),
                  FigureText.count(first.users()),
                  FigureText.measure(first.tps()),
                  FigureText.measure(fit.predict(first).tps()),
                  allowed));
    }
  }

  private boolean reproduces(Observation load) {
    SplittableRandom random = new SplittableRandom(SEED);
    double error = Math.hypot(MISFIT, load.noise().tps());
    double[] draws = new double[DRAWS];
    double[] predicted = resampled.stream().mapToDouble(of -> of.predict(load).tps()).toArray();
    Arrays.setAll(
        draws, i -> predicted[i % predicted.length] * Math.exp(error * random.nextGaussian()));
    Estimate interval = Estimate.of(fit.predict(load).tps(), draws);
    return interval.low() <= load.tps() && load.tps() <= interval.high();
  }

  public Estimate parameter(ToDoubleFunction<NetworkFit> of) {
    return Estimate.of(of.applyAsDouble(fit), resampled.stream().mapToDouble(of).toArray());
  }

  /** Simulated TP99 / mean of the response time, corrected by the measured loads' mean error. */
  double tp99PerMean(ClosedNetwork network, int users) {
    return shape(network, users) * tail;
  }

  /** The bounds that simulated response times must keep so that real ones keep the SLA's. */
  Sla simulated(Sla sla) {
    return new Sla(
        sla.bounds().stream()
            .map(
                bound ->
                    Metric.of(bound) == Metric.TP99
                        ? new Sla.Bound(bound.metric(), bound.limit() / tail)
                        : bound)
            .toList());
  }

  NetworkSimulation simulation(ClosedNetwork network) {
    return new NetworkSimulation(network, times, times);
  }

  /** Lower bound of TP99 / mean; below 1 if a few very long calls dominate the mean. */
  double minTp99PerMean() {
    return Math.min(1, tail);
  }

  List<NetworkFit> resampled() {
    return resampled;
  }

  /**
   * Draws of measured / predicted at a predicted CPU. Draw i takes the same residual for all
   * similar loads, so that pools can be compared draw by draw. The sign of a residual is random
   * (jackknife+ takes absolute values), because residuals of few cells can all have the same sign.
   */
  List<Factors> factors(int cpuPct) {
    return factors.computeIfAbsent(cpuPct, this::drawnFactors);
  }

  private List<Factors> drawnFactors(int cpuPct) {
    BitSet alike = alike(cpuPct, false);
    BitSet alikeTp99 = alike(cpuPct, true);
    return IntStream.range(0, DRAWS)
        .mapToObj(
            i -> {
              SplittableRandom random = new SplittableRandom(-SEED - i);
              double sign = random.nextBoolean() ? 1 : -1;
              double tp99 = alikeTp99.isEmpty() ? 0 : drawn(i, alikeTp99).tp99();
              return new Factors(
                  Math.exp(sign * drawn(i, alike).tps() + noise.tps() * random.nextGaussian()),
                  Math.exp(sign * tp99 + noise.tp99() * random.nextGaussian()));
            })
        .toList();
  }

  record Factors(double tps, double tp99) {}

  private Residual drawn(int i, BitSet of) {
    SplittableRandom random = new SplittableRandom(SEED + i);
    int drawn;
    do {
      drawn = random.nextInt(residuals.size());
    } while (!of.get(drawn));
    return residuals.get(drawn);
  }

  private BitSet alike(double cpuPct, boolean withTp99) {
    BitSet known = new BitSet();
    BitSet alike = new BitSet();
    for (int i = 0; i < residuals.size(); i++) {
      Residual residual = residuals.get(i);
      known.set(i, !withTp99 || !Double.isNaN(residual.tp99()));
      alike.set(i, known.get(i) && Math.abs(residual.cpuPct() - cpuPct) <= ALIKE_POINTS);
    }
    return alike.cardinality() >= MIN_ALIKE ? alike : known;
  }

  private double shape(ClosedNetwork network, int users) {
    return shapes.computeIfAbsent(new Simulated(usedBy(users, network), users), this::simulated);
  }

  /** The network without threads and queue places that this number of users never needs. */
  private static ClosedNetwork usedBy(int users, ClosedNetwork network) {
    return users > network.maxCalls()
        ? network
        : network.withPool(Math.min(users, network.threads()), ClosedNetwork.UNBOUNDED);
  }

  private double simulated(Simulated of) {
    NetworkSimulation.Outcome outcome = simulation(of.network()).run(of.users(), CALLS, SEED);
    // If all calls are refused, there are no response times and the ratio is undefined.
    return outcome.tps() == 0 ? 1 : outcome.percentileMillis(99) / outcome.meanMillis();
  }

  private double tp99Residual(NetworkFit by, Observation load) {
    if (load.tp99Millis() == null) {
      return Double.NaN;
    }
    double mean = by.predict(load).responseMillis(by.outsideMillis());
    return Math.log(load.tp99Millis() / (mean * shape(fit.network(load), load.users())));
  }
}
