package io.poolbench.judge;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.judge.PairedCurves.CurveCrossing;
import io.poolbench.judge.PairedCurves.LateDifference;
import io.poolbench.judge.Ranking.Answer;
import io.poolbench.judge.Ranking.CapacityDifference;
import io.poolbench.judge.Ranking.Caveat;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The tests of a pair, not corrected for other pairs.
 *
 * @param lack why the pair cannot be compared; empty if it can
 * @param difference of the capacities
 * @param curves of both cells if they were measured in the same rounds
 * @param balance how far the host disturbed one cell more than the other
 */
record PairTest(
    EstimatedCell one,
    EstimatedCell other,
    Optional<Answer> lack,
    Optional<CapacityDifference> difference,
    Optional<PairedCurves> curves,
    HostBalance balance,
    Set<Caveat> caveats) {
  /** Half of the error is that of the capacities; the crossings and late calls have the rest. */
  private static final double OF_CAPACITIES = 2;

  private static final double OF_OTHERS = 4;

  private static PairTest without(EstimatedCell one, EstimatedCell other, Answer lack) {
    return new PairTest(
        one,
        other,
        Optional.of(lack),
        Optional.empty(),
        Optional.empty(),
        HostBalance.UNKNOWN,
        Set.of());
  }

  static PairTest byRepetitions(EstimatedCell one, EstimatedCell other, int pairs) {
    Samples ofOne = Samples.ofRepetitions(one.judged());
    Samples ofOther = Samples.ofRepetitions(other.judged());
    Optional<SlaCurves> first = SlaCurves.of(one.judged(), ofOne, OptionalDouble.empty());
    Optional<SlaCurves> second = SlaCurves.of(other.judged(), ofOther, OptionalDouble.empty());
    if (first.isEmpty() || second.isEmpty()) {
      return without(one, other, Answer.UNKNOWN);
    }
    boolean repeated = ofOne.basis() == Basis.REPETITIONS && ofOther.basis() == Basis.REPETITIONS;
    return new PairTest(
        one,
        other,
        repeated ? Optional.empty() : Optional.of(Answer.MEASURED_ONCE),
        Optional.of(
            CapacityDraws.difference(
                first.get(), second.get(), /* shared= */ false, 1, tail(pairs))),
        Optional.empty(),
        HostBalance.UNKNOWN,
        Set.of());
  }

  private static double tail(int pairs) {
    return CapacityEstimate.ERROR / 2 / pairs;
  }

  static PairTest byRounds(EstimatedCell one, EstimatedCell other, int pairs) {
    ComparedSlices slices = ComparedSlices.of(one.judged(), other.judged());
    Optional<SlaCurves> first = slices.curves(slices.one());
    Optional<SlaCurves> second = slices.curves(slices.other());
    if (slices.samples().basis() == Basis.BATCHES) {
      return without(one, other, Answer.TOO_FEW_ROUNDS);
    }
    if (first.isEmpty() || second.isEmpty()) {
      return without(one, other, Answer.UNKNOWN);
    }
    Optional<PairedCurves> curves = PairedCurves.of(first.get(), second.get());
    double inflation = curves.map(pair -> CapacityDraws.inflation(pair.series())).orElse(1.0);
    Set<Caveat> caveats = EnumSet.noneOf(Caveat.class);
    caveats.addAll(slices.caveats());
    if (slices.samples().providers() == 1) {
      caveats.add(Caveat.FROM_ONE_PROVIDER);
    }
    if (curves.stream().anyMatch(pair -> pair.series().isShown())) {
      caveats.add(Caveat.OF_THESE_MINUTES);
    }
    CapacityDifference difference =
        CapacityDraws.difference(
            first.get(), second.get(), /* shared= */ true, inflation, tail(pairs));
    return new PairTest(
        one,
        other,
        Optional.empty(),
        Optional.of(difference),
        curves,
        slices.balance(first.get()),
        caveats);
  }

  /** The p-value of the capacities' difference, with its part of the error. */
  double capacity() {
    return lack.isPresent()
        ? 1
        : difference.map(each -> Math.min(1, OF_CAPACITIES * each.pValue())).orElse(1.0);
  }

  /** The p-value of the late calls' difference, with its part of the error. */
  double lateCalls() {
    return curves
        .flatMap(PairedCurves::late)
        .map(each -> Math.min(1, OF_OTHERS * each.pValue()))
        .orElse(1.0);
  }

  /**
   * The difference of the late calls: that within the SLA if it is shown by itself, once that of
   * all levels is.
   */
  private Optional<LateDifference> late(double corrected, int pairs) {
    Optional<LateDifference> all =
        curves
            .flatMap(PairedCurves::late)
            .map(each -> each.withPValue(corrected))
            .filter(LateDifference::isShown);
    return all.flatMap(
            any ->
                curves
                    .flatMap(PairedCurves::withinSla)
                    .map(each -> each.times(OF_OTHERS * pairs))
                    .filter(LateDifference::isShown))
        .or(() -> all);
  }

  /** The ranking by corrected p-values. */
  Ranking decided(double capacity, double lateCalls, int pairs) {
    Optional<CapacityDifference> corrected =
        difference.map(each -> each.withPValue(Math.min(1, capacity)));
    Optional<CurveCrossing> crossing = curves.flatMap(pair -> pair.crossing(OF_OTHERS * pairs));
    Optional<LateDifference> late = late(lateCalls, pairs);
    Answer answer = lack.orElseGet(() -> answer(corrected, crossing, late));
    return new Ranking(one, other, answer, corrected, crossing, late, caveats);
  }

  private Answer answer(
      Optional<CapacityDifference> capacity,
      Optional<CurveCrossing> crossing,
      Optional<LateDifference> late) {
    if (crossing.isPresent()) {
      return dependsOnHost(crossing.get().low()) || dependsOnHost(crossing.get().high())
          ? Answer.DEPENDS_ON_HOST
          : Answer.CROSSING;
    }
    if (capacity.filter(CapacityDifference::isShown).isPresent()) {
      return balance.explains(capacity.get().oneIsMore())
          ? Answer.DEPENDS_ON_HOST
          : Answer.CARRIES_MORE;
    }
    if (late.isPresent()) {
      return dependsOnHost(late.get()) ? Answer.DEPENDS_ON_HOST : Answer.FEWER_LATE;
    }
    return Answer.NO_DIFFERENCE;
  }

  private boolean dependsOnHost(LateDifference difference) {
    return balance.at(difference.levels()).explains(difference.logOdds() > 0);
  }
}
