package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Changed;
import io.poolbench.api.AddedLatency;
import io.poolbench.redis.RedisKind;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.Host;
import io.poolbench.result.StudyResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.run.StudyPlan.CellRun;
import io.poolbench.run.StudyPlan.ResumptionException;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.PlainStudy;
import io.poolbench.spec.RedisSettings;
import io.poolbench.spec.Repetitions;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import io.poolbench.store.SampleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StudyPlanTest {
  private static final StudyResult SAMPLE = SampleResult.studyResult();
  private static final CellResult RESULT = SAMPLE.cells().get(0);
  private static final Host HOST = SAMPLE.host();
  private static final Calibrated CALIBRATED = SAMPLE.calibration();

  /** Three cells, twice each, in a random order. */
  private static final Study STUDY = study(RESULT.cell(), 2, null);

  private static final List<CellRun> RUNS = StudyPlan.of(STUDY, SampleResult.STARTED).runs();

  @Example
  void aFreshPlanHasAllRunsLeftInRounds() {
    StudyPlan plan = StudyPlan.of(STUDY, SampleResult.STARTED);

    assertThat(plan.left()).isEqualTo(RUNS).hasSize(6);
    assertThat(RUNS).extracting(CellRun::repetition).containsExactly(1, 1, 1, 2, 2, 2);
    assertThat(RUNS.subList(0, 3))
        .extracting(CellRun::cell)
        .isEqualTo(STUDY.repetitions().round(1, STUDY.cells()));
    assertThat(plan.measured()).isEmpty();
  }

  /** Cells are compared within one provider: one that failed is run again with the others. */
  @Example
  void theCellsOfAPairedStudyAreRunTogether() throws ResumptionException {
    Study paired = Changed.with(STUDY, "paired", new Paired(3));
    StudyPlan fresh = StudyPlan.of(paired, SampleResult.STARTED);
    assertThat(fresh.unitsLeft())
        .hasSize(2)
        .allSatisfy(unit -> assertThat(unit).extracting(CellRun::cell).isEqualTo(paired.cells()));

    CellRun failed = fresh.unitsLeft().get(1).get(1);
    List<CellResult> all =
        fresh.runs().stream()
            .map(run -> result(run, run.equals(failed) ? "interrupted" : ""))
            .toList();
    StudyPlan resumed = resumed(paired, earlier(all, null));

    assertThat(resumed.unitsLeft()).containsExactly(fresh.unitsLeft().get(1));
    assertThat(resumed.measured()).hasSize(3).extracting(CellRun::repetition).containsOnly(1);
    for (CellRun run : fresh.unitsLeft().get(1)) {
      resumed = resumed.with(result(run, ""));
    }
    assertThat(resumed.left()).isEmpty();
  }

  @Property(tries = 200)
  void exactlyTheFailedAndMissingRunsAreLeftInTheSameOrder(
      @ForAll Set<@IntRange(max = 5) Integer> measured,
      @ForAll Set<@IntRange(max = 5) Integer> failed)
      throws ResumptionException {
    List<CellResult> results = new ArrayList<>();
    List<CellRun> left = new ArrayList<>();
    for (int run = 0; run < RUNS.size(); run++) {
      if (measured.contains(run)) {
        results.add(result(RUNS.get(run), ""));
      } else {
        left.add(RUNS.get(run));
        if (failed.contains(run)) {
          results.add(result(RUNS.get(run), "interrupted"));
        }
      }
    }

    StudyPlan plan = resumed(STUDY, earlier(results, null));

    assertThat(plan.started()).isEqualTo(SAMPLE.started());
    assertThat(plan.left()).isEqualTo(left);
    assertThat(plan.results()).containsExactlyInAnyOrderElementsOf(results);
    for (CellRun run : left) {
      plan = plan.with(result(run, ""));
    }
    assertThat(plan.left()).isEmpty();
    assertThat(plan.measured()).isEqualTo(RUNS);
    assertThat(plan.results())
        .extracting(result -> new CellRun(result.cell(), result.repetition()))
        .isEqualTo(RUNS);
  }

  @Example
  void aResumedPlanKeepsTheCalibration() throws ResumptionException {
    Study calibrated = study(RESULT.cell(), 1, CALIBRATED.target());
    assertThat(StudyPlan.of(calibrated, SampleResult.STARTED).toBeCalibrated()).isTrue();

    StudyPlan plan = resumed(calibrated, earlier(List.of(), CALIBRATED));

    assertThat(plan.toBeCalibrated()).isFalse();
    assertThat(plan.calibration()).isEqualTo(CALIBRATED);
    assertThat(plan.left())
        .hasSize(3)
        .allSatisfy(
            run ->
                assertThat(CalibrationParameters.of(run.cell()))
                    .isEqualTo(CalibrationParameters.of(CALIBRATED)));
  }

  @Example
  void aRunWithoutCalibrationIsCalibratedOnResumption() throws ResumptionException {
    Study calibrated = study(RESULT.cell(), 1, CALIBRATED.target());
    StudyPlan fresh = StudyPlan.of(calibrated, SampleResult.STARTED);

    StudyPlan plan =
        resumed(calibrated, earlier(List.of(result(fresh.runs().get(0), "not run")), null));

    assertThat(plan.toBeCalibrated()).isTrue();
    assertThat(plan.left()).isEqualTo(fresh.runs());
  }

  @Example
  void aKeptResultGetsTheStudysCellWithItsRedisPassword() throws ResumptionException {
    Study secret = study(withRedis("redis://:sesame@h:6379"), 1, null);
    Study saved = study(withRedis("redis://h:6379"), 1, null);
    CellRun run = StudyPlan.of(saved, SampleResult.STARTED).runs().get(1);

    StudyPlan plan =
        StudyPlan.resumed(
            secret, saved, earlier(List.of(result(run, "")), null), HOST, SAMPLE.poolbench());

    assertThat(secret.cells()).contains(plan.results().get(0).cell());
  }

  @Example
  void aRunOfADifferentHostVersionOrStudyIsRefusedWithTheFirstDifference() {
    StudyResult empty = earlier(List.of(), null);
    Host other =
        new Host(HOST.os(), HOST.kernel(), "other CPU", HOST.cpus(), 1, HOST.driverJvm(), "");
    assertThatThrownBy(() -> StudyPlan.resumed(STUDY, STUDY, empty, other, "0.1.0"))
        .isInstanceOf(ResumptionException.class)
        .hasMessage("cannot resume: CPU model differs (was Sample CPU @ 2 GHz, is other CPU)");
    assertThatThrownBy(() -> StudyPlan.resumed(STUDY, STUDY, empty, HOST, "0.2.0"))
        .hasMessage("cannot resume: poolbench version differs (was 0.1.0, is 0.2.0)");
    Study more = study(RESULT.cell(), 3, null);
    assertThatThrownBy(() -> StudyPlan.resumed(more, STUDY, empty, HOST, "0.1.0"))
        .hasMessage("cannot resume: repetitions differs (was 2, is 3)");
    Study named = PlainStudy.of("other", "", STUDY.repetitions(), null, List.of(), STUDY.cells());
    assertThatThrownBy(() -> StudyPlan.resumed(named, STUDY, empty, HOST, "0.1.0"))
        .hasMessage("cannot resume: study differs (was 'sample', is 'other')");
  }

  @Example
  void aResultOfAnotherStudyIsRefused() {
    CellRun first = RUNS.get(0);
    CellRun beyond = new CellRun(first.cell(), 3);
    assertRefused(STUDY, earlier(List.of(result(beyond, "")), null), "repetition 3 of '");
    CellRun foreign = new CellRun(first.cell().named("foreign"), 1);
    assertRefused(STUDY, earlier(List.of(result(foreign, "")), null), "repetition 1 of 'foreign'");
    Study calibrated = study(RESULT.cell(), 2, CALIBRATED.target());
    assertRefused(calibrated, earlier(List.of(result(first, "")), null), "calibration missing");
    assertRefused(STUDY, earlier(List.of(), CALIBRATED), "calibration target");
  }

  private static void assertRefused(Study study, StudyResult earlier, String why) {
    assertThatThrownBy(() -> resumed(study, earlier))
        .isInstanceOf(ResumptionException.class)
        .hasMessageContaining(why);
  }

  private static StudyPlan resumed(Study study, StudyResult earlier) throws ResumptionException {
    return StudyPlan.resumed(study, study, earlier, HOST, SAMPLE.poolbench());
  }

  private static Study study(Cell cell, int repetitions, Calibration calibration) {
    return PlainStudy.of(
        SAMPLE.study(),
        "",
        new Repetitions(repetitions),
        calibration,
        List.of(),
        List.of(cell.named("a"), cell.named("b"), cell.named("c")));
  }

  private static CellResult result(CellRun run, String failure) {
    return new CellResult(
        run.cell(),
        run.repetition(),
        RESULT.pool(),
        RESULT.environment(),
        RESULT.warmUp(),
        RESULT.steps(),
        RESULT.failedCalls(),
        failure.isEmpty() ? null : CellFailure.of(ViolationCode.LAB_FAILED, failure));
  }

  private static StudyResult earlier(List<CellResult> results, Calibrated calibration) {
    return Changed.with(SAMPLE, "calibration", calibration, "cells", results);
  }

  private static Cell withRedis(String uri) {
    return Changed.with(
        RESULT.cell(),
        "redis",
        new RedisSettings(RedisKind.EXTERNAL, uri, 10, 1, AddedLatency.NONE));
  }
}
