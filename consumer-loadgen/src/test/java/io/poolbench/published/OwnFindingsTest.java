package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.journal.Batch;
import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Statement;
import io.poolbench.study.Publication;
import io.poolbench.study.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings of a study of one's own: sentences that are decided by intervals. */
class OwnFindingsTest {
  private static final Calls[] REPETITIONS = {
    Calls.ok(40_000), Calls.ok(41_000), Calls.ok(40_500), Calls.ok(39_500)
  };
  private static final double[] TPS = {4_000, 4_100, 4_050, 3_950};

  /** Findings about cell {@code a} at 24 users. */
  private static Statement decided(JudgedStudy judged, String text, String holds, String fails) {
    Study stating =
        Changed.with(
            judged.study(), "findings", List.of(new Publication.Statement(text, holds, fails)));
    return new StatementEvaluator(new JudgedStudy(stating, judged.cells()), Optional.empty())
        .findings()
        .get(0);
  }

  private static Statement decided(JudgedStudy judged, String holds) {
    return decided(judged, "", holds, null);
  }

  /** A run of one level, with a repetition of one batch for each of these calls. */
  private static JudgedStudy repeated(Calls... repetitions) {
    return judged(
        IntStream.range(0, repetitions.length)
            .mapToObj(i -> slice(key(i + 1), repetitions[i]))
            .toList());
  }

  private static JudgedStudy judged(List<Slice> slices) {
    return judged(
        "{repetitions: 4, load: {users: 24}, cells: [{name: a, provider: {threads: 8}}]}", slices);
  }

  private static JudgedStudy judged(String study, List<Slice> slices) {
    return JudgedStudy.of(PublishedStudy.parse(study), SampleSlices.journal(slices));
  }

  private static Key key(int repetition) {
    return new Key("a", repetition, new Turn(1, 1), 24, "");
  }

  /** Ten seconds in batches of equal length, each with some of these calls. */
  private static Slice slice(Key key, Calls... batches) {
    List<Batch> all = new ArrayList<>();
    long nanos = 10_000_000_000L / batches.length;
    for (int i = 0; i < batches.length; i++) {
      Durations times = SampleSlices.durations(5_000_000, batches[i].ok());
      Instant at = SampleSlices.START.plusSeconds(100L * key.turn().block()).plusNanos(i * nanos);
      all.add(SampleSlices.batch(at, nanos, batches[i], times));
    }
    return SampleSlices.slice(key, all);
  }

