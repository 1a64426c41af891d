package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.cliff;
import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Calls;
import io.poolbench.journal.FigureText;
import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.stats.Range;
import io.poolbench.study.Study;
import io.poolbench.study.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityEstimateTest {
  private static final SimulatedBlocks ROUNDS =
      new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 8, 4_000, List.of(noise(0.1, 0.1)));

  private static EstimatedCell estimated(DoubleUnaryOperator curve) {
    return EstimatedCell.of(ROUNDS.run(new Random(1), List.of(curve))).get(0);
  }

  private static CapacityEstimate asItWas(DoubleUnaryOperator curve) {
    return estimated(curve).asItWas().orElseThrow();
  }

  @Test
  void aStraightCurveIsInterpolatedAndAStepLeavesItsGapOpen() {
    CapacityEstimate straight = asItWas(logistic(20, 0.25));
    assertThat(straight.load()).isCloseTo(20, within(0.5));
    assertThat(straight.interval().lower()).isBetween(16.1, 18.5);
    assertThat(straight.interval().upper()).isBetween(21.5, 23.9);
    assertThat(straight.basis()).isEqualTo(Basis.ROUNDS);
    assertThat(straight.samples()).isEqualTo(8);
    assertThat(straight.levels()).containsExactly(8, 12, 16, 24, 32);

    CapacityEstimate step = asItWas(cliff(16, 0.0005, 0.5));
    assertThat(step.interval()).isEqualTo(new Range(16, 24));
  }

  /** Two rounds of 60 calls are too few to decide that 1 % of them are late. */
  @Test
  void figuresAreThoseOfTheHighestLevelThatPassedOrIsUpToTheEstimate() {
    SimulatedBlocks few =
        new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 2, 60, List.of(noise(0, 0)));
    EstimatedCell undecided =
        EstimatedCell.of(few.run(new Random(1), List.of(cliff(16, 0.0005, 0.5)))).get(0);

    EstimatedCell decided = estimated(cliff(16, 0.0005, 0.5));

    assertThat(decided.passedLevel().passing()).isEqualTo(decided.atCapacity());
    assertThat(decided.atCapacity().orElseThrow().at()).isEqualTo(16);
    assertThat(undecided.passedLevel().passing()).isEmpty();
    assertThat(undecided.atCapacity().orElseThrow().at()).isEqualTo(16);
    assertThat(estimated(logistic(2, 0.2)).atCapacity()).isEmpty();
  }

  @Test
  void aCapacityOutsideOfTheLevelsIsBoundedOnOneSide() {
    assertThat(asItWas(logistic(60, 0.2)).text()).isEqualTo("at least 32");
    assertThat(asItWas(logistic(2, 0.2)).text()).isEqualTo("at most 8");
    assertThat(asItWas(logistic(2, 0.2)).isBelow(8)).isTrue();
    assertThat(asItWas(logistic(2, 0.2)).isBelow(7)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "28.7, 24, 33.4, '29 users [24, 34]'",
    "8.04, 8, 9.96, '8 users [8, 10]'",
    "8.42, 8, 12, '8.4 users [8, 12]'",
    "1.04, 0.8, 2, '1 user [0.8, 2]'",
    "4332.4, 4096, 5120, '4,300 users [4,000, 5,200]'",
    "9, -Infinity, 24, at most 24 users",
    "9, 1, Infinity, at least 1 user",
    "9, -Infinity, Infinity, unknown"
  })
  void textHasTwoSignificantDigits(double load, double lower, double upper, String text) {
    assertThat(
            new CapacityEstimate(
                    load,
                    new Range(lower, upper),
                    List.of(8),
                    Optional.empty(),
                    Basis.ROUNDS,
                    8,
                    false)
                .text(Workload.Closed.WITHOUT_PAUSES))
        .isEqualTo(text);
  }

  @Property(tries = 200)
  void noEndOfAnIntervalSaysMoreThanIsShown(
      @ForAll @DoubleRange(min = 0.5, max = 50_000) double lower,
      @ForAll @DoubleRange(min = 1, max = 3) double times) {
    Matcher ends =
        Pattern.compile("\\[(.*), (.*)]")
            .matcher(
                new CapacityEstimate(
                        lower,
                        new Range(lower, times * lower + 0.1),
                        List.of(8),
                        Optional.empty(),
                        Basis.ROUNDS,
                        8,
                        false)
                    .text());
    assertThat(ends.find()).isTrue();
    assertThat(Double.parseDouble(ends.group(1).replace(",", ""))).isLessThanOrEqualTo(lower);
    assertThat(Double.parseDouble(ends.group(2).replace(",", "")))
        .isGreaterThanOrEqualTo(times * lower + 0.1);
  }

  /** With eight clean rounds a stall in 31 % of them would have been seen. */
  @ParameterizedTest
  @CsvSource({"8, 0.312", "30, 0.095", "1, 0.95"})
  void theNumberOfSamplesSaysWhichFaultsMayBeMissed(int samples, double share) {
    assertThat(
            new CapacityEstimate(
                    1, new Range(1, 1), List.of(8), Optional.empty(), Basis.ROUNDS, samples, false)
                .missedSamples())
        .isCloseTo(share, within(1e-3));
  }

  @Test
  void aPlannedLoadIsCarriedIfTheLowerEndReachesIt() {
    EstimatedCell cell = estimated(cliff(16, 0.0005, 0.5));
    assertThat(new PlannedLoad(16, List.of(cell)).decision()).isEqualTo(Decision.SHOWN);
    assertThat(new PlannedLoad(17, List.of(cell)).decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(new PlannedLoad(25, List.of(cell)).decision()).isEqualTo(Decision.REFUTED);
    EstimatedCell more = estimated(cliff(24, 0.0005, 0.5));
    assertThat(new PlannedLoad(20, List.of(cell, more)).cells(Decision.SHOWN))
        .containsExactly(more);
    assertThat(new PlannedLoad(1, List.of()).decision()).isEqualTo(Decision.NOT_SHOWN);
  }

  /** TPS of 50 to 400 at 8 to 32 users: a bound that 16 users meet, one that none meets. */
  @Test
  void tooLittleLoadIsNoBoundaryAndABoundThatIsNeverMetLeavesTheCapacityUnknown() {
    assertThat(byTps("200").orElseThrow().text()).isEqualTo("at least 32");
    assertThat(byTps("200").orElseThrow().levels()).containsExactly(8, 16, 24, 32);
    assertThat(byTps("9000")).isEmpty();
  }

  private static Optional<CapacityEstimate> byTps(String bound) {
    JudgedStudy judged =
        SampleCalls.rounds(
            "tp99: 10ms, tps: " + bound,
            (key, level) ->
                SampleCalls.slice(key, (level + key.turn().round() % 2) * 5L, 0, Calls.NONE));
    return EstimatedCell.of(judged).get(0).asItWas();
  }

  /** More is better of an availability, too, but more load does not make it better. */
  @Test
  void aCallThatFailsAtTheLowestLevelBreaksAFullAvailability() {
    JudgedStudy judged =
        SampleCalls.rounds(
            "tp99: 10ms, availability: 100%",
            (key, level) ->
                SampleCalls.slice(
                    key, 500, 0, level == 16 ? Calls.NONE : SampleCalls.failing(1, 0, 0, 0)));
    assertThat(EstimatedCell.of(judged).get(0).text()).isEqualTo("at most 8");
  }

  /** A busy host makes calls late, but refuses none. */
  @Test
  void moreLateCallsThatAreAllowedLoosenNoOtherBound() {
    JudgedCell cell =
        SampleCalls.rounds(
                "tp50: 5ms, tp99: 10ms, availability: 99%",
                (key, level) -> SampleCalls.slice(key, 500, 5, Calls.NONE))
            .cells()
            .get(0);
    List<SlaCurves.SlaCurve> curves =
        SlaCurves.of(cell, Samples.ofRounds(List.of(cell)), OptionalDouble.of(0.13))
            .orElseThrow()
            .curves();
    assertThat(curves)
        .filteredOn(SlaCurves.SlaCurve::isOfCalls)
        .extracting(
            curve ->
                curve.bound().orElseThrow().metric() + " " + FigureText.measure(curve.allowed()))
        .containsExactly("tp50 0.50", "tp99 0.13", "availability_pct 0.01");
  }

  @Test
  void aSingleProviderStepByStepHasNoSamplesButBatches() {
    Study study = Studies.steps("users: '4, 8, 16', measureUpTo: 10s");
    SimulatedRun run =
        new SimulatedRun(
                study, visit -> new SimulatedCalls(20_000, visit.level() < 12 ? 0.002 : 0.05))
            .run(Duration.ZERO);
    CapacityEstimate estimate =
        EstimatedCell.of(JudgedStudy.of(study, run.journal)).get(0).asItWas().orElseThrow();
    assertThat(estimate.basis()).isEqualTo(Basis.BATCHES);
    assertThat(estimate.interval().lower()).isBetween(8.0, 12.0);
    assertThat(estimate.interval().upper()).isBetween(12.0, 16.0);
  }
}
