package io.poolbench.study;

import io.poolbench.result.FigureText;
import io.poolbench.result.Latency;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Whether a load has come to a steady state: the last windows agree in throughput, in TP99 and in
 * the provider's CPU time per call, and the JIT compiler is all but done.
 *
 * <p>Throughput alone would not do. Where threads or users bound it, it is steady from the first
 * second; where the CPU does, it is steady for seconds while the compiler takes half of that CPU.
 * Not thread-safe.
 */
final class Steadiness {
  /** How many windows must agree. */
  static final int WINDOWS = 3;

  /** How far the highest of them may lie above the lowest, as a share of it. */
  static final double BAND = 0.10;

  /**
   * The same for TP99, which is told by a hundredth of the calls and scatters accordingly. It is
   * left out where a window has too few calls to tell it.
   */
  static final double TP99_BAND = 0.30;

  /** The most that the JIT compiler may take in each of them, in percent of one CPU. */
  static final double JIT_PCT = 5;

  private final List<StepResult> windows = new ArrayList<>();

  /** Takes note of the next window. */
  void add(StepResult window) {
    windows.add(window);
  }

  /** Whether no window was seen. */
  boolean isEmpty() {
    return windows.isEmpty();
  }

  /** Whether the JIT compiler is all but done. */
  boolean compiled() {
    return windows.size() >= WINDOWS && jitPct() <= JIT_PCT;
  }

  /** Whether the last windows agree. */
  boolean reached() {
    return windows.size() >= WINDOWS
        && spread(StepResult::tps) <= BAND
        && spread(Steadiness::cpuMicrosPerCall) <= BAND
        && (!tellsTp99() || spread(Steadiness::tp99Millis) <= TP99_BAND)
        && jitPct() <= JIT_PCT;
  }

  /** How far the last windows agree, in words. */
  String text() {
    if (isEmpty()) {
      return "there was no time to see";
    }
    return "over the last "
        + last().size()
        + " s TPS within "
        + FigureText.pct(100 * spread(StepResult::tps))
        + " %, CPU per call within "
        + FigureText.pct(100 * spread(Steadiness::cpuMicrosPerCall))
        + " % (steady: "
        + FigureText.pct(100 * BAND)
        + " %), TP99 "
        + (tellsTp99()
            ? "within " + FigureText.pct(100 * spread(Steadiness::tp99Millis)) + " %"
            : "not told by so few calls")
        + " (steady: "
        + FigureText.pct(100 * TP99_BAND)
        + " %), JIT compiler at most "
        + FigureText.pct(jitPct())
        + " % of a CPU (steady: "
        + FigureText.pct(JIT_PCT)
        + " %)";
  }

  private List<StepResult> last() {
    return windows.subList(Math.max(0, windows.size() - WINDOWS), windows.size());
  }

  private double spread(Function<StepResult, Double> figure) {
    double highest = Double.NEGATIVE_INFINITY;
    double lowest = Double.POSITIVE_INFINITY;
    for (StepResult window : last()) {
      Double value = figure.apply(window);
      if (value == null || value == 0) {
        return Double.POSITIVE_INFINITY;
      }
      highest = Math.max(highest, value);
      lowest = Math.min(lowest, value);
    }
    return highest / lowest - 1;
  }

  /** 0 where the provider does not tell. */
  private double jitPct() {
    return last().stream()
        .map(window -> window.provider().jitPct())
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }

  private boolean tellsTp99() {
    return last().stream().allMatch(window -> tp99Millis(window) != null);
  }

  private static Double tp99Millis(StepResult window) {
    // Beyond its capacity a provider leaves a growing backlog, but serves in a steady time.
    Latency service = window.pacing() == null ? null : window.pacing().service();
    return (service == null ? window.latency() : service).tp99Millis();
  }

  private static Double cpuMicrosPerCall(StepResult window) {
    return window.provider().cpuMicrosPerCall();
  }
}
