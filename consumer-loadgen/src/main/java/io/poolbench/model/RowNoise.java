package io.poolbench.model;

import io.poolbench.result.BlockSample;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * Standard errors of the logarithms of a measured load's values, estimated from its rounds. They
 * also include half of the CPU time that other processes took from the load, beyond what they
 * usually took of the loads: the rounds do not show a disturbance that they all share.
 *
 * @param tps of the throughput
 * @param cpu of the CPU time per call
 * @param tp99 of the 99th percentile
 */
public record RowNoise(double tps, double cpu, double tp99) {
  public static final RowNoise NONE = new RowNoise(0, 0, 0);

  /** Standard deviation of a normal distribution / median absolute deviation. */
  private static final double NORMAL = 1.4826;

  /** The correction n / (n - 0.8) for samples of few. */
  private static final double SMALL_SAMPLE = 0.8;

  public RowNoise {
    ClosedNetwork.require("noise", tps >= 0 && cpu >= 0 && tp99 >= 0, tps);
  }

  static RowNoise of(List<BlockSample> rounds) {
    return new RowNoise(
        error(rounds, Metric.TPS),
        error(rounds, Metric.PROVIDER_CPU_PER_CALL),
        error(rounds, Metric.TP99));
  }

  /**
   * The noise of a load that counts by the medians of some rounds. Like a median, it does not grow
   * without bound with one round: the error is that of a normal sample's median, with its standard
   * deviation from the median absolute deviation (Croux and Rousseeuw, COMPSTAT 1992). Without a
   * TP99 it is that of TP95.
   *
   * @param rounds at least two
   */
  static RowNoise ofMedian(List<BlockSample> rounds) {
    double tp99 = errorOfMedian(rounds, Metric.TP99);
    return new RowNoise(
        errorOfMedian(rounds, Metric.TPS),
        errorOfMedian(rounds, Metric.PROVIDER_CPU_PER_CALL),
        tp99 > 0 ? tp99 : errorOfMedian(rounds, Metric.TP95));
  }

  private static double errorOfMedian(List<BlockSample> rounds, Metric metric) {
    List<Double> logs = DoubleStream.of(logs(rounds, metric)).boxed().toList();
    int count = logs.size();
    if (count < 2) {
      return 0;
    }
    double median = Spread.of(logs).orElseThrow().median();
    List<Double> deviations = logs.stream().map(log -> Math.abs(log - median)).toList();
    double deviation =
        NORMAL * count / (count - SMALL_SAMPLE) * Spread.of(deviations).orElseThrow().median();
    return deviation * Math.sqrt(Math.PI / 2 / count);
  }

  /** The root mean squares of the loads' errors. */
  static RowNoise usual(List<Observation> loads) {
    return new RowNoise(
        rms(loads, RowNoise::tps), rms(loads, RowNoise::cpu), rms(loads, RowNoise::tp99));
  }

  private static double rms(List<Observation> loads, ToDoubleFunction<RowNoise> of) {
    return Math.sqrt(
        loads.stream()
            .mapToDouble(load -> Math.pow(of.applyAsDouble(load.noise()), 2))
            .average()
            .orElse(0));
  }

  RowNoise and(double error) {
    return error == 0
        ? this
        : new RowNoise(Math.hypot(tps, error), Math.hypot(cpu, error), Math.hypot(tp99, error));
  }

  /** The median of a metric's known values; null if there are none. */
  static Double median(List<BlockSample> rounds, Metric metric) {
    return Spread.of(
            rounds.stream().map(round -> round.of(metric)).filter(Objects::nonNull).toList())
        .map(Spread::median)
        .orElse(null);
  }

  /** The standard error of the mean logarithm; 0 with fewer than two rounds. */
  private static double error(List<BlockSample> rounds, Metric metric) {
    double[] logs = logs(rounds, metric);
    return logs.length < 2 ? 0 : Math.sqrt(Variance.of(logs).getAsDouble() / logs.length);
  }

  private static double[] logs(List<BlockSample> rounds, Metric metric) {
    return rounds.stream()
        .map(round -> round.of(metric))
        .filter(Objects::nonNull)
        .filter(value -> value > 0)
        .mapToDouble(Math::log)
        .toArray();
  }
}
