package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Windows of 20 batches of 80 ms, as of a step of 1.6 s. */
class DriftTest {
  private static final int BATCHES = 20;
  private static final double SECONDS = 0.08;
  private static final int STEPS = 4_000;

  @Test
  void aPoissonProcessDriftsAsSeldomAsTheLevelOfSignificanceSays() {
    assertThat(significant(new Random(15), 0.01, batch -> 30)).isBetween(STEPS / 200, STEPS / 50);
  }

  @Test
  void aStepChangeOfAFifthShowsInAlmostEveryWindow() {
    assertThat(significant(new Random(16), 0.001, batch -> batch < 8 ? 400 : 320))
        .isGreaterThan(STEPS * 95 / 100);
  }

  @Test
  void theSizeIsTheStandardDeviationOfThePartsWithoutNoise() {
    // Parts of 0.9, 1.1, 0.9, 1.1 and 1 of the mean: a variance of 4 x 0.01 / 4.
    Batches batches =
        batches(1, batch -> batch / 4 == 4 ? 1_000 : batch / 4 % 2 == 0 ? 900 : 1_100);
    Drift drift = Drift.of(batches).orElseThrow();

    assertThat(drift.pct()).isBetween(9.9, 10.1);
    assertThat(drift.significance()).isZero();
  }

  @Test
  void windowsAreJudgedOneByOne() {
    Random random = new Random(18);
    Batches one = batches(1, batch -> poisson(random, batch < 8 ? 400 : 320));
    Batches several =
        batches(
            4,
            batch ->
                batch / BATCHES == 2 ? one.ok().get(batch % BATCHES) : batch % 2 == 0 ? 395 : 405);

    assertThat(Drift.of(several)).isEqualTo(Drift.of(one));
  }

  @Test
  void withoutBatchesOrCallsItIsUnknown() {
    assertThat(Drift.of(Batches.UNKNOWN)).isEmpty();
    assertThat(Drift.of(batches(1, batch -> 0))).isEmpty();
    assertThat(Drift.of(batches(1, batch -> 400))).isEmpty();
  }

  /** How many windows of a Poisson process with these means by batch drift. */
  private static int significant(Random random, double level, IntToDoubleFunction mean) {
    int significant = 0;
    for (int step = 0; step < STEPS; step++) {
      Batches batches = batches(1, batch -> poisson(random, mean.applyAsDouble(batch)));
      significant += Drift.of(batches).orElseThrow().significance() < level ? 1 : 0;
    }
    return significant;
  }

  /** By the normal distribution of the same mean and variance. */
  private static double poisson(Random random, double mean) {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
  }

  static Batches batches(int windows, IntToDoubleFunction ok) {
    List<Integer> window = new ArrayList<>();
    List<Long> calls = new ArrayList<>();
    for (int batch = 0; batch < windows * BATCHES; batch++) {
      window.add(1 + batch / BATCHES);
      calls.add((long) ok.applyAsDouble(batch));
    }
    return SampleBatches.of(window, SECONDS, calls, Collections.nCopies(calls.size(), 0L));
  }
}
