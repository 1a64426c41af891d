package io.poolbench.judge;

import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.study.LoadSchedule.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Search by bisection: it locates the boundary with one step at each of a few candidates, then
 * confirms it with longer steps on both sides.
 *
 * <p>Among n candidates the search starts with number s = ceil(sqrt(n)) and doubles the number
 * until a candidate fails or the last one passes. Then it bisects between the highest passing and
 * the lowest failing candidate. Both sides are measured alternately until each has the configured
 * number of steps, including the locating step; all batches of its steps together decide. If they
 * contradict a side's first step, the boundary moves: the candidates next to that side are
 * measured, in growing strides, because the true boundary is probably near.
 *
 * <p>A level that fails below a passing one is measured again before the search continues.
 *
 * <p>The search ends after {@link #maxSteps()} valid steps, even if the boundary is not confirmed:
 * at most ceil(log2 s) + 2 ceil(log2(n / s)) steps to locate any boundary, plus the confirmations
 * of one side beyond its first step. That is 14 for 200 candidates and 3 confirmations. The search
 * also ends, undecided, if a level is INVALID {@link #MAX_INVALID} times in a row.
 *
 * <p>Without noise the answer is exact. If the probability of passing falls linearly from 1 to 0
 * over w users, the answer is within one user of the level with probability 1/2 in 97 % of
 * simulated searches (200 candidates, 3 confirmations) for w = 2 and 3, in 88 % for w = 4, and in
 * 72 % for w = 6 ({@code BisectionTest}). Lower boundaries are found more reliably, because fewer
 * locating steps leave more steps to confirm.
 *
 * <p>A candidate that stays UNDECIDED is no side of the boundary; the candidate next to it is
 * measured instead.
 *
 * @param search candidates and duration of confirming steps
 * @param locate duration of a locating step
 */
record Bisection(Search search, Duration locate) {
  /** Maximum number of consecutive INVALID steps at one level. */
  static final int MAX_INVALID = 3;

  /**
   * The step to measure next.
   *
   * @param repetition all that was measured, also before the search
   * @param searched the search's own steps so far
   * @return empty if the search has ended
   */
  Optional<NextStep> next(JudgedCell repetition, List<Step> searched) {
    if (stepsLeft(searched) == 0 || invalidAtEnd(searched) >= MAX_INVALID) {
      return Optional.empty();
    }
    State state = new State(repetition);
    if (state.boundary.contradicted() && state.missing(state.boundary.above()) > 0) {
      return confirm(state.boundary.above());
    }
    if (state.isOpen()) {
      return Optional.of(new NextStep(state.nextCandidate(), locate));
    }
    int missingBelow = state.missing(state.boundary.below());
    int missingAbove = state.missing(state.boundary.above());
    if (missingBelow + missingAbove == 0) {
      return Optional.empty();
    }
    return confirm(missingBelow >= missingAbove ? state.boundary.below() : state.boundary.above());
  }

  /** The durations of the remaining steps, at most, if none of them is INVALID. */
  List<Duration> maxRemaining(JudgedCell repetition, List<Step> searched) {
    if (next(repetition, searched).isEmpty()) {
      return List.of();
    }
    State state = new State(repetition);
    int left = stepsLeft(searched);
    int confirming =
        state.isOpen()
            ? 2 * (Search.CONFIRMATIONS - 1)
            : state.missing(state.boundary.below()) + state.missing(state.boundary.above());
    confirming = Math.min(left, confirming);
    int locating = Math.min(left - confirming, state.maxToLocate());
    List<Duration> measured = new ArrayList<>(Collections.nCopies(locating, locate));
    measured.addAll(Collections.nCopies(confirming, search.measure()));
    return measured;
  }

  int maxSteps() {
    int candidates = search.within().size();
    int start = start();
    int doublings = Math.max(1, log2Up((candidates + start - 1) / start));
    return log2Up(start) + 2 * doublings + Search.CONFIRMATIONS - 1;
  }

  private Optional<NextStep> confirm(Optional<JudgedLevel> side) {
    return side.map(level -> new NextStep(level.level(), search.measure()));
  }

  private int stepsLeft(List<Step> searched) {
    return Math.max(0, maxSteps() - (int) searched.stream().filter(Step::counts).count());
  }

  /** The number of trailing INVALID steps at the last level. */
  private static int invalidAtEnd(List<Step> steps) {
    int count = 0;
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.counts() || step.level() != steps.get(steps.size() - 1).level()) {
        break;
      }
      count++;
    }
    return count;
  }

  private int start() {
    return (int) Math.ceil(Math.sqrt(search.within().size()));
  }

  private static int log2Up(int count) {
    return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }

  /**
   * The steps of a level.
   *
   * @param first the first step that counts, or without one the first
   * @param all the level by all of its steps
   * @param count the number of steps that count
   */
  private record Measured(JudgedLevel first, JudgedLevel all, int count) {
    static Measured of(JudgedCell repetition, List<Step> steps) {
      List<Step> counting = steps.stream().filter(Step::counts).toList();
      Step first = (counting.isEmpty() ? steps : counting).get(0);
      int level = first.level();
      return new Measured(
          first.judged(),
          repetition.only(slice -> slice.key().level() == level).level(level).orElseThrow(),
          counting.size());
    }

    JudgedLevel firstUntil(int enough) {
      return count < enough ? first : all;
    }

    boolean isTurnedTo(Verdict.Kind kind, int enough) {
      return count >= enough && all.verdict().kind() == kind && first.verdict().kind() != kind;
    }
  }

  /** The boundary after the steps so far; candidates are numbered from 1, rising. */
  private final class State {
    private final SortedMap<Integer, Measured> levels = new TreeMap<>();
    private final Boundary boundary;
    private final int below;
    private final int above;

    State(JudgedCell repetition) {
      SortedMap<Integer, List<Step>> steps = new TreeMap<>();
      for (Step step : Step.of(repetition)) {
        steps.computeIfAbsent(step.level(), first -> new ArrayList<>()).add(step);
      }
      steps.forEach((level, each) -> levels.put(level, Measured.of(repetition, each)));
      this.boundary =
          Boundary.of(
              levels.values().stream()
                  .map(level -> level.firstUntil(Search.CONFIRMATIONS))
                  .toList());
      this.below = boundary.below().map(side -> notAbove(side.level())).orElse(0);
      this.above =
          boundary
              .above()
              .map(side -> notAbove(side.level() - 1) + 1)
              .orElse(search.within().size() + 1);
    }

    /** The number of missing confirmations of a side; 0 if there is no such side. */
    int missing(Optional<JudgedLevel> side) {
      return side.map(level -> Search.CONFIRMATIONS - levels.get(level.level()).count)
          .filter(missing -> missing > 0)
          .orElse(0);
    }

    /** Whether there are candidates between the sides that are not UNDECIDED. */
    boolean isOpen() {
      return nearestOpen(below + 1).isPresent();
    }

    private Optional<Integer> nearestOpen(int number) {
      return IntStream.range(below + 1, above)
          .filter(each -> !isUndecided(search.within().get(each - 1)))
          .boxed()
          .min(Comparator.comparingInt(each -> Math.abs(each - number)));
    }

    private boolean isUndecided(int level) {
      Measured measured = levels.get(level);
      return measured != null && measured.all.verdict().kind() == Verdict.Kind.UNDECIDED;
    }

    int nextCandidate() {
      Optional<Integer> turnedBelow = turnedBelow();
      Optional<Integer> turnedAbove = turnedAbove();
      int upwards = stride(below - turnedBelow.map(this::notAbove).orElse(0));
      int downwards = stride(turnedAbove.map(this::notAbove).orElse(0) - above);
      int number = doubledOrHalved();
      if (turnedBelow.isPresent() && (turnedAbove.isEmpty() || upwards <= downwards)) {
        number = Math.min(number, below + upwards);
      } else if (turnedAbove.isPresent()) {
        number = Math.max(number, above - downwards);
      }
      return search.within().get(nearestOpen(number).orElse(number) - 1);
    }

    /** Maximum number of steps to locate the boundary without noise. */
    int maxToLocate() {
      return boundary.above().isEmpty() ? search.within().size() : log2Up(above - below);
    }

    /** The number of the next candidate if no level contradicted its first step. */
    private int doubledOrHalved() {
      return boundary.above().isEmpty()
          ? Math.min(Math.max(start(), 2 * below), search.within().size())
          : (below + above) / 2;
    }

    private static int stride(int gone) {
      return Math.max(1, 2 * gone);
    }

    /** The nearest level that turned to PASS and so moved the boundary up. */
    private Optional<Integer> turnedBelow() {
      int side = boundary.below().map(JudgedLevel::level).orElse(0);
      return levels.headMap(side + 1).entrySet().stream()
          .filter(each -> each.getValue().isTurnedTo(Verdict.Kind.PASS, Search.CONFIRMATIONS))
          .map(each -> each.getKey())
          .reduce((lower, higher) -> higher);
    }

    /** The nearest level that turned to FAIL and so moved the boundary down. */
    private Optional<Integer> turnedAbove() {
      int side = boundary.above().map(JudgedLevel::level).orElse(Integer.MAX_VALUE);
      return levels.tailMap(side).entrySet().stream()
          .filter(each -> each.getValue().isTurnedTo(Verdict.Kind.FAIL, Search.CONFIRMATIONS))
          .map(each -> each.getKey())
          .findFirst();
    }

    /** The number of the highest candidate at or below a level; 0 if there is none. */
    private int notAbove(int level) {
      return (int) search.within().stream().filter(candidate -> candidate <= level).count();
    }
  }
}
