package io.poolbench.measure;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.Durations;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Percentile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Detects the steady state of a load: over the last {@value #WINDOWS} windows the spreads of TPS,
 * TP99 and provider CPU time per call are within bands, and the JIT compilers of provider and
 * driver each take at most {@value #JIT_PCT} % of the CPUs.
 *
 * <p>TPS alone does not show the steady state. If threads or users limit it, it is steady from the
 * first second; if the CPUs limit it, it is steady for seconds while the provider's compiler takes
 * half of the CPU time. The driver's compiler may take as much with a large client. Not
 * thread-safe.
 */
final class SteadyStateDetector {
  static final int WINDOWS = 3;

  static final double TPS_BAND_PCT = 10;

  /** Wider than the other bands, because only 1 % of a window's calls are beyond TP99. */
  static final double TP99_BAND_PCT = 30;

  static final double CPU_BAND_PCT = 10;

  /** The limit of JIT compilation time: in percent of the provider's CPUs, or of one CPU. */
  static final double JIT_PCT = 5;

  /** The compilers' elapsed time, in percent of one CPU, beyond which much is left to compile. */
  private static final double BUSY_PCT = 50;

  /** Windows in which a load that starves the compilers goes on. */
  private static final int PATIENCE = 10;

  /** The share of that time in which compilers run that do not wait for a CPU. */
  private static final double MOST = 0.5;

  private final List<Level> windows = new ArrayList<>();

  void add(Level window) {
    windows.add(window);
  }

  boolean isEmpty() {
    return windows.isEmpty();
  }

  boolean compiled() {
    return windows.size() >= WINDOWS && jitPct() <= JIT_PCT && !isStarving();
  }

  /**
   * Whether the load of the last windows leaves the compilers too little CPU time: they are at work
   * for most of the time, and wait for a CPU for most of that. Without a load they compile faster;
   * where they get their CPU, a load tells them more of what to compile.
   */
  boolean isStarving() {
    double provider = mean(Metric.JIT::of);
    return mean(Metric.DRIVER_JIT::of) > BUSY_PCT
        || (provider > BUSY_PCT && mean(SteadyStateDetector::jitCpuPct) < MOST * provider);
  }

  /**
   * Whether the load is to pause, so that the compilers get on: not in the first windows, in which
   * calls that are not made are missed by the compilers more than the CPU time.
   */
  boolean needsPause() {
    return windows.size() > PATIENCE && isStarving();
  }

  /** The CPU time of the provider's compilers in percent of one CPU; null if it is unknown. */
  private static Double jitCpuPct(Level window) {
    Double seconds = window.counters().gained(CounterNames.PROVIDER_COMPILERS);
    return seconds == null ? null : 100 * seconds / window.seconds();
  }

  boolean reached() {
    return isWithin(Level::tps, TPS_BAND_PCT)
        && (!hasCpu() || isWithin(Metric.PROVIDER_CPU_PER_CALL::of, CPU_BAND_PCT))
        && (!hasTp99() || isWithin(SteadyStateDetector::tp99Millis, TP99_BAND_PCT))
        && compiled();
  }

  /** The spreads of the last windows and their limits, in one line. */
  String text() {
    if (isEmpty()) {
      return "no window measured";
    }
    return "over the last "
        + last().size()
        + " windows TPS "
        + within(Level::tps, TPS_BAND_PCT)
        + ", CPU per call "
        + within(Metric.PROVIDER_CPU_PER_CALL::of, CPU_BAND_PCT)
        + ", TP99 "
        + (hasTp99()
            ? within(SteadyStateDetector::tp99Millis, TP99_BAND_PCT)
            : "unknown (too few calls)")
        + ", "
        + compilersText();
  }

  /** All that counts for pools that share their JVMs. */
  String compilersText() {
    return "JIT compilers at most %s %% (steady: %s %%)"
        .formatted(FigureText.pct(jitPct()), FigureText.pct(JIT_PCT));
  }

  private List<Level> last() {
    return windows.subList(Math.max(0, windows.size() - WINDOWS), windows.size());
  }

  private String within(Function<Level, Double> figure, double bandPct) {
    Double spread = spreadPct(figure);
    String band = " (steady: " + FigureText.pct(bandPct) + " %)";
    return (spread == null ? "unknown" : "within " + FigureText.pct(spread) + " %") + band;
  }

  private Double spreadPct(Function<Level, Double> figure) {
    List<Double> values = last().stream().map(figure).toList();
    return values.isEmpty() || values.stream().anyMatch(value -> value == null || value == 0)
        ? null
        : (Double) (100 * (Collections.max(values) / Collections.min(values) - 1));
  }

  private boolean isWithin(Function<Level, Double> figure, double bandPct) {
    Double spread = spreadPct(figure);
    return spread != null && spread <= bandPct;
  }

  /**
   * The mean time of the busier of the two JVMs' compilers: the provider's in percent of its CPUs,
   * the driver's of one CPU. A mean, because a single compilation may take a tenth of a window.
   */
  private double jitPct() {
    return Math.max(mean(SteadyStateDetector::providerJitPct), mean(Metric.DRIVER_JIT::of));
  }

  /** The mean over the windows in which the value is known; 0 if there are none. */
  private double mean(Function<Level, Double> figure) {
    return last().stream()
        .map(figure)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  /**
   * The compiler's CPU time if the kernel reports it, otherwise its elapsed time, which is several
   * times as long when compilations of a saturated provider wait for a CPU.
   */
  private static Double providerJitPct(Level window) {
    Double cpu = Metric.PROVIDER_CPU_JIT.of(window);
    return cpu == null ? Metric.JIT.of(window) : cpu;
  }

  private boolean hasCpu() {
    return last().stream().anyMatch(window -> Metric.PROVIDER_CPU_PER_CALL.of(window) != null);
  }

  private boolean hasTp99() {
    return last().stream().allMatch(window -> tp99Millis(window) != null);
  }

  private static Double tp99Millis(Level window) {
    // In an overloaded open loop the response time grows with the backlog, while the time from the
    // send stays steady.
    Durations service = window.times().service();
    return Percentile.TP99.millis(service.isEmpty() ? window.response() : service);
  }
}
