package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A figure must not be worse than the baseline's by more than so much.
 *
 * <p>Where repetitions allow to test it, a deviation that may be noise is no failure. Where they do
 * not, the deviation alone decides.
 *
 * @param figure which
 * @param limit by how much it may be worse, on the figure's scale; 0 or more
 * @param at the load at which; null for any
 */
public record FigureCriterion(ComparedFigure figure, double limit, Load at) implements Criterion {
  private static final int MOST_PCT = 100;

  /**
   * A load.
   *
   * @param level 1 or more
   * @param counted what it is a number of
   */
  public record Load(int level, Counted counted) {
    public Load {
      Objects.requireNonNull(counted, "counted");
      if (level < 1) {
        throw new IllegalArgumentException("level " + level);
      }
    }
  }

  public FigureCriterion {
    Objects.requireNonNull(figure, "figure");
    if (!(limit >= 0) || Double.isInfinite(limit) || (figure.moreIsBetter() && limit >= MOST_PCT)) {
      throw new IllegalArgumentException("limit " + limit);
    }
  }

  @Override
  public String text() {
    return figure.id()
        + " "
        + (figure.moreIsBetter() ? "-" : "+")
        + FigureText.exact(limit)
        + (figure.scale() == DeviationScale.PERCENT ? "%" : " points")
        + (at == null ? "" : " at " + at.level() + " " + at.counted().unit());
  }

  @Override
  public Ruling judge(Pair pair) {
    List<LevelComparison> decisive =
        pair.levels().stream()
            .filter(level -> at == null || isAt(pair, level))
            .filter(level -> level.of(figure).amount() != null)
            .toList();
    if (decisive.isEmpty()) {
      return ruling(
          Ruling.Outcome.UNDECIDED,
          pair,
          figure.id()
              + " is not known of both "
              + (at == null ? "at any load" : "at " + at.level() + " " + at.counted().unit()));
    }
    List<LevelComparison> failing = decisive.stream().filter(this::fails).toList();
    return failing.isEmpty()
        ? ruling(Ruling.Outcome.HOLDS, pair, worst(pair, decisive))
        : ruling(
            Ruling.Outcome.FAILED,
            pair,
            String.join("; ", failing.stream().map(level -> evidence(pair, level)).toList()));
  }

  private String worst(Pair pair, List<LevelComparison> decisive) {
    LevelComparison worst =
        Collections.max(decisive, Comparator.comparing(level -> level.of(figure).worse()));
    return (decisive.size() == 1 ? "" : "of " + decisive.size() + " loads most ")
        + evidence(pair, worst);
  }

  private boolean isAt(Pair pair, LevelComparison level) {
    return at.level() == level.level() && at.counted().isOf(pair.workload());
  }

  private boolean fails(LevelComparison level) {
    Deviation deviation = level.of(figure);
    return deviation.worse() > limit
        && deviation.significance().answer() != Significance.Answer.WITHIN_NOISE;
  }

  private Ruling ruling(Ruling.Outcome outcome, Pair pair, String because) {
    return new Ruling(outcome, text(), pair.title() + ": " + because);
  }

  /** Such as {@code at 24 users 8.10 -> 9.60 ms (+18 %), more than noise (p = 0.002)}. */
  private String evidence(Pair pair, LevelComparison level) {
    Deviation deviation = level.of(figure);
    List<String> parts = new ArrayList<>();
    parts.add("at " + FigureText.load(pair.workload(), level.level()));
    parts.add(median(deviation.baseline()) + " -> " + median(deviation.candidate()));
    if (!figure.unit().isEmpty()) {
      parts.add(figure.unit());
    }
    parts.add("(" + deviation.amountText() + "),");
    parts.add(deviation.significance().sentence());
    return String.join(" ", parts);
  }

  private String median(Spread spread) {
    return figure.text(spread.median());
  }
}
