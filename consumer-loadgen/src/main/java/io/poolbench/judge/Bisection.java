package io.poolbench.judge;

import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.spec.LoadSchedule.Search;
import io.poolbench.spec.Sla;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Search by bisection: it locates the boundary with one step at each of a few candidates, then
 * confirms it with longer steps on both sides.
 *
 * <p>Among n candidates the search starts with number s = ceil(sqrt(n)) and doubles the number
 * until a candidate fails or the last one passes. Then it bisects between the highest passing and
 * the lowest failing candidate. Both sides are measured alternately until each has the configured
 * number of steps, including the locating step; the majority of its steps decides. If the majority
 * contradicts a side's first step, the boundary moves: the candidates next to that side are
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
record Bisection(Search search, Duration locate, Sla sla) {
  /** Maximum number of consecutive INVALID steps at one level. */
  static final int MAX_INVALID = 3;

  /**
   * The step to measure next.
   *
   * @param curve the steps measured before the search
   * @param searched the search's own steps so far
   * @return empty if the search has ended
   */
  Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched) {
    if (stepsLeft(searched) == 0 || invalidAtEnd(searched) >= MAX_INVALID) {
      return Optional.empty();
    }
    State state = state(curve, searched);
    Boundary boundary = state.boundary;
    if (boundary.contradicted() && state.missing(boundary.above()) > 0) {
      return confirm(boundary.above());
    }
    if (state.isOpen()) {
      return Optional.of(new NextStep(state.nextCandidate(), locate));
    }
    LevelResult below = boundary.below();
    LevelResult above = boundary.above();
    int missingBelow = state.missing(below);
    int missingAbove = state.missing(above);
    if (missingBelow + missingAbove == 0) {
      return Optional.empty();
    }
    return confirm(missingBelow >= missingAbove ? below : above);
  }

  /**
   * The durations of the remaining steps, at most, if none of them is INVALID.
   *
   * @param curve the steps of the curve so far; may be incomplete
   */
  List<Duration> maxRemaining(List<StepResult> curve, List<StepResult> searched) {
    if (next(curve, searched).isEmpty()) {
      return List.of();
    }
    State state = state(curve, searched);
    Boundary boundary = state.boundary;
    int left = stepsLeft(searched);
    int confirming =
        state.isOpen()
            ? 2 * (Search.CONFIRMATIONS - 1)
            : state.missing(boundary.below()) + state.missing(boundary.above());
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

  private Optional<NextStep> confirm(LevelResult side) {
    return Optional.of(new NextStep(side.level(), search.measure()));
  }

  private int stepsLeft(List<StepResult> searched) {
    int steps =
        LevelResult.byLevel(sla, searched).values().stream().mapToInt(LevelResult::count).sum();
    return Math.max(0, maxSteps() - steps);
  }

  /** The number of trailing INVALID steps at the last level. */
  private static int invalidAtEnd(List<StepResult> steps) {
    int count = 0;
    for (int i = steps.size() - 1; i >= 0; i--) {
      StepResult step = steps.get(i);
      if (step.isValid() || step.level() != steps.get(steps.size() - 1).level()) {
        break;
      }
      count++;
    }
    return count;
  }

  private State state(List<StepResult> curve, List<StepResult> searched) {
    return new State(
        LevelResult.byLevel(sla, Stream.concat(curve.stream(), searched.stream()).toList()));
  }

  private int start() {
    return (int) Math.ceil(Math.sqrt(search.within().size()));
  }

  private static int log2Up(int count) {
    return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }

  /** The boundary after the steps so far; candidates are numbered from 1, rising. */
  private final class State {
    private final SortedMap<Integer, LevelResult> levels;
    private final Boundary boundary;
    private final int below;
    private final int above;

    State(SortedMap<Integer, LevelResult> levels) {
      this.levels = levels;
      this.boundary = Boundary.confirmed(levels.values(), Search.CONFIRMATIONS);
      this.below = boundary.below() == null ? 0 : notAbove(boundary.below().level());
      this.above =
          boundary.above() == null
              ? search.within().size() + 1
              : notAbove(boundary.above().level() - 1) + 1;
    }

    /** The number of missing confirmations of a side; 0 if there is no such side. */
    int missing(LevelResult side) {
      return side == null
          ? 0
          : Math.max(0, Search.CONFIRMATIONS - levels.get(side.level()).count());
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
      LevelResult measured = levels.get(level);
      return measured != null && measured.verdict() == Verdict.Kind.UNDECIDED;
    }

    int nextCandidate() {
      int upwards = stride(below - numberOf(turnedBelow()));
      int downwards = stride(numberOf(turnedAbove()) - above);
      int number = doubledOrHalved();
      if (turnedBelow().isPresent() && (turnedAbove().isEmpty() || upwards <= downwards)) {
        number = Math.min(number, below + upwards);
      } else if (turnedAbove().isPresent()) {
        number = Math.max(number, above - downwards);
      }
      return search.within().get(nearestOpen(number).orElse(number) - 1);
    }

    /** Maximum number of steps to locate the boundary without noise. */
    int maxToLocate() {
      return boundary.above() == null ? search.within().size() : log2Up(above - below);
    }

    /** The number of the next candidate if no level contradicted its first step. */
    private int doubledOrHalved() {
      return boundary.above() == null
          ? Math.min(Math.max(start(), 2 * below), search.within().size())
          : (below + above) / 2;
    }

    private static int stride(int gone) {
      return Math.max(1, 2 * gone);
    }

    /** The nearest level that turned to PASS and so moved the boundary up. */
    private Optional<LevelResult> turnedBelow() {
      return levels.values().stream()
          .filter(of -> of.count() >= Search.CONFIRMATIONS && of.turned() && of.pass())
          .filter(of -> boundary.below() != null && of.level() <= boundary.below().level())
          .reduce((lower, higher) -> higher);
    }

    /** The nearest level that turned to FAIL and so moved the boundary down. */
    private Optional<LevelResult> turnedAbove() {
      return levels.values().stream()
          .filter(
              of ->
                  of.count() >= Search.CONFIRMATIONS
                      && of.turned()
                      && of.verdict() == Verdict.Kind.FAIL)
          .filter(of -> boundary.above() != null && of.level() >= boundary.above().level())
          .findFirst();
    }

    private int numberOf(Optional<LevelResult> of) {
      return of.map(LevelResult::level).map(this::notAbove).orElse(0);
    }

    /** The number of the highest candidate at or below a level; 0 if there is none. */
    private int notAbove(int level) {
      return (int) search.within().stream().filter(candidate -> candidate <= level).count();
    }
  }
}
