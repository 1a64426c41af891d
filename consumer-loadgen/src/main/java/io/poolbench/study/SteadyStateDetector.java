package io.poolbench.study;

import io.poolbench.result.FigureText;
import io.poolbench.result.Latency;
import io.poolbench.result.Metric;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Detects the steady state of a load: over the last {@value #WINDOWS} windows the spreads of TPS,
 * TP99 and provider CPU time per call are within bands, and the JIT compilers of provider and
 * driver take at most {@value #JIT_PCT} % of the CPUs.
 *
 * <p>TPS alone is not enough. Bounded by threads or users, it is steady from the first second;
 * bounded by CPU, it is steady for seconds while the provider's compiler takes half of the CPU. The
 * driver's compiler takes as much for a large client. Not thread-safe.
 */
final class SteadyStateDetector {
  /** The number of windows compared. */
  static final int WINDOWS = 3;

  /** The max spread of TPS, in percent. */
  static final double TPS_BAND_PCT = 10;

  /** The max spread of TP99: wider, because only 1 % of a window's calls are beyond it. */
  static final double TP99_BAND_PCT = 30;

  /** The max spread of the provider's CPU time per call, in percent. */
  static final double CPU_BAND_PCT = 10;

  /** The max time of a JIT compiler over these windows, in percent of the CPUs of its JVM. */
  static final double JIT_PCT = 5;

  private final List<StepResult> windows = new ArrayList<>();

  /** Adds the next window. */
  void add(StepResult window) {
    windows.add(window);
  }

  /** Whether no window was added. */
  boolean isEmpty() {
    return windows.isEmpty();
  }

  /** Whether the JIT compilers are within their limit. */
  boolean compiled() {
    return windows.size() >= WINDOWS && jitPct() <= JIT_PCT;
  }

  /** Whether the last windows are steady. */
  boolean reached() {
    return windows.size() >= WINDOWS
        && isWithin(StepResult::tps, TPS_BAND_PCT)
        && (!hasCpu() || isWithin(SteadyStateDetector::cpuMicrosPerCall, CPU_BAND_PCT))
        && (!hasTp99() || isWithin(SteadyStateDetector::tp99Millis, TP99_BAND_PCT))
        && jitPct() <= JIT_PCT;
  }

  /** The spreads of the last windows and their limits, in one line. */
  String text() {
    if (isEmpty()) {
      return "no window measured";
    }
    return "over the last "
        + last().size()
        + " windows TPS "
        + within(StepResult::tps, TPS_BAND_PCT)
        + ", CPU per call "
        + within(SteadyStateDetector::cpuMicrosPerCall, CPU_BAND_PCT)
        + ", TP99 "
        + (hasTp99()
            ? within(SteadyStateDetector::tp99Millis, TP99_BAND_PCT)
            : "unknown (too few calls)")
        + ", JIT compilers at most "
        + FigureText.pct(jitPct())
        + " % of the CPUs (steady: "
        + FigureText.pct(JIT_PCT)
        + " %)";
  }

  private List<StepResult> last() {
    return windows.subList(Math.max(0, windows.size() - WINDOWS), windows.size());
  }

  private String within(Function<StepResult, Double> figure, double bandPct) {
    Double spread = spreadPct(figure);
    String band = " (steady: " + FigureText.pct(bandPct) + " %)";
    return (spread == null ? "unknown" : "within " + FigureText.pct(spread) + " %") + band;
  }

  private Double spreadPct(Function<StepResult, Double> figure) {
    return Stability.spreadPct(last().stream().map(figure).toList());
  }

  private boolean isWithin(Function<StepResult, Double> figure, double bandPct) {
    Double spread = spreadPct(figure);
    return spread != null && spread <= bandPct;
  }

  /**
   * The mean time of a compiler over the last windows, that of the busier one of both JVMs: a
   * single compilation may take a tenth of a short window.
   */
  private double jitPct() {
    return Math.max(
        mean(SteadyStateDetector::providerJitPct), mean(window -> window.driver().jitPct()));
  }

  /** 0 where it is unknown of all windows. */
  private double mean(Function<StepResult, Double> figure) {
    return last().stream()
        .map(figure)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  /**
   * CPU time where the kernel reports it: a saturated provider's compilations take several times as
   * long, waiting for a CPU.
   */
  private static Double providerJitPct(StepResult window) {
    Double cpu = Metric.PROVIDER_CPU_JIT.of(window);
    return cpu == null ? window.provider().jitPct() : cpu;
  }

  private boolean hasCpu() {
    return last().stream().anyMatch(window -> cpuMicrosPerCall(window) != null);
  }

  private boolean hasTp99() {
    return last().stream().allMatch(window -> tp99Millis(window) != null);
  }

  private static Double tp99Millis(StepResult window) {
    // In an overloaded open loop the backlog grows, while the time from send stays steady.
    Latency service = window.pacing() == null ? null : window.pacing().service();
    return (service == null ? window.latency() : service).tp99Millis();
  }

  private static Double cpuMicrosPerCall(StepResult window) {
    return window.provider().cpuMicrosPerCall();
  }
}
