package io.poolbench.judge;

import io.poolbench.judge.Ranking.CapacityDifference;
import io.poolbench.stats.Range;
import io.poolbench.stats.RisingCurve.Crossing;
import io.poolbench.stats.SampledError.Draw;
import io.poolbench.stats.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws of capacities from their distribution, by the same seed each time. Cells that share samples
 * share what these contribute.
 */
final class CapacityDraws {
  private static final long SEED = 0x506f6f6c62656e63L;
  private static final int DRAWS = 4_000;
  private static final int MIN_DRAWS = 1_000;

  /** More if the tail of an interval would otherwise have fewer draws than {@link #IN_TAIL}. */
  private static final int MAX_DRAWS = 20_000;

  private static final int IN_TAIL = 4;

  /** A share of draws is exact enough once so many are counted: to a sixth of itself. */
  private static final int ENOUGH = 40;

  /**
   * The largest correlation of neighbouring rounds that widens a capacity's distribution: at
   * stronger ones an answer is said to be of these minutes only.
   */
  private static final double MAX_CORRELATION = 0.6;

  private CapacityDraws() {}

  static double inflation(Series rounds) {
    return rounds.inflationIfShown(MAX_CORRELATION);
  }

  static List<Crossing> of(SlaCurves curves) {
    SplittableRandom random = new SplittableRandom(SEED);
    double inflation = inflation(curves.series());
    return Stream.generate(() -> Draw.of(random, curves.samples().count(), inflation))
        .limit(DRAWS)
        .map(draw -> crossing(curves, draw, random, curves.samples().ofProviders()))
        .toList();
  }

  /**
   * The difference of two capacities, not corrected for other tests.
   *
   * <p>One cell carries more if two things are shown. Its curve, straight between levels, breaks
   * the SLA at a higher load: this p-value is corrected for the other tests. And it does so however
   * the curves run between levels: because the SLA decides differently at some measured load, or
   * because the curves are straight there. This p-value is not below {@value
   * CapacityEstimate#ERROR} in more than that share of pairs of which only the interpolation
   * differs.
   *
   * @param shared whether both cells were measured in the same rounds
   * @param tail the probability that the difference is beyond one end of its interval
   */
  static CapacityDifference difference(
      SlaCurves one, SlaCurves other, boolean shared, double inflation, double tail) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Crossing> ofOne = new ArrayList<>();
    List<Crossing> ofOther = new ArrayList<>();
    Against notMore = new Against();
    Against notLess = new Against();
    double most = Math.max(MAX_DRAWS, IN_TAIL / tail);
    while (ofOne.size() < most
        && (ofOne.size() < MIN_DRAWS || Math.min(notMore.chord, notLess.chord) < ENOUGH)) {
      Draw draw = Draw.of(random, one.samples().count(), inflation);
      Draw beside = shared ? draw : Draw.of(random, other.samples().count(), inflation);
      Crossing first = crossing(one, draw, random, unseen(one, shared));
      Crossing second = crossing(other, beside, random, unseen(other, shared));
      ofOne.add(first);
      ofOther.add(second);
      notMore.add(first, second);
      notLess.add(second, first);
    }
    boolean oneIsMore = notMore.chord <= notLess.chord;
    Against against = oneIsMore ? notMore : notLess;
    List<Crossing> larger = oneIsMore ? ofOne : ofOther;
    List<Crossing> smaller = oneIsMore ? ofOther : ofOne;
    int draws = ofOne.size();
    return new CapacityDifference(
        oneIsMore,
        // From the least that both crossings leave open to the most.
        range(
            draws,
            tail,
            i -> additional(ofOne.get(i).from(), ofOther.get(i).to()),
            i -> additional(ofOne.get(i).to(), ofOther.get(i).from())),
        range(
            draws,
            tail,
            i -> leastGain(larger.get(i), smaller.get(i)),
            i -> gain(larger.get(i).chord(), smaller.get(i).chord())),
        Math.min(1, 2.0 * share(against.chord, draws)),
        share(against.anyCurve, draws));
  }

  /** What a provider adds to all of its pools is in both cells only where they share it. */
  private static double unseen(SlaCurves curves, boolean shared) {
    return shared ? curves.samples().ofPools() : curves.samples().ofProviders();
  }

  private static double share(int against, int draws) {
    return (against + 1.0) / (draws + 1);
  }

  /** The draws in which a cell does not carry more than another one. */
  private static final class Against {
    private int chord;
    private int anyCurve;

    void add(Crossing one, Crossing other) {
      chord += one.chord() > other.chord() ? 0 : 1;
      anyCurve += one.lastWithin() >= other.firstBeyond() || one.from() > other.to() ? 0 : 1;
    }
  }

  private static double additional(double one, double other) {
    return Math.max(0, one) - Math.max(0, other);
  }

  /**
   * By how much the larger capacity is more, with curves straight between levels: that it is more
   * however they run is shown otherwise, and by a gap between two levels it may be little more.
   */
  private static double gain(double larger, double smaller) {
    return smaller <= 0 ? Double.POSITIVE_INFINITY : Math.max(0, larger) / smaller - 1;
  }

  /** As {@link #gain}; a capacity beyond the levels may be at the last one. */
  private static double leastGain(Crossing larger, Crossing smaller) {
    return gain(
        Double.isFinite(larger.chord()) ? larger.chord() : larger.from(),
        smaller.chord() > 0 ? smaller.chord() : smaller.to());
  }

  private static Range range(
      int draws, double tail, IntToDoubleFunction least, IntToDoubleFunction most) {
    double lower = CapacityEstimate.quantile(known(draws, least, -1), tail);
    double upper = CapacityEstimate.quantile(known(draws, most, 1), 1 - tail);
    return new Range(lower, Math.max(lower, upper));
  }

  /** Two crossings beyond all levels are as far apart as one likes. */
  private static double[] known(int draws, IntToDoubleFunction value, int sign) {
    return IntStream.range(0, draws)
        .mapToDouble(value)
        .map(each -> Double.isNaN(each) ? sign * Double.POSITIVE_INFINITY : each)
        .toArray();
  }

  /**
   * A draw of a cell's capacity: where the first of its curves crosses.
   *
   * @param deviation of an effect that the samples do not show, and that shifts a curve as a whole:
   *     in log-odds, so that it is none of a bound on another metric
   */
  private static Crossing crossing(
      SlaCurves curves, Draw draw, SplittableRandom random, double deviation) {
    double shift = deviation == 0 ? 0 : deviation * random.nextGaussian();
    return curves.curves().stream()
        .map(each -> each.curve().draw(draw, each.share().isPresent() ? shift : 0))
        .reduce(Crossing::first)
        .orElseThrow();
  }
}
