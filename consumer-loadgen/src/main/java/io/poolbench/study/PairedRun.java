package io.poolbench.study;

import io.poolbench.lab.LabException;
import io.poolbench.load.Cumulative;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.study.PairedBench.Assessment;
import io.poolbench.study.PairedRounds.Visit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Measures the cells of a paired study in rounds, as many windows in all as {@link Paired#rounds}
 * rounds over all cells and levels have.
 *
 * <p>A round visits the levels that are open: after {@value #FULL_ROUNDS} rounds all but those that
 * are clear, i.e. so far from the SLA's bounds that no further window will change their verdict.
 * The levels on both sides of a cell's boundary remain open. So the time goes to the levels that
 * decide; near the bounds their number of windows depends on the time, not on what they show, so
 * that their figures are not biased by when they were stopped.
 *
 * <p>A disturbed window is not joined with the others, and is repeated at the end of its round
 * while the retry budget lasts. For one thread.
 */
final class PairedRun<P extends Cumulative<P>> {
  /** How many rounds, and undisturbed windows of a level, come before a level can be left out. */
  static final int FULL_ROUNDS = 2;

  private final List<Cell> cells;
  private final PairedRounds rounds;
  private final Paired paired;
  private final PairedBench<P> bench;
  private final RetryBudget retries;
  private final StudyListener listener;
  private final Map<Visit, PairedStep<P>> steps = new LinkedHashMap<>();
  private int left;

  /**
   * @param cells with equal loads, in the order of the rounds' numbers
   * @param windows that there is time for, beside repeated ones
   * @param retries the time for repeating disturbed windows
   */
  PairedRun(
      List<Cell> cells,
      PairedRounds rounds,
      Paired paired,
      int windows,
      PairedBench<P> bench,
      RetryBudget retries,
      StudyListener listener) {
    this.cells = List.copyOf(cells);
    this.rounds = rounds;
    this.paired = paired;
    this.bench = bench;
    this.retries = retries;
    this.listener = listener;
    this.left = windows;
  }

  /**
   * Runs all rounds. After an exception {@link #steps} has what was measured before.
   *
   * @throws LabException if the provider or its Redis fails
   */
  void run() throws LabException, InterruptedException {
    List<Visit> open = rounds.round(1);
    for (int round = 1; !open.isEmpty() && open.size() <= left; ) {
      measure(round, open);
      round++;
      open = open(round);
    }
  }

  /**
   * Measures one window of each visit, and repeats disturbed ones.
   *
   * @param round from 1
   * @throws LabException if the provider or its Redis fails
   */
  void measure(int round, List<Visit> visits) throws LabException, InterruptedException {
    listener.roundStarted(round, visits.size(), left);
    run(visits);
  }

  private List<Visit> open(int round) {
    List<Visit> all = rounds.round(round);
    return round <= FULL_ROUNDS ? all : all.stream().filter(this::isOpen).toList();
  }

  private boolean isOpen(Visit visit) {
    PairedStep<P> step = steps.get(visit);
    return step.windows() < paired.maxRounds()
        && (!step.isClear(FULL_ROUNDS) || isAtBoundary(visit));
  }

  /** Whether a level is the highest that passes below all others, or the one above it. */
  private boolean isAtBoundary(Visit visit) {
    Integer above =
        new TreeSet<>(rounds.levels())
            .stream()
                .filter(level -> verdict(visit.cell(), level) != Verdict.Kind.PASS)
                .findFirst()
                .orElse(null);
    Integer below =
        above == null
            ? new TreeSet<>(rounds.levels()).last()
            : new TreeSet<>(rounds.levels()).lower(above);
    return Integer.valueOf(visit.level()).equals(above)
        || Integer.valueOf(visit.level()).equals(below);
  }

  private Verdict.Kind verdict(int cell, int level) {
    return steps.get(new Visit(cell, level)).verdict();
  }

  private void run(List<Visit> visits) throws LabException, InterruptedException {
    Deque<Visit> disturbed = new ArrayDeque<>();
    for (Visit visit : visits) {
      boolean isDisturbed = run(visit);
      left--;
      if (isDisturbed) {
        disturbed.add(visit);
      }
    }
    while (!disturbed.isEmpty() && retries.isLeft()) {
      Visit visit = disturbed.remove();
      retries.spend(lengthOf(cells.get(visit.cell())));
      if (run(visit)) {
        disturbed.add(visit);
      }
    }
  }

  private static Duration lengthOf(Cell cell) {
    return cell.load().settle().plus(cell.load().measure());
  }

  /** Measures a window; whether it was disturbed. */
  private boolean run(Visit visit) throws LabException, InterruptedException {
    Cell cell = cells.get(visit.cell());
    listener.windowStarted(cell, visit.level(), left);
    Assessment window =
        steps
            .computeIfAbsent(visit, first -> new PairedStep<>(bench, first))
            .add(bench.measure(visit));
    if (window.disturbed()) {
      listener.windowDisturbed(cell, window.step());
    }
    return window.disturbed();
  }

  /**
   * The steps of a cell as far as they were measured: its disturbed windows, then the joined ones
   * by rising level.
   *
   * @param cell its number, from 0
   */
  List<StepResult> steps(int cell) {
    List<PairedStep<P>> levels =
        rounds.levels().stream()
            .sorted()
            .map(level -> steps.get(new Visit(cell, level)))
            .filter(step -> step != null && step.windows() > 0)
            .toList();
    List<StepResult> all = new ArrayList<>();
    for (PairedStep<P> level : levels) {
      for (StepResult superseded : level.superseded()) {
        all.add(superseded.numbered(all.size() + 1));
      }
    }
    levels.forEach(level -> all.add(level.result(all.size() + 1)));
    return all;
  }
}
