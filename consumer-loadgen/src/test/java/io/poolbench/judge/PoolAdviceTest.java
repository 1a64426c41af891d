package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Slice;
import io.poolbench.judge.PoolAdvice.Advice;
import io.poolbench.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The first pool is the one that the program configures itself. */
class PoolAdviceTest {
  private static PoolAdvice advice(int rounds, double... capacities) {
    return worthwhile(PoolAdvice.WORTHWHILE, rounds, capacities);
  }

  private static PoolAdvice worthwhile(double gain, int rounds, double... capacities) {
    SimulatedBlocks blocks =
        new SimulatedBlocks(List.of(8, 12, 16, 24, 32), rounds, 4_000, List.of(noise(0.1, 0.1)));
    List<DoubleUnaryOperator> curves =
        Arrays.stream(capacities).mapToObj(capacity -> logistic(capacity, 0.3)).toList();
    List<Slice> slices = blocks.slices(new Random(1), curves, 1);
    StringBuilder cells = new StringBuilder("- {name: a}\n");
    for (int cell = 1; cell < capacities.length; cell++) {
      cells.append(
          "- {name: %s, provider: {threadpool: fixed, threads: %d}}%n"
              .formatted(Studies.name(cell), 4 * cell));
    }
    Study study =
        Studies.parse(
            "paired: {rounds: 8}",
            "target: {jar: a.jar}",
            "call: {service: a.B, method: c}",
            "load: {users: '8, 12, 16, 24, 32', warmup: 1s, settle: 70ms, measure: 200ms}",
            "sla: {tp99: 10ms}",
            "cells:",
            cells.toString());
    return PoolAdvice.of(Rankings.of(JudgedStudy.of(study, Studies.journal(slices))), gain)
        .orElseThrow();
  }

  @Test
  void aPoolThatIsShownToCarryMoreReplacesTheConfiguredOne() {
    PoolAdvice advice = advice(8, 10, 24, 16);
    assertThat(advice.advice()).isEqualTo(Advice.REPLACE);
    assertThat(advice.pool().name()).isEqualTo("b");
    assertThat(advice.open()).isEmpty();
  }

  @Test
  void equalPoolsAreKept() {
    PoolAdvice advice = advice(8, 16, 16);
    assertThat(advice.advice()).isEqualTo(Advice.KEEP);
    assertThat(advice.pool().name()).isEqualTo("a");
  }

  /** 20 and 20.6 users: a difference that is not worth a change. */
  @Test
  void aGainThatIsNotWorthItIsNoReason() {
    PoolAdvice advice = advice(40, 20, 20.6);
    assertThat(advice.advice()).isEqualTo(Advice.KEEP);
    assertThat(advice.open()).isEmpty();
  }

  /** Beyond the highest level it is not known how much more the other one carries. */
  @Test
  void aGainBeyondTheLevelsIsNoneThatIsShown() {
    assertThat(advice(40, 31.6, 33).advice()).isEqualTo(Advice.KEEP);
    assertThat(advice(8, 12, 60).advice()).isEqualTo(Advice.REPLACE);
  }

  @Test
  void whereNoOtherPoolIsBesideItThereIsNoAdvice() {
    Study study =
        Studies.parse(
            "paired: {rounds: 8}",
            "target: {jar: a.jar}",
            "call: {service: a.B, method: c}",
            "load: {users: '8, 12, 16, 24, 32', warmup: 1s, settle: 70ms, measure: 200ms}",
            "sla: {tp99: 10ms}",
            "cells:",
            "- {name: a}",
            "- {name: b}");
    SimulatedBlocks blocks =
        new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 8, 4_000, List.of(noise(0.1, 0.1)));
    List<Slice> slices =
        blocks.slices(new Random(1), List.of(logistic(12, 0.3), logistic(24, 0.3)), 1);

    assertThat(
            PoolAdvice.of(
                Rankings.of(JudgedStudy.of(study, Studies.journal(slices))), PoolAdvice.WORTHWHILE))
        .isEmpty();
  }

  @Test
  void theLeastGainIsASetting() {
    assertThat(worthwhile(0.5, 8, 10, 24).advice()).isEqualTo(Advice.REPLACE);
    assertThat(worthwhile(3, 8, 10, 24).advice()).isEqualTo(Advice.KEEP);
  }

  @Test
  void whatLooksBetterAndIsNotShownIsOpen() {
    PoolAdvice advice = advice(3, 10, 24);
    assertThat(advice.advice()).isEqualTo(Advice.UNKNOWN);
    assertThat(advice.open()).hasSize(1);
  }

  @Test
  void whatLooksBestStandsFirst() {
    assertThat(advice(3, 10, 14, 26, 18).open())
        .extracting(pair -> pair.other().name())
        .containsExactly("c", "d", "b");
  }

  /** Beyond all levels. */
  @Test
  void aPoolOfWhichNoMoreIsKnownDoesNotLookBetter() {
    assertThat(advice(3, 80, 90).open()).isEmpty();
  }
}
