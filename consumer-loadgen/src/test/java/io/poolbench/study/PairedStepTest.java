package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.load.Cumulative;
import io.poolbench.load.MeasuredWindow;
import io.poolbench.load.MeasuredWindow.Batch;
import io.poolbench.result.Batches;
import io.poolbench.result.CellResult;
import io.poolbench.result.Disturbances;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.store.SampleResult;
import io.poolbench.study.PairedRounds.Visit;
import io.poolbench.validity.Measurement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of 0.6 s, a minute apart, judged by the rules of validity. */
class PairedStepTest {
  private static final int BATCHES = 20;
  private static final double BATCH_SECONDS = 0.03;
  private static final CellResult CELL = SampleResult.studyResult().cells().get(0);

  private final PairedStep<GcPauses> step =
      new PairedStep<>(new JudgingBench(), new Visit(0, CELL.steps().get(0).level()));

  /** What disturbs a window. */
  private enum Disturbance {
    /** The driver's own collections last 65 ms: the limit of a window is 6 ms. */
    DRIVER_GC("driver_gc_pause", 65, 100),
    /** TPS falls by a fifth. */
    DRIFT("tps_drift_pct", 0, 80);

    private final String code;
    private final double gcMillis;
    private final long endingOk;

    Disturbance(String code, double gcMillis, long endingOk) {
      this.code = code;
      this.gcMillis = gcMillis;
      this.endingOk = endingOk;
    }

    MeasuredWindow<GcPauses> window() {
      return PairedStepTest.window(gcMillis, batch -> batch < 12 ? 100 : endingOk);
    }
  }

  /** The driver's collections so far. */
  private record GcPauses(double millis) implements Cumulative<GcPauses> {
    @Override
    public GcPauses continuedBy(GcPauses opened, GcPauses closed) {
      return new GcPauses(millis + closed.millis - opened.millis);
    }
  }

  /** Steps that pass unless they violate a rule. */
  private static final class JudgingBench implements PairedBench<GcPauses> {
    @Override
    public MeasuredWindow<GcPauses> measure(Visit visit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Assessment assess(Visit visit, int number, MeasuredWindow<GcPauses> window) {
      StepResult plain = CELL.steps().get(0);
      double gcMillis = window.after().millis() - window.before().millis();
      StepResult figures = plain.numbered(number);
      figures = Changed.with(figures, "seconds", window.batches().size() * BATCH_SECONDS);
      figures = Changed.with(figures, "batches", batches(window));
      figures =
          Changed.with(figures, "driver", Changed.with(plain.driver(), "gcPauseMillis", gcMillis));
      Measurement measured =
          new Measurement(figures, CELL.cell(), CELL.environment(), Disturbances.NONE);
      List<Violation> violations = measured.violations();
      Verdict verdict = violations.isEmpty() ? Verdict.pass() : Verdict.invalid(violations.get(0));
      return new Assessment(figures.judged(verdict), measured.isDisturbedByHost(), false);
    }

    private static Batches batches(MeasuredWindow<GcPauses> window) {
      List<Batch> all = window.batches();
      List<Long> none = Collections.nCopies(all.size(), 0L);
      return new Batches(
          all.stream().map(Batch::window).toList(),
          Collections.nCopies(all.size(), BATCH_SECONDS),
          all.stream().map(Batch::ok).toList(),
          none,
          none,
          none,
          Map.of(),
          Map.of(),
          none);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneDisturbedWindowOfFourIsLeftOutOfAValidStep(Disturbance disturbance) {
    step.add(steady(100));
    step.add(steady(100));
    step.add(disturbance.window());
    step.add(steady(100));

    assertThat(step.windows()).isEqualTo(4);
    assertThat(step.verdict()).isEqualTo(Verdict.Kind.PASS);
    assertThat(step.result(1).seconds()).isEqualTo(3 * BATCHES * BATCH_SECONDS);
    assertThat(step.superseded())
        .singleElement()
        .satisfies(window -> assertThat(codes(window)).containsExactly(disturbance.code));
  }

  @ParameterizedTest
  @EnumSource
  void aPersistentDisturbanceMakesTheStepInvalid(Disturbance disturbance) {
    for (int window = 1; window <= 4; window++) {
      step.add(disturbance.window());
    }

    assertThat(step.verdict()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(step.superseded()).hasSize(3);
    assertThat(codes(step.result(1))).containsExactly(disturbance.code);
  }

  /** Each by 4 % where 5 is the limit; between them TPS falls by a third. */
  @Test
  void roundsOfDifferentTpsAreNoDrift() {
    for (int window = 0; window < 4; window++) {
      int tps = 120 - 10 * window;
      step.add(window(0, batch -> batch < 10 ? tps + 4 : tps - 4));
    }

    assertThat(step.superseded()).isEmpty();
    assertThat(step.verdict()).isEqualTo(Verdict.Kind.PASS);
  }

  private static List<String> codes(StepResult result) {
    return result.verdict().codes();
  }

  private static MeasuredWindow<GcPauses> steady(long ok) {
    return window(0, batch -> ok);
  }

  /** With some noise in each batch. */
  private static MeasuredWindow<GcPauses> window(double gcMillis, IntToLongFunction ok) {
    List<Batch> batches =
        IntStream.range(0, BATCHES)
            .mapToObj(
                batch ->
                    new Batch(
                        1,
                        Math.round(BATCH_SECONDS * 1e9),
                        ok.applyAsLong(batch) + (batch % 2 == 0 ? 1 : -1),
                        ok.applyAsLong(batch) + (batch % 2 == 0 ? 1 : -1),
                        0,
                        0,
                        0,
                        0,
                        0,
                        List.of(),
                        List.of(),
                        0,
                        0,
                        0,
                        0))
            .toList();
    return new MeasuredWindow<>(
        0, 1, List.of(), batches, new GcPauses(7), new GcPauses(7 + gcMillis));
  }
}
