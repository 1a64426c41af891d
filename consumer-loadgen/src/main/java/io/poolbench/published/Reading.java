package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import java.util.Optional;
import java.util.function.Function;

/**
 * A measured figure that a statement hangs on.
 *
 * @param name what it is, with its load
 * @param value null where there is none
 * @param shown the value for people; empty where there is none
 * @param lack why there is none; empty where there is
 */
record Reading(String name, Double value, String shown, String lack) {
  static Reading tps(String pool, Look look) {
    return of(pool, "TPS", look, look.figure(StepResult::tps), FigureKind.TPS::text);
  }

  static Reading cpuPct(String pool, Look look) {
    return of(pool, "CPU", look, look.cpuPct(), cpu -> FigureKind.CPU.text(cpu) + " %");
  }

  static Reading tp50Millis(String pool, Look look) {
    Optional<Double> tp50 = look.figure(step -> step.latency().tp50Millis());
    return of(pool, "TP50", look, tp50, Reading::millis);
  }

  static Reading tp99Millis(String pool, Look look) {
    return of(pool, "TP99", look, look.tp99Millis(), Reading::millis);
  }

  static Reading rejectedPct(String pool, Look look) {
    Optional<Double> rejected =
        look.figure(step -> 100.0 * step.calls().rejected() / Math.max(1, step.calls().total()));
    return of(pool, "refused calls", look, rejected, pct -> FigureText.difference(pct) + " %");
  }

  private static String millis(double millis) {
    return FigureKind.TPN.text(millis) + " ms";
  }

  private static Reading of(
      String pool,
      String figure,
      Look look,
      Optional<Double> value,
      Function<Double, String> text) {
    String of = pool.isEmpty() ? "" : pool + ": ";
    if (!look.valid()) {
      return unknown(figure, of + look.lack());
    }
    String name = of + figure + " at " + look.load();
    return value
        .map(measured -> new Reading(name, measured, text.apply(measured), ""))
        .orElseGet(() -> unknown(name, name + ": not known"));
  }

  private static Reading unknown(String name, String lack) {
    return new Reading(name, null, "", lack);
  }

  boolean known() {
    return value != null;
  }

  /** The figure in words, such as {@code TP99 at 24 users 8.12 ms}. */
  String text() {
    return known() ? name + " " + shown : lack;
  }
}
