package io.poolbench.published;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Publication;
import java.util.List;
import java.util.Optional;

/**
 * The knee of a closed load curve, where TPS stops growing with users, determined in two ways.
 *
 * <p>Measured: the lowest level whose TPS is within {@value #PLATEAU_PCT} % of the best TPS up to
 * twice that level. The upper limit prevents a slow rise at far higher levels from moving the knee.
 * The margin is wider than the noise of steps, which could otherwise move the knee to any later
 * step.
 *
 * <p>By asymptotes (Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978):
 * the users at which N / R0, the TPS of users who never wait for each other, reaches the best TPS.
 * R0 is the cycle of a user at the lowest load. This knee needs no margin, but if the calls were
 * calibrated it follows from the calibration alone and is no independent evidence.
 *
 * @param measuredUsers null if TPS still grows at the curve's end, or too few levels were measured
 * @param asymptoticUsers null if nothing was measured
 */
public record Knee(Publication.Knee published, Integer measuredUsers, Double asymptoticUsers) {
  private static final int PLATEAU_PCT = 3;

  static Knee of(Publication.Knee published, Curve curve) {
    return new Knee(published, measured(curve).orElse(null), asymptotic(curve).orElse(null));
  }

  static Optional<Integer> measured(Curve curve) {
    List<LevelResult> levels = curve.levels();
    return levels.stream()
        .filter(level -> isSeenBeyond(levels, level) && isOnPlateau(levels, level))
        .map(LevelResult::level)
        .findFirst();
  }

  /** Whether a level 1.5 to 2 times as high was measured. */
  private static boolean isSeenBeyond(List<LevelResult> levels, LevelResult at) {
    return levels.stream()
        .anyMatch(of -> 2 * of.level() >= 3 * at.level() && of.level() <= 2 * at.level());
  }

  private static boolean isOnPlateau(List<LevelResult> levels, LevelResult at) {
    double best =
        levels.stream()
            .filter(of -> of.level() <= 2 * at.level())
            .mapToDouble(Knee::tps)
            .max()
            .orElse(0);
    return tps(at) >= best * (1 - PLATEAU_PCT / 100.0);
  }

  /** Little's law, for users without think time: R0 = N / TPS. */
  private static Optional<Double> asymptotic(Curve curve) {
    List<LevelResult> levels = curve.levels();
    return Curve.highest(Metric.TPS, levels)
        .filter(best -> tps(best) > 0 && tps(levels.get(0)) > 0)
        .map(best -> tps(best) * levels.get(0).level() / tps(levels.get(0)));
  }

  private static double tps(LevelResult level) {
    return level.median(Metric.TPS);
  }

  public boolean agrees() {
    return measuredUsers != null && Math.abs(measuredUsers - published.users()) <= published.band();
  }

  public String line() {
    return "Knee of %s, where TPS stops growing: %s (published %s +-%s%s)"
            .formatted(
                published.pool(),
                measuredUsers == null
                    ? "not reached"
                    : "at " + FigureText.count(measuredUsers) + " users",
                published.users(),
                published.band(),
                measuredUsers == null ? "" : agrees() ? ": agrees" : ": does NOT agree")
        + (asymptoticUsers == null
            ? "."
            : "; the asymptotes of the curve cross at "
                + FigureText.measure(asymptoticUsers)
                + " users.");
  }
}
