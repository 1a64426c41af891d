package io.poolbench.study;

import io.poolbench.result.FigureText;
import io.poolbench.result.Latency;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Whether a load has come to a steady state: the last windows agree in throughput, in TP99 and in
 * the provider's CPU time per call, and the JIT compilers of provider and driver are all but done.
 *
 * <p>Throughput alone would not do. Where threads or users bound it, it is steady from the first
 * second; where the CPU does, it is steady for seconds while the provider's compiler takes half of
 * that CPU. The driver's own takes as much from a client that is more than a few lines of code. Not
 * thread-safe.
 */
final class SteadyStateDetector {
  /** How many windows must agree. */
  static final int WINDOWS = 3;

  /** How far the provider's CPU time per call may spread over them, in percent. */
  static final double CPU_BAND_PCT = 10;

  /** The most that a JIT compiler may take in each of them, in percent of one CPU. */
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

  /** Whether the JIT compilers are all but done. */
  boolean compiled() {
    return windows.size() >= WINDOWS && jitPct() <= JIT_PCT;
  }

  /** Whether the last windows agree. */
  boolean reached() {
    return windows.size() >= WINDOWS
        && agree(StepResult::tps, Stability.TPS_BAND_PCT)
        && agree(SteadyStateDetector::cpuMicrosPerCall, CPU_BAND_PCT)
        && (!tellsTp99() || agree(SteadyStateDetector::tp99Millis, Stability.TP99_BAND_PCT))
        && jitPct() <= JIT_PCT;
  }

  /** How far the last windows agree, in words. */
  String text() {
    if (isEmpty()) {
      return "there was no time to see";
    }
    return "over the last "
        + last().size()
        + " s TPS "
        + within(StepResult::tps, Stability.TPS_BAND_PCT)
        + ", CPU per call "
        + within(SteadyStateDetector::cpuMicrosPerCall, CPU_BAND_PCT)
        + ", TP99 "
        + (tellsTp99()
            ? within(SteadyStateDetector::tp99Millis, Stability.TP99_BAND_PCT)
            : "of too few calls")
        + ", JIT compilers at most "
        + FigureText.pct(jitPct())
        + " % of a CPU (steady: "
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

  /** Null where a window does not tell. */
  private Double spreadPct(Function<StepResult, Double> figure) {
    return Stability.spreadPct(last().stream().map(figure).toList());
  }

  private boolean agree(Function<StepResult, Double> figure, double bandPct) {
    Double spread = spreadPct(figure);
    return spread != null && spread <= bandPct;
  }

  /** The most of either JVM's compiler; 0 where neither tells. */
  private double jitPct() {
    return last().stream()
        .flatMap(window -> Stream.of(window.provider().jitPct(), window.driver().jitPct()))
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
