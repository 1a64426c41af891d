package io.poolbench.published;

import io.poolbench.result.FigureText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The knee of a closed load curve, where TPS stops growing with users, found in two ways.
 *
 * <p>Measured: the fewest users whose TPS is within {@value #PLATEAU_PCT} % of the best TPS up to
 * twice as many users. The bound on the right keeps a slow creep far beyond from moving it; the
 * margin is wider than the noise of steps, which else would make any later step the knee.
 *
 * <p>By asymptotes (Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978):
 * the users at which N / R0, the TPS of users who never wait for each other, reaches the best TPS;
 * R0 is the cycle of a user at the lowest load. It does not hang on a margin, but where the calls
 * were calibrated it follows from that alone, so that it is no evidence of its own.
 *
 * @param measuredUsers null where TPS still grows at the curve's end, or too few loads were
 *     measured to say
 * @param asymptoticUsers null where nothing was measured
 */
public record Knee(Integer measuredUsers, Double asymptoticUsers) {
  /** By how much TPS may be below the best and count as no longer growing, in percent. */
  static final int PLATEAU_PCT = 3;

  private static final double MILLIS = 1000;

  static Knee of(Curve curve) {
    List<Look> looks = curve.looks();
    return new Knee(
        looks.stream()
            .filter(look -> isSeenBeyond(looks, look) && isOnPlateau(looks, look))
            .map(Look::users)
            .findFirst()
            .orElse(null),
        asymptotic(looks).orElse(null));
  }

  /** Whether a look with half as many users more, up to twice as many, shows how it goes on. */
  private static boolean isSeenBeyond(List<Look> looks, Look at) {
    return looks.stream()
        .anyMatch(look -> 2 * look.users() >= 3 * at.users() && look.users() <= 2 * at.users());
  }

  private static boolean isOnPlateau(List<Look> looks, Look at) {
    double best =
        looks.stream()
            .filter(look -> look.users() <= 2 * at.users())
            .mapToDouble(Look::tps)
            .max()
            .orElse(0);
    return at.tps() >= best * (1 - PLATEAU_PCT / 100.0);
  }

  private static Optional<Double> asymptotic(List<Look> looks) {
    return looks.stream()
        .max(Comparator.comparingDouble(Look::tps))
        .filter(best -> best.tps() > 0 && looks.get(0).tps() > 0)
        .map(best -> best.tps() * cycleMillis(looks.get(0)) / MILLIS);
  }

  /** Little's law, for users who do nothing but call. */
  private static double cycleMillis(Look look) {
    return MILLIS * look.users() / look.tps();
  }

  /** Whether the measured knee is where the published one is. */
  public boolean agrees() {
    return measuredUsers != null
        && Math.abs(measuredUsers - Published.KNEE_USERS) <= Published.KNEE_BAND_USERS;
  }

  /** The knee in one line. */
  public String line() {
    return "Knee of "
        + Published.CACHED
        + ", where TPS stops growing: "
        + (measuredUsers == null
            ? "not reached"
            : "at " + FigureText.count(measuredUsers) + " users")
        + " (published "
        + Published.KNEE_USERS
        + " +-"
        + Published.KNEE_BAND_USERS
        + (measuredUsers == null ? "" : agrees() ? ": agrees" : ": does NOT agree")
        + ")"
        + (asymptoticUsers == null
            ? "."
            : "; the asymptotes of the curve cross at "
                + FigureText.measure(asymptoticUsers)
                + " users.");
  }
}
