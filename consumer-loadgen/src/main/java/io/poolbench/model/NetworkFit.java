package io.poolbench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.univariate.BrentOptimizer;
import org.hipparchus.optim.univariate.SearchInterval;
import org.hipparchus.optim.univariate.UnivariateObjectiveFunction;

/**
 * The parameters of a closed network, each fitted to the measured loads that determine it best. The
 * contention's prior mean is the variation (Allen and Cunneen 1990), with a standard deviation of
 * 1.
 *
 * @param contention as in {@link ClosedNetwork}
 * @param scv squared coefficient of variation of a call's times
 * @param unidentified parameters that the loads do not determine
 */
public record NetworkFit(
    CpuDemand cpu,
    double waitMillis,
    double outsideMillis,
    double contention,
    double scv,
    Crosstalk crosstalk,
    Set<Parameter> unidentified) {
  static final double LIGHT_CPU_PCT = 50;

  /** Relative standard deviation of the throughput between identical providers. */
  static final double NOISE = 0.05;

  /** A smaller ratio of throughputs does not separate a call's CPU time from background work. */
  private static final double MIN_RANGE = 1.5;

  /** The share of the wait in the thread if unknown: the mean of a uniform prior. */
  private static final double SHARE_IN_THREAD = 0.5;

  private static final double MAX_CONTENTION = 10;
  private static final double DEFAULT_SCV = 0.1;

  /** The waits and the contention depend on each other. */
  private static final int ROUNDS = 3;

  /** A parameter that needs a certain measurement. */
  public enum Parameter {
    /** CPU time per call by load: needs loads of different throughput. */
    CPU_BY_LOAD,
    /** Wait and time outside: need a load below {@value NetworkFit#LIGHT_CPU_PCT} % CPU. */
    LIGHT_LOAD,
    /** Wait in the thread apart from time outside: needs service times. */
    WAIT_IN_THREAD,
    /** Contention: needs a load between a light one and saturation. */
    CONTENTION,
    /** Variation of times: needs a TP99 at light load. */
    VARIATION
  }

  public NetworkFit {
    Objects.requireNonNull(cpu, "cpu");
    unidentified = Set.copyOf(unidentified);
  }

  public static NetworkFit of(List<Observation> loads) {
    return of(loads, SHARE_IN_THREAD);
  }

  /** The fit with an assumed share of the wait in the thread, for loads that do not show it. */
  static NetworkFit of(List<Observation> loads, double shareInThread) {
    Set<Parameter> unidentified = EnumSet.noneOf(Parameter.class);
    CpuDemand cpu = demand(loads, unidentified);
    List<Observation> light = light(loads, unidentified);
    double scv = variation(light, unidentified);
    double contention = Math.min(1, scv);
    NetworkFit fit = new NetworkFit(cpu, 0, 0, contention, scv, Crosstalk.NONE, unidentified);
    for (int round = 0; round < ROUNDS; round++) {
      fit = fit.withTimes(light, shareInThread, unidentified).withContention(loads, unidentified);
    }
    return fit.withCrosstalk(loads);
  }

  SteadyState predict(Observation load) {
    return withCrosstalk(network(load).solve(load.users()), load.threads());
  }

  ClosedNetwork network(Observation load) {
    return load.network(cpu, waitMillis, outsideMillis, contention);
  }

  SteadyState withCrosstalk(SteadyState state, int threads) {
    double factor = crosstalk.factor(Math.min(state.users(), threads));
    return factor == 1 ? state : state.slowed(factor);
  }

  private NetworkFit withCrosstalk(List<Observation> loads) {
    List<Observation> past =
        loads.stream()
            .filter(load -> load.users() <= load.threads())
            .filter(load -> load.users() > network(load).kneeUsers())
            .toList();
    Crosstalk found = Crosstalk.of(past, load -> network(load).solve(load.users()).tps());
    return new NetworkFit(cpu, waitMillis, outsideMillis, contention, scv, found, unidentified);
  }

  private static CpuDemand demand(List<Observation> loads, Set<Parameter> unidentified) {
    double min = loads.stream().mapToDouble(Observation::tps).min().orElseThrow();
    double max = loads.stream().mapToDouble(Observation::tps).max().orElseThrow();
    double meanDemand = weighted(loads, Observation::demandMillis);
    if (max < MIN_RANGE * min) {
      unidentified.add(Parameter.CPU_BY_LOAD);
      return CpuDemand.constant(meanDemand);
    }
    double meanInverse = weighted(loads, load -> 1 / load.tps());
    double covariance =
        weighted(
            loads, load -> (1 / load.tps() - meanInverse) * (load.demandMillis() - meanDemand));
    double variance = weighted(loads, load -> Math.pow(1 / load.tps() - meanInverse, 2));
    double slope = covariance / variance;
    double perCall = meanDemand - slope * meanInverse;
    return slope <= 0 || perCall <= 0
        ? CpuDemand.constant(meanDemand)
        : new CpuDemand(perCall, slope / 1e3, min);
  }

  private static List<Observation> light(List<Observation> loads, Set<Parameter> unidentified) {
    List<Observation> light = loads.stream().filter(load -> load.cpuPct() < LIGHT_CPU_PCT).toList();
    if (light.isEmpty()) {
      unidentified.add(Parameter.LIGHT_LOAD);
      return List.of(
          loads.stream().min(Comparator.comparingDouble(Observation::cpuPct)).orElseThrow());
    }
    return light;
  }

  /** Squared coefficient of variation of a lognormal time with the mean TP99 / mean. */
  private static double variation(List<Observation> light, Set<Parameter> unidentified) {
    OptionalDouble log =
        light.stream()
            .filter(load -> load.users() <= load.threads())
            .flatMapToDouble(load -> load.logTp99PerMean().stream())
            .average();
    if (log.isEmpty()) {
      unidentified.add(Parameter.VARIATION);
      return DEFAULT_SCV;
    }
    return TimeShape.scvOfTp99(log.getAsDouble());
  }

  private NetworkFit withTimes(
      List<Observation> light, double shareInThread, Set<Parameter> missing) {
    List<Observation> timed = light.stream().filter(load -> load.serviceMillis() != null).toList();
    if (timed.isEmpty()) {
      missing.add(Parameter.WAIT_IN_THREAD);
      double wait = median(light, load -> waitOfCycle(load));
      return with(shareInThread * wait, (1 - shareInThread) * wait);
    }
    double wait = median(timed, load -> times(load, load.serviceMillis(), load.outsideMillis())[0]);
    List<Observation> around =
        light.stream()
            .filter(load -> load.outsideMillis() != null || load.users() <= load.threads())
            .toList();
    return around.isEmpty()
        ? with(wait, 0)
        : with(
            wait,
            median(
                around,
                load ->
                    load.outsideMillis() == null
                        ? Math.max(0, waitOfCycle(load) - wait)
                        : times(load, load.serviceMillis(), load.outsideMillis())[1]));
  }

  /** The wait and the time outside for which the model reproduces the measured means of a load. */
  private double[] times(Observation load, double inThreadMillis, Double outsideMillis) {
    CpuDemand measured = CpuDemand.constant(load.demandMillis());
    double wait = Math.max(0, inThreadMillis - load.demandMillis());
    double outside = outsideMillis == null ? 0 : outsideMillis;
    for (int round = 0; round < ROUNDS; round++) {
      SteadyState state = load.network(measured, wait, outside, contention).solve(load.users());
      double inPool = state.serviceMillis() + state.queueWaitMillis();
      double around = state.responseMillis(outside) - inPool;
      wait = Math.max(0, wait + inThreadMillis - state.serviceMillis());
      outside = outsideMillis == null ? 0 : Math.max(0, outside + outsideMillis - around);
    }
    return new double[] {wait, outside};
  }

  /** The wait for which the model reproduces a load's measured cycle without time outside. */
  private double waitOfCycle(Observation load) {
    CpuDemand measured = CpuDemand.constant(load.demandMillis());
    double wait = Math.max(0, load.cycleMillis() - load.demandMillis());
    for (int round = 0; round < ROUNDS; round++) {
      SteadyState state = load.network(measured, wait, 0, contention).solve(load.users());
      wait = Math.max(0, wait + load.cycleMillis() - state.responseMillis(0));
    }
    return wait;
  }

  private NetworkFit withContention(List<Observation> loads, Set<Parameter> missing) {
    double prior = Math.min(1, scv);
    Map<ClosedNetwork, FlowEquivalentServer> servers = new HashMap<>();
    Map<Point, List<Observation>> loadsByPoint = new LinkedHashMap<>();
    for (Observation load : loads) {
      ClosedNetwork network = load.network(cpu, waitMillis, outsideMillis, 1);
      Point point =
          new Point(servers.computeIfAbsent(network, FlowEquivalentServer::new), load.users());
      loadsByPoint.computeIfAbsent(point, alike -> new ArrayList<>()).add(load);
    }
    List<Alike> points =
        loadsByPoint.entrySet().stream().map(of -> new Alike(of.getKey(), of.getValue())).toList();
    double found =
        new BrentOptimizer(1e-3, 1e-3)
            .optimize(
                new MaxEval(200),
                GoalType.MINIMIZE,
                new SearchInterval(0, MAX_CONTENTION, Math.max(contention, 1e-3)),
                new UnivariateObjectiveFunction(
                    v ->
                        Math.pow(v - prior, 2)
                            + points.stream().mapToDouble(point -> point.misfit(v)).sum()))
            .getPoint();
    missing.remove(Parameter.CONTENTION);
    if (points.stream().mapToDouble(point -> point.information(found)).sum() < 1) {
      missing.add(Parameter.CONTENTION);
    }
    return new NetworkFit(cpu, waitMillis, outsideMillis, found, scv, Crosstalk.NONE, missing);
  }

  private record Point(FlowEquivalentServer server, int users) {}

  /** Loads of one pool and number of users; a bootstrap sample repeats some loads. */
  private record Alike(Point point, List<Observation> loads) {
    double misfit(double contention) {
      double predicted = logTps(contention);
      return loads.stream()
          .mapToDouble(
              load ->
                  load.weight(load.noise().tps()) * Math.pow(Math.log(load.tps()) - predicted, 2))
          .sum();
    }

    double information(double contention) {
      double slope = (logTps(contention + 0.1) - logTps(contention)) / 0.1;
      return slope * slope * loads.stream().mapToDouble(of -> of.weight(of.noise().tps())).sum();
    }

    private double logTps(double contention) {
      return Math.log(point.server().solve(point.users(), contention).tps());
    }
  }

  private NetworkFit with(double wait, double outside) {
    return new NetworkFit(cpu, wait, outside, contention, scv, Crosstalk.NONE, unidentified);
  }

  /** The median, which is robust against loads of a disturbed provider. */
  private static double median(List<Observation> loads, ToDoubleFunction<Observation> of) {
    return Median.withDefaults().evaluate(loads.stream().mapToDouble(of).toArray());
  }

  /** Mean, weighted by the noise of the CPU time per call. */
  private static double weighted(List<Observation> loads, ToDoubleFunction<Observation> of) {
    double sum = 0;
    double weights = 0;
    for (Observation load : loads) {
      double weight = load.weight(load.noise().cpu());
      sum += weight * of.applyAsDouble(load);
      weights += weight;
    }
    return sum / weights;
  }

  /**
   * The throughput that running calls cost each other, for example by context switches and cache
   * misses: kappa of the Universal Scalability Law (Gunther, <em>Guerrilla Capacity Planning</em>,
   * 2007), which divides the throughput by {@code 1 + kappa n (n - 1)}. The queueing network
   * provides the law's other parameters, the throughput of one user and contention, because a fit
   * of all three mistakes a sharp knee for crosstalk (on the published rows it is 25 % off at 200
   * users).
   *
   * @param kappa 0 or more
   * @param maxRunning the highest number of running calls in a measured load; the loss stays
   *     constant above it
   */
  public record Crosstalk(double kappa, int maxRunning) {
    static final Crosstalk NONE = new Crosstalk(0, 1);

    public Crosstalk {
      ClosedNetwork.require("kappa", kappa >= 0, kappa);
      ClosedNetwork.require("running calls", maxRunning >= 1, maxRunning);
    }

    /** Fits kappa to predicted / measured throughput - 1 by least squares. */
    static Crosstalk of(List<Observation> loads, ToDoubleFunction<Observation> predictedTps) {
      double xy = 0;
      double xx = 0;
      int most = 1;
      for (Observation load : loads) {
        double pairs = (double) load.users() * (load.users() - 1);
        xy += pairs * (predictedTps.applyAsDouble(load) / load.tps() - 1);
        xx += pairs * pairs;
        most = Math.max(most, load.users());
      }
      return xy <= 0 ? NONE : new Crosstalk(xy / xx, most);
    }

    /** The throughput of this many running calls, relative to no crosstalk. */
    double factor(int running) {
      double n = Math.min(running, maxRunning);
      return 1 / (1 + kappa * n * (n - 1));
    }
  }
}
