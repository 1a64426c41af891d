package io.poolbench.compare;

import io.poolbench.sla.RepeatedCell;
import java.util.Arrays;
import java.util.List;

/**
 * One load that both sides measured and that is not INVALID in each of their repetitions.
 *
 * @param level users, or requests per second
 * @param deviations one for each {@link ComparedFigure}, in their order
 */
public record LevelComparison(int level, List<Deviation> deviations) {
  public LevelComparison {
    deviations = List.copyOf(deviations);
    if (!deviations.stream()
        .map(Deviation::figure)
        .toList()
        .equals(List.of(ComparedFigure.values()))) {
      throw new IllegalArgumentException("not one deviation for each figure: " + deviations);
    }
  }

  static LevelComparison of(int level, RepeatedCell baseline, RepeatedCell candidate) {
    return new LevelComparison(
        level,
        Arrays.stream(ComparedFigure.values())
            .map(figure -> Deviation.of(figure, level, baseline, candidate))
            .toList());
  }

  /** The deviation of one figure. */
  public Deviation of(ComparedFigure figure) {
    return deviations.stream().filter(of -> of.figure() == figure).findFirst().orElseThrow();
  }
}
