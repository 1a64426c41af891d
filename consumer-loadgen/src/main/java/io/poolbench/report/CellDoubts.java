package io.poolbench.report;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What speaks against cells' figures. */
final class CellDoubts {
  private CellDoubts() {}

  /** A sentence for all cells of which the same is to be said. */
  static List<String> of(List<CellResult> cells) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (CellResult cell : cells) {
      of(cell)
          .ifPresent(
              doubt -> names.computeIfAbsent(doubt, of -> new ArrayList<>()).add(name(cell)));
    }
    List<String> doubts = new ArrayList<>();
    names.forEach((doubt, of) -> doubts.add(String.join(", ", of) + ": " + doubt));
    return doubts;
  }

  /** Empty where nothing does. */
  private static Optional<String> of(CellResult cell) {
    List<String> doubts = new ArrayList<>();
    if (cell.failed()) {
      doubts.add("broke off: " + PlainText.lines(cell.failure().detail()).get(0));
    }
    if (cell.pool() != null && !cell.pool().matches(cell.cell().provider().pool())) {
      doubts.add("the pool built is NOT the pool asked for");
    }
    if (cell.warmUp() != null && !cell.warmUp().steady()) {
      doubts.add("NOT steady before its first step");
    }
    invalid(cell).ifPresent(doubts::add);
    return doubts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", doubts));
  }

  /** Which steps, and why the first of them: the others' reasons stand in the tables. */
  private static Optional<String> invalid(CellResult cell) {
    List<StepResult> steps =
        cell.stepsByLevel().stream()
            .filter(step -> step.verdict().kind() == Verdict.Kind.INVALID)
            .toList();
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    String levels =
        steps.stream()
            .map(step -> FigureText.count(step.level()))
            .distinct()
            .collect(Collectors.joining(", "));
    return Optional.of(
        steps.size()
            + " of "
            + cell.steps().size()
            + " steps INVALID ("
            + levels
            + " "
            + FigureText.unit(cell.cell().load().workload())
            + (steps.size() == 1 ? "): " : "), the first: ")
            + ViolationText.of(steps.get(0).verdict()));
  }

  private static String name(CellResult cell) {
    return cell.repetition() == 1 ? cell.cell().name() : CellText.repetition(cell);
  }
}
