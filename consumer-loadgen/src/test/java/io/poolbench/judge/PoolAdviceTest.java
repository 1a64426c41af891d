package io.poolbench.judge;

import static io.poolbench.judge.SimulatedBlocks.logistic;
import static io.poolbench.judge.SimulatedConditions.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.judge.PoolAdvice.Advice;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first pool is the one that the program configures itself. */
class PoolAdviceTest {
  private static PoolAdvice advice(int rounds, double... capacities) {
    return worthwhile(PoolAdvice.WORTHWHILE, rounds, capacities);
  }

  private static Study study(String cells) {
    return PlainStudy.parse(
        "paired: {rounds: 8}",
        "target: {jar: a.jar}",
        "call: {service: a.B, method: c}",
        "load: {users: '8, 12, 16, 24, 32', warmup: 1s, settle: 70ms, measure: 200ms}",
        "sla: {tp99: 10ms}",
        "cells:",
        cells);
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
    Study study = study(cells.toString());
    return PoolAdvice.of(Rankings.of(JudgedStudy.of(study, SampleSlices.journal(slices))), gain)
        .orElseThrow();
  }

  /** By the capacities of the configured pool and of others; with the number of open pairs. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "one that is shown to carry more,        8,  10 24 16, REPLACE, b, 0",
    "an equal one,                           8,  16 16,    KEEP,    a, 0",
    "a gain that is not worth a change,      40, 20 20.6,  KEEP,    a, 0",
    "one that looks better and is not shown, 3,  10 24,    UNKNOWN, a, 1"
  })
  void aPoolIsReplacedByOneThatIsShownToCarryEnoughMore(
      String others, int rounds, String capacities, Advice advised, String pool, int open) {
    PoolAdvice advice =
        advice(
            rounds,
            Stream.of(capacities.split(" ", -1)).mapToDouble(Double::parseDouble).toArray());

    assertThat(advice.advice()).isEqualTo(advised);
    assertThat(advice.pool().name()).isEqualTo(pool);
    assertThat(advice.open()).hasSize(open);
  }

  /** Beyond the highest level it is not known how much more the other one carries. */
  @Test
  void aGainBeyondTheLevelsIsNoneThatIsShown() {
    assertThat(advice(40, 31.6, 33).advice()).isEqualTo(Advice.KEEP);
    assertThat(advice(8, 12, 60).advice()).isEqualTo(Advice.REPLACE);
  }

  @Test
  void whereNoOtherPoolIsBesideItThereIsNoAdvice() {
    Study study = study("- {name: a}\n- {name: b}");
    SimulatedBlocks blocks =
        new SimulatedBlocks(List.of(8, 12, 16, 24, 32), 8, 4_000, List.of(noise(0.1, 0.1)));
    List<Slice> slices =
        blocks.slices(new Random(1), List.of(logistic(12, 0.3), logistic(24, 0.3)), 1);

    assertThat(
            PoolAdvice.of(
                Rankings.of(JudgedStudy.of(study, SampleSlices.journal(slices))),
                PoolAdvice.WORTHWHILE))
        .isEmpty();
  }

  @Test
  void theLeastGainIsASetting() {
    assertThat(worthwhile(0.5, 8, 10, 24).advice()).isEqualTo(Advice.REPLACE);
    assertThat(worthwhile(3, 8, 10, 24).advice()).isEqualTo(Advice.KEEP);
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
