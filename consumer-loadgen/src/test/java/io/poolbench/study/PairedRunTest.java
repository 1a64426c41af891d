package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.lab.LabException;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.store.SampleResult;
import io.poolbench.study.PairedRounds.Visit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PairedRunTest {
  private static final StepResult STEP = SampleResult.studyResult().cells().get(0).steps().get(0);
  private static final List<Integer> LEVELS = List.of(4, 8, 16, 24, 32);
  private static final Duration HOUR = Duration.ofHours(1);

  private final List<Visit> visits = new ArrayList<>();
  private final List<Integer> rounds = new ArrayList<>();
  private final StudyListener listener =
      new StudyListener() {
        @Override
        public void roundStarted(int round, int windows, int left) {
          rounds.add(windows);
        }
      };

  /** Counters of windows: each adds one. */
  private record Ticks(int count) implements Cumulative<Ticks> {
    @Override
    public Ticks continuedBy(Ticks opened, Ticks closed) {
      return new Ticks(count + closed.count - opened.count);
    }
  }

  /** Levels below 20 pass, others fail, all as scripted. */
  private class ScriptedBench implements PairedBench<Ticks> {
    private final Set<Visit> clear;
    private final IntPredicate valid;
    private final Map<MeasuredWindow<Ticks>, Boolean> validity = new HashMap<>();

    /**
     * @param clear the levels that are far from the bounds
     * @param valid whether the n-th window of the run is undisturbed, from 1
     */
    ScriptedBench(Set<Visit> clear, IntPredicate valid) {
      this.clear = clear;
      this.valid = valid;
    }

    @Override
    public MeasuredWindow<Ticks> measure(Visit visit) throws LabException {
      visits.add(visit);
      int number = visits.size();
      MeasuredWindow<Ticks> window =
          new MeasuredWindow<>(
              number,
              number + 1,
              List.of(),
              List.of(
                  new MeasuredWindow.Batch(
                      1, 1, 1, 1, 0, 0, 0, 0, 0, List.of(), List.of(), 0, 0, 0, 0)),
              new Ticks(number),
              new Ticks(number + 1));
      validity.put(window, valid.test(number));
      return window;
    }

    @Override
    public Assessment assess(Visit visit, int step, MeasuredWindow<Ticks> window) {
      boolean isValid = validity.getOrDefault(window, true);
      Verdict verdict =
          !isValid
              ? Verdict.invalid(ViolationCode.NOT_EVALUATED.violation())
              : visit.level() < 20
                  ? Verdict.pass()
                  : Verdict.fail(ViolationCode.NOT_EVALUATED.violation());
      StepResult figures =
          Changed.with(
              Changed.with(STEP.judged(verdict).numbered(step), "level", visit.level()),
              "seconds",
              (double) window.after().count() - window.before().count());
      return new Assessment(figures, !isValid, isValid && clear.contains(visit));
    }
  }

  @Test
  void withoutAClearLevelAllAreMeasuredOnceARound() throws Exception {
    PairedRun<Ticks> run = run(3, 12, new ScriptedBench(Set.of(), number -> true), HOUR);

    assertThat(rounds).containsExactly(10, 10, 10);
    assertThat(visits.subList(10, 20))
        .containsExactlyElementsOf(new PairedRounds(LEVELS, 2, 1, 1).round(2));
    for (int cell = 0; cell < 2; cell++) {
      assertThat(run.steps(cell)).extracting(StepResult::level).containsExactlyElementsOf(LEVELS);
      assertThat(run.steps(cell)).extracting(StepResult::step).containsExactly(1, 2, 3, 4, 5);
      assertThat(run.steps(cell)).extracting(StepResult::seconds).containsOnly(3.0);
    }
  }

  /** The boundary of both cells lies between 16 and 24. */
  @Test
  void clearLevelsAreLeftOutAfterTwoRoundsAndTheirTimeGoesToTheOthers() throws Exception {
    Set<Visit> clear =
        Set.of(
            new Visit(0, 4), new Visit(0, 8), new Visit(0, 16), new Visit(0, 32), new Visit(1, 4));
    PairedRun<Ticks> run = run(5, 20, new ScriptedBench(clear, number -> true), HOUR);

    // 30 windows are left after two rounds; 6 of 10 levels are open: 16 and 24 of the first cell.
    assertThat(rounds).containsExactly(10, 10, 6, 6, 6, 6, 6);
    assertThat(run.steps(0))
        .extracting(StepResult::seconds)
        .containsExactly(2.0, 2.0, 7.0, 7.0, 2.0);
    assertThat(run.steps(1))
        .extracting(StepResult::seconds)
        .containsExactly(2.0, 7.0, 7.0, 7.0, 7.0);
  }

  @Test
  void aLevelHasAtMostTheMaximumOfWindows() throws Exception {
    Set<Visit> clear = Set.of(new Visit(0, 4), new Visit(0, 8), new Visit(0, 32));
    PairedRun<Ticks> run = run(4, 4, new ScriptedBench(clear, number -> true), HOUR);

    assertThat(rounds).containsExactly(10, 10, 7, 7);
    assertThat(run.steps(1)).extracting(StepResult::seconds).containsOnly(4.0);
  }

  @Test
  void aDisturbedWindowIsNotJoinedAndIsRepeatedAtTheEndOfItsRound() throws Exception {
    PairedRun<Ticks> run =
        run(2, 8, new ScriptedBench(Set.of(), number -> number != 3 && number != 11), HOUR);

    Visit disturbed = visits.get(2);
    // The first repetition is disturbed, too.
    assertThat(visits.subList(10, 12)).containsExactly(disturbed, disturbed);
    assertThat(rounds).containsExactly(10, 10);
    List<StepResult> steps = run.steps(disturbed.cell());
    assertThat(steps.subList(0, 2)).allMatch(StepResult::superseded);
    assertThat(steps.subList(2, 7)).noneMatch(StepResult::superseded);
    assertThat(steps).extracting(StepResult::step).containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(steps.subList(2, 7)).extracting(StepResult::seconds).containsOnly(2.0);
  }

  @Test
  void withoutARetryBudgetADisturbedWindowIsNotRepeated() throws Exception {
    PairedRun<Ticks> run =
        run(2, 8, new ScriptedBench(Set.of(), number -> number != 3), Duration.ZERO);

    assertThat(visits).hasSize(20);
    Visit disturbed = visits.get(2);
    assertThat(run.steps(disturbed.cell()))
        .filteredOn(step -> step.level() == disturbed.level() && !step.superseded())
        .extracting(StepResult::seconds)
        .containsExactly(1.0);
  }

  @Test
  void aLevelWithDisturbedWindowsOnlyIsAnInvalidStep() throws Exception {
    PairedRun<Ticks> run = run(2, 8, new ScriptedBench(Set.of(), number -> false), Duration.ZERO);

    List<StepResult> steps = run.steps(0);
    assertThat(steps).hasSize(10);
    assertThat(steps.subList(5, 10))
        .allMatch(step -> step.verdict().kind() == Verdict.Kind.INVALID && !step.superseded())
        .extracting(StepResult::level)
        .containsExactlyElementsOf(LEVELS);
  }

  @Test
  void whatWasMeasuredBeforeAFailureIsKept() {
    PairedBench<Ticks> bench =
        new ScriptedBench(Set.of(), number -> true) {
          @Override
          public MeasuredWindow<Ticks> measure(Visit visit) throws LabException {
            if (visits.size() == 13) {
              throw new LabException(ViolationCode.LAB_FAILED, "provider ended", List.of());
            }
            return super.measure(visit);
          }
        };
    PairedRun<Ticks> run = paired(5, 20, bench, HOUR);

    assertThatExceptionOfType(LabException.class).isThrownBy(run::run);
    assertThat(Stream.of(run.steps(0), run.steps(1)).flatMap(List::stream))
        .hasSize(10)
        .extracting(StepResult::seconds)
        .containsOnly(1.0, 2.0);
  }

  private PairedRun<Ticks> run(int rounds, int max, PairedBench<Ticks> bench, Duration retries)
      throws Exception {
    PairedRun<Ticks> run = paired(rounds, max, bench, retries);
    run.run();
    return run;
  }

  private PairedRun<Ticks> paired(int rounds, int max, PairedBench<Ticks> bench, Duration retries) {
    Cell cell = SampleResult.studyResult().cells().get(0).cell();
    Paired paired = new Paired(rounds, max);
    return new PairedRun<>(
        List.of(cell, cell.named("other")),
        new PairedRounds(LEVELS, 2, 1, 1),
        paired,
        paired.windows(2, LEVELS.size()),
        bench,
        new RetryBudget(retries),
        listener);
  }
}
