package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Whether a figure rises in proportion to the users: at each load, figure / users is within {@value
 * #BAND_PCT} % of its mean over all loads, or the figure within the slack of that line.
 *
 * @param name the figure's
 * @param slack in the figure's unit: what it has without load, such as a JVM's own CPU time
 */
record Line(String name, Function<StepResult, Double> figure, double slack) {
  private static final int BAND_PCT = 10;
  private static final int FEWEST_LOADS = 3;

  /**
   * @param looks the valid ones up to where the line ends
   * @param reaching the load that one of them must reach at least, to speak of the whole line
   */
  Statement statement(String text, List<Look> looks, int reaching, Supplier<String> cause) {
    List<Look> known = looks.stream().filter(look -> look.figure(figure).isPresent()).toList();
    if (known.size() < FEWEST_LOADS || known.get(known.size() - 1).users() < reaching) {
      return Statement.undecided(
          text,
          name
              + ": valid at "
              + known.size()
              + " loads; it takes "
              + FEWEST_LOADS
              + ", up to "
              + reaching
              + " users or more");
    }
    double mean = known.stream().mapToDouble(this::perUser).average().orElseThrow();
    List<String> beyond = new ArrayList<>();
    double worst = 0;
    for (Look look : known) {
      double deviationPct = 100 * (perUser(look) / mean - 1);
      double deviation = look.users() * (perUser(look) - mean);
      if (Math.abs(deviationPct) > BAND_PCT && Math.abs(deviation) > slack) {
        beyond.add(look.load() + " " + FigureText.pct(deviationPct) + " %");
      }
      worst = Math.max(worst, Math.abs(deviationPct));
    }
    String because =
        name
            + " per user "
            + FigureText.measure(mean)
            + " in the mean of "
            + known.size()
            + " loads, "
            + (beyond.isEmpty()
                ? "none further off than " + FigureText.pct(worst) + " %"
                : "off the line: " + String.join(", ", beyond));
    return Statement.decided(text, beyond.isEmpty(), because, cause);
  }

  private double perUser(Look look) {
    Optional<Double> value = look.figure(figure);
    return value.orElseThrow() / look.users();
  }
}
