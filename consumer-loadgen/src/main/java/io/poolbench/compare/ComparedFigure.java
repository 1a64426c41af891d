package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.StepResult;

/** A figure of steps in which two results are compared. */
public enum ComparedFigure {
  TPS("tps", "TPS", "", DeviationScale.PERCENT, true),
  TP50("tp50", "TP50 ms", "ms", DeviationScale.PERCENT, false),
  TP90("tp90", "TP90 ms", "ms", DeviationScale.PERCENT, false),
  TP99("tp99", "TP99 ms", "ms", DeviationScale.PERCENT, false),
  TP999("tp999", "TP999 ms", "ms", DeviationScale.PERCENT, false),
  /** The provider's, of the CPUs that it may use. */
  CPU("cpu", "CPU %", "%", DeviationScale.POINTS, false),
  /** The provider's. */
  CPU_PER_CALL("cpu per call", "CPU us/call", "us", DeviationScale.PERCENT, false),
  AVAILABILITY("availability", "avail %", "%", DeviationScale.POINTS, true);

  private final String id;
  private final String title;
  private final String unit;
  private final DeviationScale scale;
  private final boolean moreIsBetter;

  ComparedFigure(String id, String title, String unit, DeviationScale scale, boolean moreIsBetter) {
    this.id = id;
    this.title = title;
    this.unit = unit;
    this.scale = scale;
    this.moreIsBetter = moreIsBetter;
  }

  /** Its name in a criterion, such as {@code cpu per call}. */
  public String id() {
    return id;
  }

  /** As tables head it, with its unit, such as {@code TP99 ms}. */
  public String title() {
    return title;
  }

  /** Its unit; empty for TPS, whose name holds it. */
  public String unit() {
    return unit;
  }

  /** In what its deviations are given. */
  public DeviationScale scale() {
    return scale;
  }

  /** Whether a provider is the better the more of it there is, at the same load. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** The figure of a step; null where unknown. */
  public Double of(StepResult step) {
    return switch (this) {
      case TPS -> Double.valueOf(step.tps());
      case TP50 -> Percentile.TP50.millis(step.latency());
      case TP90 -> Percentile.TP90.millis(step.latency());
      case TP99 -> Percentile.TP99.millis(step.latency());
      case TP999 -> Percentile.TP999.millis(step.latency());
      case CPU -> step.provider().cpuPct();
      case CPU_PER_CALL -> step.provider().cpuMicrosPerCall();
      case AVAILABILITY -> step.calls().availabilityPct();
    };
  }

  /** The figure without its unit, as people read it; {@link FigureText#UNKNOWN} where null. */
  public String text(Double figure) {
    return switch (this) {
      case CPU -> FigureText.pct(figure);
      case AVAILABILITY -> FigureText.availability(figure);
      default -> FigureText.measure(figure);
    };
  }
}
