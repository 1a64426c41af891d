package io.poolbench.study;

import io.poolbench.config.SettingsDifference;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellResult;
import io.poolbench.result.Host;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a study has to be run for: all of it, or what an earlier run of it has left.
 *
 * <p>What has been measured stays, INVALID steps too: they say what happened. A cell that broke off
 * is run again, and stays till then as it was.
 *
 * @param study what is run, its calls as they were calibrated where they have been
 * @param calibration what its calls were made to cost; null = not calibrated, or not yet
 * @param started when its first run started
 * @param results what earlier runs brought, each of a cell of the study
 */
public record StudyPlan(
    Study study, Calibrated calibration, Instant started, List<CellResult> results) {
  public StudyPlan {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(started, "started");
    results = List.copyOf(results);
  }

  /** All of a study. */
  public static StudyPlan of(Study study, Instant started) {
    return new StudyPlan(study, null, started, List.of());
  }

  /**
   * What an earlier run has left.
   *
   * @param study as it is to be run now
   * @param begun the study that was run then
   * @param earlier what that run brought
   * @param host what it would run on now
   * @param poolbench the version of poolbench that would run it now
   * @throws ResumptionException where measurements of then and now would not belong together
   */
  public static StudyPlan resumed(
      Study study, Study begun, StudyResult earlier, Host host, String poolbench)
      throws ResumptionException {
    if (!earlier.study().equals(study.name())) {
      throw new ResumptionException(
          "it is a run of '" + earlier.study() + "', not of '" + study.name() + "'");
    }
    if (!earlier.poolbench().equals(poolbench)) {
      throw new ResumptionException(
          "poolbench " + earlier.poolbench() + " ran it, this is " + poolbench);
    }
    refuse("the host differs", host.differenceFrom(earlier.host()));
    refuse("the study differs", SettingsDifference.between(begun, study));
    StudyPlan plan = of(study, earlier.started());
    Calibrated calibration = earlier.calibration();
    if (calibration != null) {
      if (!calibration.target().equals(study.calibration())) {
        throw new ResumptionException("its result was calibrated to other constants");
      }
      plan = plan.calibrated(calibration);
    }
    for (CellResult result : earlier.cells()) {
      plan = plan.with(plan.owned(result));
    }
    return plan;
  }

  private static void refuse(String what, Optional<String> difference) throws ResumptionException {
    if (difference.isPresent()) {
      throw new ResumptionException(what + ": " + difference.get());
    }
  }

  /** A result of the study's own cell, which has the credentials that no result keeps. */
  private CellResult owned(CellResult result) throws ResumptionException {
    String name = result.cell().name();
    Cell own =
        runs().stream()
            .filter(run -> isOf(run, result))
            .findFirst()
            .orElseThrow(
                () ->
                    new ResumptionException(
                        "its result has repetition %d of '%s', which the study has not"
                            .formatted(result.repetition(), name)))
            .cell();
    if (!result.failed()) {
      if (toBeCalibrated()) {
        throw new ResumptionException("its result does not say how '" + name + "' was calibrated");
      }
      refuse("its result is not the study's", SettingsDifference.between(result.cell(), own));
    }
    return result.of(own);
  }

  /** The plan once calls have been calibrated. */
  StudyPlan calibrated(Calibrated outcome) {
    CalibrationParameters dials = CalibrationParameters.of(outcome);
    Study set = study.withCells(study.cells().stream().map(dials::applyTo).toList());
    return new StudyPlan(set, outcome, started, results);
  }

  /** The plan once a cell has been run, in place of an earlier run that broke off. */
  StudyPlan with(CellResult result) {
    List<CellResult> all = new ArrayList<>();
    for (CellRun run : runs()) {
      if (isOf(run, result)) {
        all.add(result);
      } else {
        find(run).ifPresent(all::add);
      }
    }
    return new StudyPlan(study, calibration, started, all);
  }

  /** Whether its calls have yet to be calibrated. */
  public boolean toBeCalibrated() {
    return study.calibration() != null && calibration == null;
  }

  /** All runs of the study's cells, those behind it too, in the order in which they come. */
  public List<CellRun> runs() {
    List<CellRun> runs = new ArrayList<>();
    for (int round = 1; round <= study.repetitions().count(); round++) {
      for (Cell cell : study.repetitions().round(round, study.cells())) {
        runs.add(new CellRun(cell, round));
      }
    }
    return runs;
  }

  /** Those that have been measured. */
  public List<CellRun> measured() {
    return runs().stream().filter(this::isMeasured).toList();
  }

  /** Those that are to be run, the first to run first. */
  public List<CellRun> left() {
    return runs().stream().filter(run -> !isMeasured(run)).toList();
  }

  private boolean isMeasured(CellRun run) {
    return find(run).filter(result -> !result.failed()).isPresent();
  }

  private Optional<CellResult> find(CellRun run) {
    return results.stream().filter(result -> isOf(run, result)).findFirst();
  }

  private static boolean isOf(CellRun run, CellResult result) {
    return run.repetition() == result.repetition()
        && run.cell().name().equals(result.cell().name());
  }
}