  /** The t interval of the mean of logarithms, by its textbook formula. */
  private static double end(double probability) {
    double mean = 0;
    for (double tps : TPS) {
      mean += Math.log(tps) / TPS.length;
    }
    double squares = 0;
    for (double tps : TPS) {
      squares += Math.pow(Math.log(tps) - mean, 2);
    }
    double error = Math.sqrt(squares / (TPS.length - 1) / TPS.length);
    return Math.exp(
        mean + error * TDistribution.of(TPS.length - 1).inverseCumulativeProbability(probability));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.005, 0.01, 0.04, 0.1, 0.5, 0.9, 0.96, 0.99, 0.995, 0.999})
  void aValueIsComparedWithALimitByItsInterval(double probability) {
    assertThat(decided(repeated(REPETITIONS), "tps('a', 24) > " + end(probability)).decision())
        .isEqualTo(
            probability < 0.025
                ? Decision.SHOWN
                : probability > 0.975 ? Decision.REFUTED : Decision.NOT_SHOWN);
  }

  @Test
  void aValueIsTheSameWhereverItStandsInAnExpression() {
    assertThat(decided(repeated(REPETITIONS), "tps('a', 24) == tps('a')").decision())
        .isEqualTo(Decision.SHOWN);
  }

  @Test
  void theSentenceHasItsValuesAndTheReasonTheirIntervals() {
    Statement finding =
        decided(repeated(REPETITIONS), "it serves {tps('a')}", "tps('a') > 1", null);
    assertThat(finding.text()).isEqualTo("it serves 4,025");
    assertThat(finding.because()).isEqualTo("TPS of a at 24 users 4,025 [3,923, 4,129]");
  }

  @Test
  void betweenWhatConfirmsAndWhatRefutesNothingIsShown() {
    assertThat(decided(repeated(REPETITIONS), "", "tps('a') > 5000", "tps('a') < 3000").decision())
        .isEqualTo(Decision.NOT_SHOWN);
  }

  /** A count of threads has no noise that is known, a mean time that of its parts. */
  @Test
  void aValueThatWasMeasuredOnceWithoutNoiseShowsNothing() {
    JudgedStudy once =
        judged(
            List.of(
                slice(
                        key(1),
                        Calls.ok(8_000),
                        Calls.ok(8_100),
                        Calls.ok(8_050),
                        Calls.ok(7_900),
                        Calls.ok(7_950))
                    .with(rejected(3.0))));
    Statement count = decided(once, "pool_rejected('a') > 0");
    assertThat(count.decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(count.because()).endsWith("3 measured once");
    Statement tps = decided(once, "tps('a') > 3800");
    assertThat(tps.decision()).isEqualTo(Decision.SHOWN);
    assertThat(tps.because()).isEqualTo("TPS of a at 24 users 4,000 [3,951, 4,049]");
  }

  /** The rounds of a paired run are samples, also of what only counters say. */
  @Test
  void aValueOfSeveralRoundsHasTheirNoise() {
    List<Slice> slices = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      for (int i = 0; i < 2; i++) {
        Key key = new Key("a", 1, new Turn(round, round), 24, "");
        slices.add(slice(key, Calls.ok(40_000)).with(rejected(100.0 + round % 2)));
      }
    }
    JudgedStudy paired =
        judged(
            "{paired: {rounds: 6}, load: {users: 24}, cells: [{name: a, provider: {threads: 8}}]}",
            slices);
    assertThat(decided(paired, "pool_rejected('a') > 1100").decision()).isEqualTo(Decision.SHOWN);
    assertThat(decided(paired, "pool_rejected('a') > 1206").decision())
        .isEqualTo(Decision.NOT_SHOWN);
  }

  /** 0 has no logarithm, so that the values of the repetitions stand for their distribution. */
  @ParameterizedTest
  @CsvSource({"0, SHOWN", "500, NOT_SHOWN"})
  void aCountThatIsNotAlwaysZeroHasTheNoiseOfItsRepetitions(double second, Decision decision) {
    Statement finding = decided(rejecting(0.0, second, 0.0), "pool_rejected('a') < 400");
    assertThat(finding.decision()).isEqualTo(decision);
    assertThat(finding.because()).endsWith("(0..%.0f)".formatted(second));
  }

  /** As a recovery that never came in one of them. */
  @Test
  void aValueThatARepetitionLacksShowsNothing() {
    Statement finding = decided(rejecting(0.0, null, 0.0), "calls('a') > pool_rejected('a')");
    assertThat(finding.decision()).isEqualTo(Decision.NOT_SHOWN);
    assertThat(finding.because()).isEqualTo("pool rejections of a at 24 users: unknown");
  }

  private static Counters rejected(double count) {
    return Counters.ofGained(Map.of(ProviderMetrics.POOL_REJECTED, count));
  }

  private static JudgedStudy rejecting(Double... counts) {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      Counters counters = counts[i] == null ? Counters.UNKNOWN : rejected(counts[i]);
      slices.add(slice(key(i + 1), Calls.ok(40_000)).with(counters));
    }
    return judged(slices);
  }

  /** Availability is rounded down in both. */
  @Test
  void aValueIsTheSameInTheTextAndInItsReason() {
    Calls calls = Calls.ok(8_158).with(CallSum.ERROR, 1_842);
    Statement finding =
        decided(repeated(calls), "{availability_pct('a')}", "availability_pct('a') < 99", null);

    assertThat(finding.text()).isEqualTo("81.5");
    assertThat(finding.because()).contains(" 81.5 % [");
  }

  private static final JudgedStudy PHASES = phases();

  /** Two queues, one of which refuses half of the calls in an overload; the other is too late. */
  private static JudgedStudy phases() {
    List<Slice> slices = new ArrayList<>();
    Calls calm = Calls.ok(1_000);
    Calls refusing = Calls.ok(1_000).with(CallSum.REJECTED, 1_000);
    Calls late = Calls.ok(600).with(CallSum.TIMEOUT, 600).with(CallSum.REJECTED, 800);
    slices.add(phase("queue 0", "before", calm));
    slices.add(phase("queue 0", "overload", refusing));
    slices.add(phase("queue 5000", "before", calm));
    slices.add(phase("queue 5000", "overload", late));
    return judged(
        "{load: {rate: 24, phases: [{name: before, for: 10s}, {name: overload, for: 10s, rate:"
            + " 200%}]}, cells: [{name: queue 0, provider: {queues: 0}}, {name: queue 5000,"
            + " provider: {queues: 5000}}]}",
        slices);
  }

  private static Slice phase(String cell, String part, Calls each) {
    Key key = new Key(cell, 1, new Turn(1, 1), 24, part);
    return slice(key, Collections.nCopies(20, each).toArray(Calls[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "refused_pct('queue 0/overload') > 40 | SHOWN",
        "refused_pct('queue 0/overload') > 60 | REFUTED",
        "timeout_pct('queue 5000/overload') > 20 && refused_pct('queue 5000/before') < 1 |"
            + " SHOWN",
        "tps('queue 0/overload') > 1.5 * tps('queue 5000/overload') | SHOWN",
        "tps('queue 0/overload', 48) > 900 | SHOWN",
        "tps('queue 0/never') > 900 | NOT_SHOWN",
        "carries_more('queue 0', 'queue 5000') | NOT_SHOWN",
      })
  void phasesAreReadLikeCellsAlsoWithoutTheirOnlyLevel(String expression, Decision decision) {
    assertThat(decided(PHASES, expression).decision()).isEqualTo(decision);
  }

  /** The journal of an interrupted run lacks cells of its study. */
  @Test
  void anotherCellWithAsManyThreadsDoesNotReplaceOneThatWasNotRun() {
    assertThat(decided(repeated(REPETITIONS), "tps('not run 8') > 1").decision())
        .isEqualTo(Decision.NOT_SHOWN);
  }

  /** Nine users in both steps: their levels are those of the whole load, 10 and 12 users. */
  @Test
  void aGroupOfTheSameLoadInAllStepsIsReadAtTheWholeLoad() {
    List<Slice> slices = new ArrayList<>();
    for (int level : List.of(10, 12)) {
      for (String part : List.of("", "fast", "slow")) {
        Key key = new Key("a", 1, new Turn(1, level), level, part);
        slices.add(slice(key, Calls.ok(1_000L * level)));
      }
    }
    JudgedStudy judged =
        judged(
            "{load: {groups: [{name: fast, users: 9}, {name: slow, users: '1, 3'}]},"
                + " cells: [{name: a, provider: {threads: 8}}]}",
            slices);

    assertThat(
            decided(
                    judged,
                    "{tps('a/fast', 12)}, {tps('a/slow', 3)}, {last('a/slow')}",
                    "tps('a/fast', 12) > 0",
                    null)
                .text())
        .isEqualTo("1,200, 1,200, 3.00");
  }

  /** Of two repetitions the outermost draw is 636 standard errors away. */
  @Test
  void valuesThatDifferVeryMuchAreNoError() {
    JudgedStudy judged =
        repeated(
            Calls.ok(40_000).with(CallSum.REJECTED, 3),
            Calls.ok(40_000).with(CallSum.REJECTED, 40));
    assertThat(decided(judged, "rejected('a', 24) < 100000").decision())
        .isEqualTo(Decision.NOT_SHOWN);
  }
}
