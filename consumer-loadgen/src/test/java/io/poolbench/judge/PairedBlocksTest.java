package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.CellResult;
import io.poolbench.result.SampleBatches;
import io.poolbench.result.StepResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Blocks of two cells with shares of late calls that are given; 1 % are allowed. */
class PairedBlocksTest {
  private static final List<Integer> ROUNDS = List.of(1, 2, 3, 4);
  private static final long CALLS = 100_000;

  /** The odds of 1 % are 0.0101: ten times that is a share of 9.2 %. */
  @Test
  void ruleLevelsWithinTenTimesTheAllowedOddsAreAroundTheCrossing() {
    assertThat(around(0.0001, 0.015, 0.02, 0.03, 0.05, 0.08, 0.2)).containsExactly(2, 3, 4, 5, 6);
  }

  @Test
  void ruleFourLevelsAreAroundTheCrossingHoweverFarTheyAre() {
    assertThat(around(0.0001, 0.0002, 0.05, 0.08, 0.2, 0.5)).containsExactly(1, 2, 3, 4);
  }

  /** The host makes 20 % late: 20.8 % are the allowed share, and 72.5 % have ten times its odds. */
  @Test
  void ruleTheAllowedShareCountsFromTheSmallestOne() {
    assertThat(around(0.2, 0.205, 0.22, 0.3, 0.5, 0.715, 0.727, 0.9))
        .containsExactly(1, 2, 3, 4, 5, 6);
  }

  /** Of the fifth level each cell has both shares as often, and far from the target on average. */
  @Test
  void ruleALevelIsAroundTheCrossingIfTheTargetIsBetweenTheSharesOfItsRounds() {
    double[] odd = {0.01, 0.01, 0.01, 0.01, 0.0001};
    double[] even = {0.01, 0.01, 0.01, 0.01, 0.99};
    assertThat(blocks(cell(odd, even), cell(even, odd)).aroundTheCrossing())
        .containsExactly(1, 2, 3, 4, 5);
  }

  /** Of the slice 10 calls are known, all late: it counts as if it had the mean of 876.25 calls. */
  @Test
  void ruleAStoppedSliceCountsItsLateCallsAmongTheUsualNumber() {
    List<Long> late = Collections.nCopies(4, 10L);
    CellShares stopped = cell(List.of(step(16, List.of(1000L, 1000L, 1000L, 10L), late)));
    CellShares other = cell(List.of(step(16, Collections.nCopies(4, 1000L), late)));

    double usual = (3 * 1000 + (10 + 1000) / 2.0) / 4;
    double difference = logOdds(10, 1000) - logOdds(10, usual);
    double even = 1 / (1 + 2 / 10.5 + 2 / 990.5);
    double uneven = 1 / (1 + 2 / 10.5 + 1 / 990.5 + 1 / (usual - 10 + 0.5));
    RoundDifference test = blocks(stopped, other).test(new TreeSet<>(List.of(16)));
    assertThat(test.logOdds())
        .isCloseTo(uneven * difference / (3 * even + uneven), within(1e-9))
        .isNegative();
  }

  /** Haldane's, with a floor of a twentieth of the allowed share. */
  private static double logOdds(double late, double calls) {
    double least = 0.5 + 0.0005 * calls;
    return Math.log((late + least) / (calls - late + least));
  }

  /** The levels, from 1, around the crossing of two cells with these shares of late calls. */
  private static Iterable<Integer> around(double... shares) {
    CellShares cell = cell(shares, shares);
    return blocks(cell, cell).aroundTheCrossing();
  }

  private static PairedBlocks blocks(CellShares one, CellShares other) {
    return PairedBlocks.of(one, other).orElseThrow();
  }

  /** A cell with the shares of each level in odd and in even rounds. */
  private static CellShares cell(double[] odd, double[] even) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = 0; i < odd.length; i++) {
      long inOdd = Math.round(odd[i] * CALLS);
      long inEven = Math.round(even[i] * CALLS);
      List<Long> late = List.of(inOdd, inEven, inOdd, inEven);
      steps.add(step(i + 1, Collections.nCopies(ROUNDS.size(), CALLS), late));
    }
    return cell(steps);
  }

  private static CellShares cell(List<StepResult> steps) {
    List<Integer> levels = steps.stream().map(StepResult::level).toList();
    CellResult cell = Cells.cell("a", 1, Cells.users(levels), Cells.SLA, steps);
    return new CellShares(new RepeatedCell(List.of(cell)), /* paired= */ true);
  }

  private static StepResult step(int level, List<Long> calls, List<Long> late) {
    return Steps.step(level, SampleBatches.of(ROUNDS, 0.4, calls, late));
  }
}
