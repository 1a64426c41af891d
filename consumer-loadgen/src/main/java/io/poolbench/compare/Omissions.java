package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.sla.LevelResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Describes the levels of two cells that are not compared. */
final class Omissions {
  private Omissions() {}

  static List<String> of(Side baseline, Side candidate) {
    if (!baseline.countsLike(candidate)) {
      return List.of(
          "Levels not comparable: %s in %s, %s in %s."
              .formatted(baseline.letter(), baseline.unit(), candidate.letter(), candidate.unit()));
    }
    List<String> sentences = new ArrayList<>();
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
      String levels = alone.stream().map(FigureText::count).collect(Collectors.joining(", "));
      sentences.add("Only " + side.letter() + " measured " + levels + " " + side.unit() + ".");
    }
  }

  private static void invalid(Side side, List<String> sentences) {
    String levels =
        side.cell().levelResults().stream()
            .filter(level -> level.count() < level.steps().size())
            .map(level -> FigureText.count(level.level()) + share(level))
            .collect(Collectors.joining(", "));
    if (!levels.isEmpty()) {
      sentences.add(
          side.letter() + " has INVALID steps, not compared: " + levels + " " + side.unit() + ".");
    }
  }

  private static String share(LevelResult level) {
    int steps = level.steps().size();
    return steps == 1 ? "" : " (" + (steps - level.count()) + " of " + steps + " steps)";
  }
}
