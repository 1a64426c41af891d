package io.poolbench.compare;

import io.poolbench.config.ConfigException;

/**
 * What a comparison must not show. It reads like speech, and prints itself as it is read: {@code
 * tp99 +10%} fails where the TP99 of a pair is more than 10 % above the baseline's at any load, and
 * that is not noise.
 */
public sealed interface Criterion permits FigureCriterion, CapacityCriterion {
  /**
   * Reads a criterion.
   *
   * @throws ConfigException where it is none
   */
  static Criterion parse(String text) {
    return CriterionReader.read(text);
  }

  /** As it is read. */
  String text();

  /** What a pair says of it. */
  Ruling judge(Pair pair);
}
