package io.poolbench.model;

import io.poolbench.result.BlockSample;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * One measured load, as input of a fit.
 *
 * @param cell cell and repetition; cross-validation leaves out all loads of a cell together
 * @param tps calls answered OK per second
 * @param cpuPct CPU of the provider, in percent of its CPUs
 * @param serviceMillis mean time of a call in its thread; null if unknown
 * @param outsideMillis mean time of a call outside the pool; null if unknown
 * @param meanMillis mean response time; null if unknown
 * @param tp99Millis 99th percentile of the response time; null if unknown
 * @param tp95Millis 95th percentile of the response time; null if unknown
 * @param noise standard errors of these values
 */
public record Observation(
    String cell,
    int users,
    int threads,
    int queue,
    int cpus,
    double tps,
    double cpuPct,
    Double serviceMillis,
    Double outsideMillis,
    Double meanMillis,
    Double tp99Millis,
    Double tp95Millis,
    double backoffMillis,
    RowNoise noise) {
  /** In a second of a CPU. */
  private static final double MICROS_PER_PCT = 1e4;

  public Observation {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(noise, "noise");
    ClosedNetwork.require("users", users >= 1, users);
    ClosedNetwork.require("throughput", tps > 0, tps);
    ClosedNetwork.require("CPU", cpuPct > 0, cpuPct);
  }

  Observation disturbedBy(double error) {
    return with(1, 1, 1, noise.and(error));
  }

  Observation drawn(RandomGenerator random) {
    if (noise.equals(RowNoise.NONE)) {
      return this;
    }
    double slower = Math.exp(noise.tps() * random.nextGaussian());
    double dearer = Math.exp(noise.cpu() * random.nextGaussian());
    double tail = Math.exp(noise.tp99() * random.nextGaussian());
    return with(slower, dearer, tail, noise);
  }

  /**
   * This load by the medians of some of the rounds that measured it, which a burst in one of them
   * does not change.
   *
   * @param rounds with throughput and CPU time per call
   */
  Observation by(List<BlockSample> rounds) {
    double calmTps = RowNoise.median(rounds, Metric.TPS);
    return new Observation(
        cell,
        users,
        threads,
        queue,
        cpus,
        calmTps,
        RowNoise.median(rounds, Metric.PROVIDER_CPU_PER_CALL) * calmTps / cpus / MICROS_PER_PCT,
        RowNoise.median(rounds, Metric.SERVICE_MEAN),
        RowNoise.median(rounds, Metric.OUTSIDE_MEAN),
        RowNoise.median(rounds, Metric.MEAN),
        RowNoise.median(rounds, Metric.TP99),
        RowNoise.median(rounds, Metric.TP95),
        backoffMillis,
        RowNoise.ofMedian(rounds));
  }

  private Observation with(double slower, double dearer, double tail, RowNoise other) {
    return new Observation(
        cell,
        users,
        threads,
        queue,
        cpus,
        tps / slower,
        cpuPct / slower * dearer,
        times(serviceMillis, slower),
        times(outsideMillis, slower),
        times(meanMillis, slower),
        times(tp99Millis, tail),
        times(tp95Millis, tail),
        backoffMillis,
        other);
  }

  private static Double times(Double value, double factor) {
    return value == null ? null : (Double) (value * factor);
  }

  /** The weight in a fit of a logarithm: 1 / variance, including {@link NetworkFit#NOISE}. */
  double weight(double error) {
    double own = Math.hypot(error, NetworkFit.NOISE);
    return 1 / (own * own);
  }

  double demandMillis() {
    return cpuPct / 100 * cpus / tps * 1e3;
  }

  double cycleMillis() {
    return users / tps * 1e3;
  }

  /**
   * The logarithm of TP99 / mean response time. Where too few calls leave TP99 unknown, it is that
   * of the lognormal time with the measured TP95.
   */
  OptionalDouble logTp99PerMean() {
    double mean = meanMillis == null ? cycleMillis() : meanMillis;
    if (tp99Millis != null) {
      return OptionalDouble.of(Math.log(tp99Millis / mean));
    }
    return tp95Millis == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(TimeShape.logTp99PerMean(Math.log(tp95Millis / mean)));
  }

  /**
   * Whether the load is known to be within an SLA with metrics of {@link Prediction#METRICS}. Its
   * availability is not known, but high ({@link MeasuredLoads}).
   */
  boolean isWithin(Sla sla) {
    return sla.bounds().stream().allMatch(this::meets);
  }

  private boolean meets(Sla.Bound bound) {
    Metric metric = Metric.of(bound);
    Double value =
        switch (metric) {
          case TP99 -> tp99Millis;
          case MEAN -> meanMillis;
          case PROVIDER_CPU -> (Double) cpuPct;
          default -> null;
        };
    return metric == Metric.AVAILABILITY || (value != null && metric.meets(value, bound.limit()));
  }

  ClosedNetwork network(CpuDemand demand, double waitMillis, double outside, double contention) {
    return new ClosedNetwork(
        demand, cpus, waitMillis, outside, threads, queue, contention, backoffMillis);
  }
}
