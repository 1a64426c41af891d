package io.poolbench.compare;

import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import java.util.List;
import java.util.Objects;

/**
 * A result compared with a baseline, the first of both.
 *
 * @param criteria what the comparison fails by
 * @param unpaired labels of cells without a partner
 */
public record ComparedResults(
    List<ComparedResult> results,
    List<ComparedPair> pairs,
    List<Statement> criteria,
    List<String> unpaired) {
  public ComparedResults {
    results = List.copyOf(results);
    pairs = List.copyOf(pairs);
    criteria = List.copyOf(criteria);
    unpaired = List.copyOf(unpaired);
  }

  /** A compared result; the letter of the baseline is A. */
  public record ComparedResult(String letter, String source) {}

  /** A cell of a compared result. */
  public record ComparedCell(String letter, String name) {
    public String label() {
      return letter + " " + name;
    }
  }

  /**
   * A cell and the baseline cell that it is compared with.
   *
   * @param isDecided whether a difference is shown, or could have been shown
   * @param levels each metric at each level that both measured
   * @param leftOut what could not be compared and why, in a sentence; may be empty
   * @param warnings other differences that may explain a deviation, one sentence each
   */
  public record ComparedPair(
      ComparedCell baseline,
      ComparedCell candidate,
      ComparedCapacity capacity,
      boolean isDecided,
      List<ComparedLevel> levels,
      String leftOut,
      List<String> warnings) {
    public ComparedPair {
      Objects.requireNonNull(baseline, "baseline");
      Objects.requireNonNull(candidate, "candidate");
      Objects.requireNonNull(capacity, "capacity");
      levels = List.copyOf(levels);
      Objects.requireNonNull(leftOut, "leftOut");
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * The candidate's capacity beside the baseline's.
   *
   * @param decision whether it is better (SHOWN), worse (REFUTED), or no difference is shown
   * @param word such as {@code better} or {@code not compared}
   * @param difference its interval in words, such as {@code +6 to +34 users}; why there is none;
   *     may be empty
   */
  public record ComparedCapacity(Decision decision, String word, String difference) {
    public ComparedCapacity {
      Objects.requireNonNull(decision, "decision");
      Objects.requireNonNull(word, "word");
      Objects.requireNonNull(difference, "difference");
    }
  }

  /** A metric at a level, as texts. */
  public record ComparedLevel(
      String level,
      String metric,
      String baseline,
      String candidate,
      String change,
      Decision better) {}

  /** The decision on all criteria; without one, whether any pair is decided. */
  public Decision decision() {
    return criteria.isEmpty() && pairs.stream().noneMatch(ComparedPair::isDecided)
        ? Decision.NOT_SHOWN
        : Decision.all(criteria.stream().map(Statement::decision).toList());
  }
}
