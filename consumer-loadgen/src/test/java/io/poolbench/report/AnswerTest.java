package io.poolbench.report;

import static io.poolbench.report.SampleEvaluations.CACHED;
import static io.poolbench.report.SampleEvaluations.FIXED_16;
import static io.poolbench.report.SampleEvaluations.FIXED_4;
import static io.poolbench.report.SampleEvaluations.OPEN;
import static io.poolbench.report.SampleEvaluations.crossing;
import static io.poolbench.report.SampleEvaluations.notShown;
import static io.poolbench.report.SampleEvaluations.notShownOnABusyHost;
import static io.poolbench.report.SampleEvaluations.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.journal.Entry;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.Decision;
import io.poolbench.judge.PoolAdvice;
import io.poolbench.judge.Ranking;
import io.poolbench.judge.Statement;
import io.poolbench.limits.Advice;
import io.poolbench.report.Answer.Status;
import io.poolbench.report.Evaluation.Statements;
import io.poolbench.report.SampleEvaluations.Pair;
import io.poolbench.study.Study;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AnswerTest {
  private static final String FOUR = "fixed 4 queue 1000";
  private static final String SIXTEEN = "fixed 16 queue 1000";
  private static final String ELASTIC = "cached 20/200";
  private static final Path FOLDER = Path.of("results/quick/2026-11-28T12-17-47Z");

  private static final List<Pair> NONE_SHOWN =
      List.of(notShown(FOUR, SIXTEEN), notShown(FOUR, ELASTIC), notShown(SIXTEEN, ELASTIC));

  @Test
  void aPoolThatIsShownToBeatAllOthersCarriesMost() {
    Answer answer = Answer.of(SampleEvaluations.quick());
    assertThat(answer.carriesMost()).containsExactly(SIXTEEN);
    assertThat(answer.open()).isEmpty();
    assertThat(code(SampleEvaluations.quick())).isEqualTo(0);
  }

  @Test
  void ofTwoPoolsThatAreBestNoneIsBetter() {
    Evaluation evaluation =
        SampleEvaluations.quick(
            List.of(shown(SIXTEEN, FOUR), shown(ELASTIC, FOUR), notShown(SIXTEEN, ELASTIC)),
            FIXED_4,
            FIXED_16,
            CACHED);
    Answer answer = Answer.of(evaluation);
    assertThat(answer.carriesMost()).containsExactlyInAnyOrder(SIXTEEN, ELASTIC);
    assertThat(answer.sentence()).endsWith("no difference in max users shown between them.");
    assertThat(answer.open()).hasSize(1);
    assertThat(answer.open().get(0).what())
        .isEqualTo(SIXTEEN + " and " + ELASTIC + ": no difference shown (p = 0.820).");
  }

  /** A pair without a shown difference has no direction. */
  @Test
  void noDifferenceShownIsAnAnswerWithoutADirectionWhereAllCapacitiesAreKnown() {
    Evaluation evaluation = SampleEvaluations.quick(NONE_SHOWN, FIXED_4, FIXED_16, CACHED);
    Answer answer = Answer.of(evaluation);
    assertThat(answer.status()).isEqualTo(Status.ANSWERED);
    assertThat(answer.sentence())
        .isEqualTo(
            "No difference in max users shown: fixed 16 queue 1000 43 [32, 64], cached 20/200 34"
                + " [24, 48], fixed 4 queue 1000 13 [8, 24].");
    assertThat(answer.carriesMost()).isEmpty();
    assertThat(answer.sentence() + answer.support() + answer.shownBetter())
        .doesNotContain("better", "carries most", " more ");
  }

  @Test
  void nothingDecidedIsNoAnswerAndTheNextCommandCanBePasted() {
    Evaluation evaluation = SampleEvaluations.quick(NONE_SHOWN, FIXED_4, OPEN, OPEN);
    Ending ending = Ending.of(evaluation, Answer.of(evaluation));
    assertThat(ending.code().code()).isEqualTo(4);
    assertThat(ending.lines(FOLDER, List.of(), 80))
        .containsExactly(
            "exit 4: not decided: fixed 16 queue 1000 may carry more than 64 users, the",
            "  highest level",
            "page: results/quick/2026-11-28T12-17-47Z/report.html",
            "next, add higher levels:",
            "  ./poolbench run results/quick/2026-11-28T12-17-47Z/study.yaml --set \\",
            "    load.users=8,12,16,24,32,48,64,80,96");
  }

  @Test
  void aHostThatMakesCallsLateAtAnyLoadIsNotMeasuredForLonger() {
    Evaluation evaluation =
        SampleEvaluations.quick(
            List.of(notShownOnABusyHost(FOUR, SIXTEEN)), FIXED_4, FIXED_16, CACHED);

    assertThat(Answer.of(evaluation).open())
        .extracting(open -> open.next().text())
        .containsExactly("run again on a calmer host");
  }

  @Test
  void aRequirementIsWhatIsAsked() {
    assertThat(code(requiring(Decision.SHOWN))).as("whatever else is open").isEqualTo(0);
    assertThat(code(requiring(Decision.SHOWN, Decision.NOT_SHOWN))).isEqualTo(4);
    assertThat(code(requiring(Decision.NOT_SHOWN, Decision.REFUTED))).isEqualTo(3);
  }

  @Test
  void theLabsFailureIsReportedUnlessARequirementIsRefuted() {
    assertThat(code(failed(requiring(Decision.SHOWN)))).isEqualTo(5);
    assertThat(code(failed(requiring(Decision.REFUTED)))).isEqualTo(3);
  }

  @Test
  void aRunThatWasStoppedGoesOn() {
    Evaluation evaluation = failed(requiring(Decision.REFUTED), ViolationCode.INTERRUPTED);
    Ending interrupted = Ending.of(evaluation, Answer.of(evaluation));
    assertThat(interrupted.code()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(interrupted.lines(FOLDER, List.of(), 80))
        .startsWith("interrupted, results are partial")
        .last()
        .isEqualTo("  ./poolbench run --resume results/quick/2026-11-28T12-17-47Z");
    Evaluation size = failed(SampleEvaluations.size(), ViolationCode.INTERRUPTED);
    assertThat(Ending.of(size, Answer.of(size)).next()).isEqualTo(NextStep.again("run again"));
  }

  /** The same study would stop again. */
  @Test
  void callsThatWereStoppedAreToBePermittedOrLeft() {
    Evaluation stopped = failed(requiring(Decision.NOT_SHOWN), ViolationCode.CALLS_STOPPED);

    assertThat(Ending.of(stopped, Answer.of(stopped)).lines(FOLDER, List.of(), 80))
        .endsWith(
            "next: find why, or permit such calls by a higher --stop-errors or --stop-rate,",
            "  as where a limit of the program refuses them");
  }

  private static Evaluation requiring(Decision... decisions) {
    Evaluation plain = SampleEvaluations.quick(NONE_SHOWN, OPEN, OPEN, OPEN);
    List<Statement> requirements =
        List.of(decisions).stream().map(SampleEvaluations::requirement).toList();
    return Changed.with(plain, "statements", new Statements("", List.of(), requirements));
  }

  private static Evaluation failed(Evaluation evaluation) {
    return failed(evaluation, ViolationCode.PROVIDER_ENDED);
  }

  private static Evaluation failed(Evaluation evaluation, ViolationCode code) {
    Entry.Failed failure = new Entry.Failed(FOUR, 1, code.id(), "killed\nlog");
    RunFacts run =
        new RunFacts(evaluation.run().began(), null, List.of(), List.of(failure), false, Map.of());
    return Changed.with(evaluation, "run", run, "limits", List.of(), "advice", null);
  }

  private static int code(Evaluation evaluation) {
    return Ending.of(evaluation, Answer.of(evaluation)).code().code();
  }

  private static Advice kept(PoolAdvice.Advice kind) {
    return new Advice(kind, "as configured", "fixed 200", "as configured", null, List.of());
  }

  /** What limits the pool is found, and measured to help, whatever is open between the pools. */
  @Test
  void aLimitThatWasTriedIsAnAnswerThoughNoPoolIsShownToBeBetter() {
    Advice keep = kept(PoolAdvice.Advice.KEEP);
    Evaluation size = Changed.with(SampleEvaluations.size(), "advice", keep);
    List<Ranking> rankings =
        size.rankings().stream()
            .map(pair -> Changed.with(pair, "answer", Ranking.Answer.TOO_FEW_ROUNDS))
            .toList();
    Evaluation tried = Changed.with(size, "rankings", rankings);

    assertThat(code(tried)).isEqualTo(0);
    assertThat(code(Changed.with(tried, "limits", List.of()))).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"KEEP", "UNKNOWN"})
  void aPoolThatLooksBetterIsNamedThoughItIsNotAdvised(PoolAdvice.Advice kind) {
    Advice advice = kept(kind);

    Evaluation shown = Changed.with(SampleEvaluations.size(), "advice", advice);
    assertThat(Answer.of(shown).support())
        .contains(
            "Keep fixed 200 for now: fixed 8 carries more (96 [64, 130] against 52 [32, 64] users),"
                + " but a gain of 5 %"
                + " is not shown.");
    assertThat(Answer.of(Changed.with(shown, "rankings", List.of())).support())
        .contains(
            "Keep fixed 200 for now: fixed 8 looks better (96 [64, 130] against 52 [32, 64] users),"
                + " not proven.");
    assertThat(code(Changed.with(shown, "limits", List.of()))).isEqualTo(4);
  }

  /** Whatever is shown between the others. */
  @ParameterizedTest
  @CsvSource({"NO_DIFFERENCE, KEEP, 0", "NO_DIFFERENCE, UNKNOWN, 4", "TOO_FEW_ROUNDS, KEEP, 4"})
  void toKeepAPoolIsDecidedIfNoneLooksBetter(
      Ranking.Answer answer, PoolAdvice.Advice kind, int code) {
    Evaluation size =
        Changed.with(
            SampleEvaluations.size(),
            "advice",
            kept(kind),
            "limits",
            List.of(),
            "pools.0.asItWas",
            Optional.of(SampleEvaluations.estimate(100, 80, 120, 4, 128)));
    List<Ranking> rankings =
        size.rankings().stream()
            .map(
                pair ->
                    Changed.with(
                        pair,
                        "one",
                        size.pool(pair.one().name()).orElseThrow(),
                        "other",
                        size.pool(pair.other().name()).orElseThrow(),
                        "answer",
                        List.of(pair.one().name(), pair.other().name()).contains("as configured")
                            ? answer
                            : Ranking.Answer.CARRIES_MORE))
            .toList();

    assertThat(code(Changed.with(size, "rankings", rankings))).isEqualTo(code);
  }

  @Test
  void aPoolThatIsShownInOneProviderOnlySaysSo() {
    Answer once = Answer.of(SampleEvaluations.size());

    assertThat(once.sentence() + once.support()).contains(", shown in one provider only.");
  }

  @Test
  void noPoolLooksBetterThanOneOfWhichNothingIsKnown() {
    Advice advice = kept(PoolAdvice.Advice.KEEP);
    Evaluation size = Changed.with(SampleEvaluations.size(), "advice", advice);
    CapacityEstimate unknown =
        estimate(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    assertThat(Answer.of(Changed.with(size, "pools.0.asItWas", Optional.of(unknown))).support())
        .contains(
            "Keep fixed 200: no other pool is shown to carry more (max users within SLA are not"
                + " known).");
  }

  @Test
  void aCrossingIsToldWithBothOfItsLevels() {
    Evaluation evaluation =
        SampleEvaluations.quick(
            List.of(
                crossing(SIXTEEN, ELASTIC, 32, 48),
                notShown(FOUR, SIXTEEN),
                notShown(FOUR, ELASTIC)),
            FIXED_4,
            FIXED_16,
            CACHED);
    assertThat(Answer.of(evaluation).support())
        .contains(
            "fixed 16 queue 1000 is better up to some 32 users, cached 20/200 from 48 on"
                + " (p = 0.010).");
  }

  private static CapacityEstimate estimate(double load, double lower, double upper) {
    return SampleEvaluations.estimate(load, lower, upper, 8, 64);
  }

  @Test
  void anArgumentWithSpacesIsQuotedForAShell() {
    assertThat(
            NextStep.again("again", "--set", "cells.0.name=it's")
                .words(Path.of("my results"), List.of("--provider-on", "ssh sut")))
        .containsExactly(
            "./poolbench",
            "run",
            "'my results/study.yaml'",
            "--set",
            "'cells.0.name=it'\\''s'",
            "--provider-on",
            "'ssh sut'");
  }

  /** A line that ends within quotes would be another command. */
  @Test
  void aWordWithSpacesStaysOnOneLine() {
    Evaluation evaluation = failed(requiring(Decision.REFUTED), ViolationCode.INTERRUPTED);

    assertThat(
            Ending.of(evaluation, Answer.of(evaluation))
                .lines(Path.of("the results of today"), List.of(), 40))
        .endsWith("  ./poolbench run --resume \\", "    'the results of today'");
  }

  /** Of a pool that was compared with no other one nothing is shown. */
  @Test
  void aPoolWithoutAnEstimateIsSaidToBeNotCompared() {
    Evaluation evaluation =
        SampleEvaluations.quick(
            List.of(shown(SIXTEEN, FOUR), unknown(SIXTEEN, ELASTIC), unknown(FOUR, ELASTIC)),
            FIXED_4,
            FIXED_16);

    assertThat(Answer.of(evaluation).sentence())
        .isEqualTo(
            "fixed 16 queue 1000 carries most of those compared: 43 users [32, 64]; cached 20/200"
                + " was not compared.");
  }

  private static SampleEvaluations.Pair unknown(String one, String other) {
    return cells ->
        Changed.with(notShown(one, other).apply(cells), "answer", Ranking.Answer.UNKNOWN);
  }

  /** That the capacity is at most the lowest level must not read as if that were carried. */
  @Test
  void aPoolThatFailsAtEveryLevelIsSaidToKeepTheSlaAtNone() {
    Study study =
        SampleRuns.parse(
            "steps",
            "title: Steps",
            "load: {users: [8, 16], warmup: 1s, settle: 1s, measure: 10s}",
            "sla: {tp99: 10ms}",
            "provider: {threadpool: fixed, threads: 8, queues: 100}");
    Evaluation evaluation =
        SampleEvaluations.evaluation(
            study, SampleRuns.steps(study, 1, 1), List.of(), SampleEvaluations.NO_STATEMENTS);

    Answer answer = Answer.of(evaluation);
    assertThat(answer.sentence())
        .startsWith("fixed 8 queue 100 keeps TP99 < 10 ms")
        .contains(" at no measured load");
    assertThat(answer.status()).isEqualTo(Answer.Status.NO_LOAD);
    assertThat(code(evaluation)).isEqualTo(0);
  }
}
