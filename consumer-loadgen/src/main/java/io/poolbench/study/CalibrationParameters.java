package io.poolbench.study;

import io.poolbench.api.ServiceWork;
import io.poolbench.redis.AddedLatency;
import io.poolbench.result.Calibrated;
import io.poolbench.result.FigureText;
import io.poolbench.spec.Cell;
import io.poolbench.spec.NetworkSettings;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.RedisSettings;

/**
 * What calibration chooses: the three settings that make a call cost what a study wants.
 *
 * @param cpuIterations a call's CPU work, 0 or more
 * @param redisMicros mean latency that is added to Redis's answers, 0 or more
 * @param networkMicros mean latency that is added to the provider's answers, 0 or more
 */
record CalibrationParameters(long cpuIterations, long redisMicros, long networkMicros) {
  /** What was chosen. */
  static CalibrationParameters of(Calibrated calibration) {
    return new CalibrationParameters(
        calibration.cpuIterations(),
        calibration.redis().meanMicros(),
        calibration.network().meanMicros());
  }

  /** As a cell has them. */
  static CalibrationParameters of(Cell cell) {
    return new CalibrationParameters(
        cell.provider().work().cpuIterations(),
        cell.redis().latency().meanMicros(),
        cell.network().latency().meanMicros());
  }

  /** In words, such as {@code 83,412 iterations, Redis 2,030 us, network 710 us}. */
  String text() {
    return FigureText.count(cpuIterations)
        + " iterations, Redis "
        + FigureText.count(redisMicros)
        + " us, network "
        + FigureText.count(networkMicros)
        + " us";
  }

  CalibrationParameters withCpuIterations(long iterations) {
    return new CalibrationParameters(iterations, redisMicros, networkMicros);
  }

  CalibrationParameters withLatencies(long newRedisMicros, long newNetworkMicros) {
    return new CalibrationParameters(cpuIterations, newRedisMicros, newNetworkMicros);
  }

  /** A cell whose calls are set so; all else of it stays, the shape of its latencies too. */
  Cell applyTo(Cell cell) {
    ProviderSettings provider = cell.provider();
    ServiceWork work = provider.work();
    RedisSettings redis = cell.redis();
    return new Cell(
        cell.name(),
        new ProviderSettings(
            provider.pool(),
            provider.ioThreads(),
            provider.dispatcher(),
            provider.executorManagement(),
            new ServiceWork(cpuIterations, work.garbageBytes(), work.bursts()),
            provider.jvm(),
            provider.scheduling(),
            provider.bindHost(),
            provider.port()),
        new RedisSettings(
            redis.kind(),
            redis.uri(),
            redis.records(),
            redis.recordBytes(),
            redis.connections(),
            moved(redis.latency(), redisMicros)),
        new NetworkSettings(moved(cell.network().latency(), networkMicros)),
        cell.driver(),
        cell.cpus(),
        cell.load(),
        cell.validity(),
        cell.sla(),
        cell.published());
  }

  /** A latency of another mean, whose deviation keeps its proportion to it. */
  private static AddedLatency moved(AddedLatency latency, long meanMicros) {
    if (latency.isNone()) {
      return new AddedLatency(meanMicros, 0);
    }
    double proportion = latency.deviationMicros() / (double) latency.meanMicros();
    return new AddedLatency(meanMicros, Math.round(proportion * meanMicros));
  }
}
