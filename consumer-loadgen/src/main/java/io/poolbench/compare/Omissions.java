package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The levels of two cells that are not compared. */
final class Omissions {
  private Omissions() {}

  /** A sentence for each kind. */
  static List<String> of(Side baseline, Side candidate) {
    List<String> sentences = new ArrayList<>();
    if (!baseline.countsLike(candidate)) {
      sentences.add(
          "The levels of "
              + baseline.letter()
              + " are "
              + unit(baseline)
              + ", those of "
              + candidate.letter()
              + " "
              + unit(candidate)
              + ": no step of one compares with a step of the other.");
      return sentences;
    }
    only(baseline, candidate, sentences);
    only(candidate, baseline, sentences);
    invalid(baseline, sentences);
    invalid(candidate, sentences);
    return sentences;
  }

  private static void only(Side side, Side other, List<String> sentences) {
    TreeSet<Integer> alone = new TreeSet<>(side.cell().levels());
    alone.removeAll(other.cell().levels());
    if (!alone.isEmpty()) {
      sentences.add(
          "Only " + side.letter() + " measured " + counts(alone) + " " + unit(side) + ".");
    }
  }

  private static void invalid(Side side, List<String> sentences) {
    List<String> levels =
        side.cell().levels().stream()
            .filter(level -> invalidSteps(side.cell(), level) > 0)
            .map(level -> FigureText.count(level) + share(side.cell(), level))
            .toList();
    if (!levels.isEmpty()) {
      sentences.add(
          "Left out as INVALID of "
              + side.letter()
              + ": "
              + String.join(", ", levels)
              + " "
              + unit(side)
              + ".");
    }
  }

  private static long invalidSteps(RepeatedCell cell, int level) {
    return cell.steps(level).stream()
        .filter(step -> step.verdict().kind() == Verdict.Kind.INVALID)
        .count();
  }

  private static String share(RepeatedCell cell, int level) {
    int steps = cell.steps(level).size();
    return steps == 1 ? "" : " (" + invalidSteps(cell, level) + " of " + steps + " steps)";
  }

  private static String counts(Set<Integer> levels) {
    return levels.stream().map(FigureText::count).collect(Collectors.joining(", "));
  }

  private static String unit(Side side) {
    return FigureText.unit(side.cell().cell().load().workload());
  }
}
