package io.poolbench.journal;

import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The three settings of a call that calibration chooses: iterations of CPU work, and the mean
 * latencies added to answers of Redis and of the provider.
 */
public record CalibrationParameters(long cpuIterations, long redisMicros, long networkMicros) {
  public static CalibrationParameters of(Calibrated calibration) {
    return new CalibrationParameters(
        calibration.chosen().cpuIterations(),
        calibration.chosen().redis().meanMicros(),
        calibration.chosen().network().meanMicros());
  }

  /** The mean of each parameter, rounded. */
  public static CalibrationParameters mean(List<CalibrationParameters> each) {
    return new CalibrationParameters(
        mean(each, CalibrationParameters::cpuIterations),
        mean(each, CalibrationParameters::redisMicros),
        mean(each, CalibrationParameters::networkMicros));
  }

  private static long mean(
      List<CalibrationParameters> each, ToLongFunction<CalibrationParameters> setting) {
    return Math.round(each.stream().mapToLong(setting).average().orElseThrow());
  }

  public static CalibrationParameters of(Cell cell) {
    return new CalibrationParameters(
        cell.dubbo().work().cpuIterations(),
        cell.redis().latency().meanMicros(),
        cell.network().latency().meanMicros());
  }

  /** One line, such as {@code 83,412 iterations, Redis 2,030 us, network 710 us}. */
  public String text() {
    return FigureText.count(cpuIterations)
        + " iterations, Redis "
        + FigureText.count(redisMicros)
        + " us, network "
        + FigureText.count(networkMicros)
        + " us";
  }

  public CalibrationParameters withCpuIterations(long iterations) {
    return new CalibrationParameters(iterations, redisMicros, networkMicros);
  }

  public CalibrationParameters withLatencies(long newRedisMicros, long newNetworkMicros) {
    return new CalibrationParameters(cpuIterations, newRedisMicros, newNetworkMicros);
  }

  /** The study with these parameters in each cell. */
  public Study applyTo(Study study) {
    return study.withCells(study.cells().stream().map(this::applyTo).toList());
  }

  /** The cell with these parameters; the shapes of its latency distributions stay the same. */
  public Cell applyTo(Cell cell) {
    ServiceWork work = cell.dubbo().work();
    ServiceWork other = work.withCpuIterations(cpuIterations);
    return cell.servedBy(cell.dubbo().with(other))
        .delayedBy(
            cell.redis().latency().withMean(redisMicros),
            cell.network().latency().withMean(networkMicros));
  }
}
