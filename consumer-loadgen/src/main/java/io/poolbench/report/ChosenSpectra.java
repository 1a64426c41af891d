package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.StepResult;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The loads whose spectra a page contains: the lowest, the highest, the capacity, the first that
 * fails, and some in between. All spectra would make the page too large.
 */
record ChosenSpectra(RepeatedCell cell) {
  private static final int MAX_SPECTRA = 8;

  List<Spectrum> spectra() {
    SortedSet<Integer> chosen = decisive();
    SortedSet<Integer> all = cell.levels();
    int between = MAX_SPECTRA - chosen.size();
    List<Integer> others = all.stream().filter(level -> !chosen.contains(level)).toList();
    for (int i = 0; i < Math.min(between, others.size()); i++) {
      chosen.add(others.get((int) ((long) i * others.size() / Math.min(between, others.size()))));
    }
    return chosen.stream().map(this::of).flatMap(Optional::stream).toList();
  }

  private SortedSet<Integer> decisive() {
    SortedSet<Integer> levels = new TreeSet<>();
    if (!cell.levels().isEmpty()) {
      levels.add(cell.levels().first());
      levels.add(cell.levels().last());
    }
    Capacity first = Capacity.of(cell.repetitions().get(0));
    first.highest().ifPresent(step -> levels.add(step.level()));
    first.firstFailing().ifPresent(step -> levels.add(step.level()));
    return levels;
  }

  /** The spectrum of the drawn steps that kept their response times; empty where none did. */
  private Optional<Spectrum> of(int level) {
    LevelResult result = cell.level(level);
    List<StepResult> steps =
        CurveData.drawn(result).stream().filter(step -> !step.histogram().isEmpty()).toList();
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of(Spectrum.of(level, result.verdict(), steps));
  }
}
