package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.spec.Search;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Locates the boundary with one step at each of few candidates, then confirms it with longer steps
 * at both of its sides.
 *
 * <p>Of n candidates it begins with number s = ceil(sqrt(n)), and doubles the number until one
 * fails or the last one passes; then it halves what lies between the highest that passes and the
 * lowest that fails. Both sides are looked at in turn until each has as many looks as asked for,
 * the one that located it counted, though it was shorter. Then most of them decide. Where they turn
 * against a side, the boundary moves: the candidates next to the side are looked at, in strides
 * that grow, for what made the first look wrong is near.
 *
 * <p>A level that fails below one that passes is looked at again before the search goes on.
 *
 * <p>The search ends after {@link #mostSteps()} looks, sure or not: as many as it takes to locate
 * the boundary wherever it is, which is at most ceil(log2 s) + 2 ceil(log2(n / s)), and as many to
 * confirm it as a side needs beyond its first. That is 14 for 200 candidates and 3 looks. It ends
 * too where a level stays INVALID {@link #MOST_INVALID} times in a row, undecided.
 *
 * <p>Where looks tell the truth the answer is exact. Where the probability of passing falls evenly
 * from 1 to 0 over some users, it lies within one user of that with the even chance in 97 % of
 * simulated searches of 200 candidates and 3 looks for 2 and for 3 such users, in 88 % for 4, in 72
 * % for 6. {@code BisectionTest} holds it to that. Lower boundaries do better than higher ones:
 * they take fewer looks to locate, and leave more to confirm.
 *
 * @param search its candidates, how many looks, how long
 * @param locate how long a locating look is measured
 */
record Bisection(Search search, Duration locate) implements SearchMethod {
  @Override
  public Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched) {
    if (stepsLeft(searched) == 0 || SearchMethod.invalidAtEnd(searched) >= MOST_INVALID) {
      return Optional.empty();
    }
    State state = state(curve, searched);
    Boundary boundary = state.boundary();
    if (boundary.contradicted() && state.missing(boundary.above()) > 0) {
      return confirm(boundary.above());
    }
    if (state.isOpen()) {
      return Optional.of(new NextStep(state.open(), locate));
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

  @Override
  public List<Duration> mostLeft(List<StepResult> curve, List<StepResult> searched) {
    if (next(curve, searched).isEmpty()) {
      return List.of();
    }
    State state = state(curve, searched);
    Boundary boundary = state.boundary();
    int left = stepsLeft(searched);
    int confirming =
        state.isOpen()
            ? 2 * (search.confirmations() - 1)
            : state.missing(boundary.below()) + state.missing(boundary.above());
    confirming = Math.min(left, confirming);
    int locating = Math.min(left - confirming, state.mostToLocate());
    List<Duration> measured = new ArrayList<>(Collections.nCopies(locating, locate));
    measured.addAll(Collections.nCopies(confirming, search.measure()));
    return measured;
  }

  /** How many looks the search has at most. */
  int mostSteps() {
    int candidates = search.within().size();
    int start = start();
    int doublings = Math.max(1, log2Up((candidates + start - 1) / start));
    return log2Up(start) + 2 * doublings + search.confirmations() - 1;
  }

  private Optional<NextStep> confirm(LevelResult side) {
    return Optional.of(new NextStep(side.level(), search.measure()));
  }

  private int stepsLeft(List<StepResult> searched) {
    int steps = LevelResult.byLevel(searched).values().stream().mapToInt(LevelResult::count).sum();
    return Math.max(0, mostSteps() - steps);
  }

  private State state(List<StepResult> curve, List<StepResult> searched) {
    return new State(
        LevelResult.byLevel(Stream.concat(curve.stream(), searched.stream()).toList()));
  }

  private int start() {
    return (int) Math.ceil(Math.sqrt(search.within().size()));
  }

  /** The least power of two that is not below, as an exponent. */
  private static int log2Up(int count) {
    return count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }

  /** What has been measured, by the numbers of candidates: from 1, rising. */
  private final class State {
    private final SortedMap<Integer, LevelResult> levels;
    private final Boundary boundary;
    private final int below;
    private final int above;

    State(SortedMap<Integer, LevelResult> levels) {
      this.levels = levels;
      this.boundary =
          Boundary.of(
              levels.values().stream().map(of -> of.firstUntil(search.confirmations())).toList());
      this.below = boundary.below() == null ? 0 : notAbove(boundary.below().level());
      this.above =
          boundary.above() == null
              ? search.within().size() + 1
              : notAbove(boundary.above().level() - 1) + 1;
    }

    Boundary boundary() {
      return boundary;
    }

    /** How many looks a side lacks; none where there is no such side. */
    int missing(LevelResult side) {
      return side == null
          ? 0
          : Math.max(0, search.confirmations() - levels.get(side.level()).count());
    }

    /** Whether candidates lie between the sides. */
    boolean isOpen() {
      return above - below > 1;
    }

    /** The candidate between the sides that is to be looked at. */
    int open() {
      int upwards = stride(below - numberOf(turnedBelow()));
      int downwards = stride(numberOf(turnedAbove()) - above);
      int number = far();
      if (turnedBelow().isPresent() && (turnedAbove().isEmpty() || upwards <= downwards)) {
        number = Math.min(number, below + upwards);
      } else if (turnedAbove().isPresent()) {
        number = Math.max(number, above - downwards);
      }
      return search.within().get(number - 1);
    }

    /** How many looks it takes at most to locate the boundary, if they all tell the truth. */
    int mostToLocate() {
      return boundary.above() == null ? search.within().size() : log2Up(above - below);
    }

    /** Where looks tell the truth. */
    private int far() {
      return boundary.above() == null
          ? Math.min(Math.max(start(), 2 * below), search.within().size())
          : (below + above) / 2;
    }

    private static int stride(int gone) {
      return Math.max(1, 2 * gone);
    }

    /** The nearest level whose looks have turned to PASS, and have moved the boundary up. */
    private Optional<LevelResult> turnedBelow() {
      return levels.values().stream()
          .filter(of -> of.count() >= search.confirmations() && of.turned() && of.pass())
          .filter(of -> boundary.below() != null && of.level() <= boundary.below().level())
          .reduce((lower, higher) -> higher);
    }

    /** The nearest level whose looks have turned to FAIL, and have moved the boundary down. */
    private Optional<LevelResult> turnedAbove() {
      return levels.values().stream()
          .filter(of -> of.count() >= search.confirmations() && of.turned() && !of.pass())
          .filter(of -> boundary.above() != null && of.level() >= boundary.above().level())
          .findFirst();
    }

    private int numberOf(Optional<LevelResult> of) {
      return of.map(LevelResult::level).map(this::notAbove).orElse(0);
    }

    /** The number of the highest candidate that is not above a level; 0 where all are. */
    private int notAbove(int level) {
      return (int) search.within().stream().filter(candidate -> candidate <= level).count();
    }
  }
}
