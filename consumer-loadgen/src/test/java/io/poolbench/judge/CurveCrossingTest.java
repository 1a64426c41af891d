package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.judge.CapacityRanking.Answer;
import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import io.poolbench.result.SampleBatches;
import io.poolbench.result.StepResult;
import io.poolbench.stats.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rankings of cells with given shares of late calls in twelve rounds; 1 % are allowed. */
class CurveCrossingTest {
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 32);
  private static final List<Integer> ROUNDS = IntStream.rangeClosed(1, 12).boxed().toList();
  private static final long CALLS = 10_000;

  /** The sums of the log-odds of both are equal. */
  private static final double[] FEW_LATE_AT_LOW_LOAD = {0.003, 0.006, 0.05, 0.14};

  private static final double[] FEW_LATE_AT_HIGH_LOAD = {0.006, 0.01, 0.03, 0.08};

  /** It crosses the allowed share below all levels, and is hardly ever late above. */
  private static final double[] FLAT = {0.0102, 0.02, 0.03, 0.04};

  private static final double[] STEEP = {0.0099, 0.1, 0.3, 0.6};

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ruleOfCrossingCurvesTheCellThatIsBetterAtLowLoadComesFirst(boolean calm) {
    CellResult low = cell("low", FEW_LATE_AT_LOW_LOAD, 3, calm);
    CellResult high = cell("high", FEW_LATE_AT_HIGH_LOAD, 4, calm);
    for (List<CellResult> cells : List.of(List.of(low, high), List.of(high, low))) {
      CapacityRanking ranking = rankings(cells).get(0);
      assertThat(ranking.answer()).isEqualTo(Answer.CROSSING);
      assertThat(ranking.more().name()).isEqualTo("low");
      assertThat(ranking.crossing().lastOfLow()).isEqualTo(8);
      assertThat(ranking.crossing().firstOfHigh()).isEqualTo(16);
      assertThat(ranking.crossing().low().logOdds()).isPositive();
      assertThat(ranking.crossing().high().logOdds()).isNegative();
    }
  }

  /** Three pairs, and three places between four levels where the curves of each may cross. */
  @Test
  void ruleTheTestsOfACrossingAreCorrectedForAllPairsAndPlaces() {
    CellResult low = cell("low", FEW_LATE_AT_LOW_LOAD, 3, true);
    CellResult high = cell("high", FEW_LATE_AT_HIGH_LOAD, 4, true);
    CapacityRanking ranking = rankings(List.of(low, high, cell("flat", FLAT, 5, true))).get(0);

    PairedBlocks blocks = PairedBlocks.of(shares(low), shares(high)).orElseThrow();
    assertThat(ranking.crossing())
        .isEqualTo(
            new CapacityRanking.CurveCrossing(
                blocks.test(new TreeSet<>(List.of(4, 8))).times(9),
                blocks.test(new TreeSet<>(List.of(16, 32))).times(9)));
  }

  /** Both cells fail where the flat one has fewer late calls. */
  @Test
  void ruleFewerLateCallsOfACellThatCrossesFirstAreNoLead() {
    CellResult flat = cell("flat", FLAT, 3, true);
    CellResult steep = cell("steep", STEEP, 4, true);
    assertThat(answer(flat, steep)).isEqualTo(Answer.NOT_SHOWN);
    assertThat(answer(steep, flat)).isEqualTo(Answer.NOT_SHOWN);
  }

  /** Whether there are calm blocks, by which crossings are known, or not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ruleOfCellsThatFailAtAllLevelsTheOneWithFewerLateCallsLeads(boolean calm) {
    CellResult few = cell("few", new double[] {0.02, 0.03, 0.04, 0.05}, 3, calm);
    CellResult many = cell("many", new double[] {0.1, 0.2, 0.3, 0.4}, 4, calm);
    for (List<CellResult> cells : List.of(List.of(few, many), List.of(many, few))) {
      CapacityRanking ranking = rankings(cells).get(0);
      assertThat(ranking.answer()).isEqualTo(Answer.SHOWN);
      assertThat(ranking.more().name()).isEqualTo("few");
    }
  }

  @Test
  void ruleARepeatedCellIsNotRankedAgainstOneThatWasMeasuredOnce() {
    CellResult few = cell("few", new double[] {0.001, 0.003, 0.02, 0.05}, 3, true);
    CellResult many = cell("many", new double[] {0.003, 0.02, 0.1, 0.4}, 4, true);
    CellResult again = Changed.with(many, "repetition", 2);
    assertThat(ofOwnProviders(few, many, again).answer()).isEqualTo(Answer.MEASURED_ONCE);
    assertThat(ofOwnProviders(many, again, few).answer()).isEqualTo(Answer.MEASURED_ONCE);

    CapacityRanking both = ofOwnProviders(many, again, few, Changed.with(few, "repetition", 2));
    assertThat(both.answer()).isEqualTo(Answer.SHOWN);
    Range gain = both.gain(both.more().cell(), CapacityEstimate.ERROR).orElseThrow();
    assertThat(both.more().name()).isEqualTo("few");
    assertThat(gain).isEqualTo(both.difference());
    assertThat(gain.lower()).isPositive();
    assertThat(both.gain(both.less().cell(), CapacityEstimate.ERROR).orElseThrow().upper())
        .isNegative();
  }

  private static CapacityRanking ofOwnProviders(CellResult... cells) {
    return CapacityRanking.of(CapacityRanking.estimates(List.of(cells), /* paired= */ false))
        .get(0);
  }

  private static Answer answer(CellResult one, CellResult other) {
    return rankings(List.of(one, other)).get(0).answer();
  }

  private static List<CapacityRanking> rankings(List<CellResult> cells) {
    return CapacityRanking.of(CapacityRanking.estimates(cells, /* paired= */ true));
  }

  private static CellShares shares(CellResult cell) {
    return new CellShares(new RepeatedCell(List.of(cell)), /* paired= */ true);
  }

  /**
   * A cell with these shares at the levels, which rise and fall by a tenth over the rounds.
   *
   * @param period the number of rounds after which they repeat
   * @param calm whether others are known to have taken no CPU time
   */
  private static CellResult cell(String name, double[] shares, int period, boolean calm) {
    List<StepResult> steps = new ArrayList<>();
    List<BlockSample> blocks = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      int level = LEVELS.get(i);
      double share = shares[i];
      List<Long> late =
          ROUNDS.stream()
              .map(
                  round ->
                      Math.round(share * CALLS * (0.9 + 0.2 * (round % period) / (period - 1))))
              .toList();
      steps.add(
          Changed.with(
              Steps.step(level, Steps.ok(10_000), 5),
              "batches",
              SampleBatches.of(ROUNDS, 0.4, Collections.nCopies(ROUNDS.size(), CALLS), late)));
      for (int round : ROUNDS) {
        Figures figures = Figures.UNKNOWN.with(Metric.OTHERS_CPU, 0);
        blocks.add(new BlockSample(round, level, 1, false, List.of(), figures));
      }
    }
    CellResult cell = Cells.cell(name, 1, Cells.users(LEVELS), Cells.SLA, steps);
    return calm ? Changed.with(cell, "blocks", blocks) : cell;
  }
}
