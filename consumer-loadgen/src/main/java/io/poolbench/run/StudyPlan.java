package io.poolbench.run;

import io.poolbench.config.SettingsDifference;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Host;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The runs of a study: those measured, and those left to run.
 *
 * <p>Results of earlier runs are kept, with their INVALID steps. A failed cell is run again, and
 * keeps its earlier result until then. The cells of a paired study are run again together.
 *
 * @param study with the calibrated parameters, if calibrated
 * @param calibration null if not calibrated, or not yet
 * @param results of earlier runs, each of a cell of the study
 */
public record StudyPlan(
    Study study, Calibrated calibration, Instant started, List<CellResult> results) {
  public StudyPlan {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(started, "started");
    results = List.copyOf(results);
  }

  public static StudyPlan of(Study study, Instant started) {
    return new StudyPlan(study, null, started, List.of());
  }

  /**
   * The plan that resumes an earlier run.
   *
   * @param study as configured now
   * @param begun the study as configured in the earlier run
   * @throws ResumptionException if study, host or version differs
   */
  public static StudyPlan resumed(
      Study study, Study begun, StudyResult earlier, Host host, String poolbench)
      throws ResumptionException {
    if (!earlier.study().equals(study.name())) {
      throw new ResumptionException(
          "study differs (was '" + earlier.study() + "', is '" + study.name() + "')");
    }
    if (!earlier.poolbench().equals(poolbench)) {
      throw new ResumptionException(
          "poolbench version differs (was " + earlier.poolbench() + ", is " + poolbench + ")");
    }
    requireSame(host.differenceFrom(earlier.host()));
    requireSame(SettingsDifference.between(begun, study));
    StudyPlan plan = of(study, earlier.started());
    Calibrated calibration = earlier.calibration();
    if (calibration != null) {
      if (!calibration.target().equals(study.calibration())) {
        throw new ResumptionException("calibration target of the result differs from the study's");
      }
      plan = plan.calibrated(calibration);
    }
    for (CellResult result : earlier.cells()) {
      plan = plan.with(plan.owned(result));
    }
    return plan;
  }

  /**
   * Checks that earlier results were measured with the same provider host.
   *
   * @param host null = the driver's
   */
  public StudyPlan on(ProviderHost host) throws ResumptionException {
    for (CellResult result : results) {
      requireSame(ProviderHost.difference(result.environment().providerHost(), host));
    }
    return this;
  }

  private static void requireSame(Optional<String> difference) throws ResumptionException {
    if (difference.isPresent()) {
      throw new ResumptionException(difference.get());
    }
  }

  /** The result with the cell of the study, whose credentials results leave out. */
  private CellResult owned(CellResult result) throws ResumptionException {
    String name = result.cell().name();
    Cell own =
        runs().stream()
            .filter(run -> isOf(run, result))
            .findFirst()
            .orElseThrow(
                () ->
                    new ResumptionException(
                        "repetition %d of '%s' in the result is not in the study"
                            .formatted(result.repetition(), name)))
            .cell();
    if (!result.failed()) {
      if (toBeCalibrated()) {
        throw new ResumptionException(
            "calibration missing in the result, which has cell '" + name + "'");
      }
      requireSame(
          SettingsDifference.between(result.cell(), own)
              .map(difference -> "result: " + difference));
    }
    return result.of(own);
  }

  StudyPlan calibrated(Calibrated outcome) {
    CalibrationParameters parameters = CalibrationParameters.of(outcome);
    Study calibrated = study.withCells(study.cells().stream().map(parameters::applyTo).toList());
    return new StudyPlan(calibrated, outcome, started, results);
  }

  /** Adds the result of a run, which replaces the result of an earlier failed run. */
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

  StudyPlan with(List<CellResult> measured) {
    StudyPlan plan = this;
    for (CellResult result : measured) {
      plan = plan.with(result);
    }
    return plan;
  }

  public boolean toBeCalibrated() {
    return study.calibration() != null && calibration == null;
  }

  /** All runs of the study's cells, measured or not, in the order of execution. */
  public List<CellRun> runs() {
    List<CellRun> runs = new ArrayList<>();
    for (int round = 1; round <= study.repetitions().count(); round++) {
      for (Cell cell : study.repetitions().round(round, study.cells())) {
        runs.add(new CellRun(cell, round));
      }
    }
    return runs;
  }

  public List<CellRun> measured() {
    return runs().stream().filter(this::isMeasured).toList();
  }

  public List<CellRun> left() {
    return runs().stream().filter(run -> !isMeasured(run)).toList();
  }

  /**
   * The runs left, in the order of execution, grouped by provider: all cells of a repetition of a
   * paired study share one.
   */
  List<List<CellRun>> unitsLeft() {
    return left().stream().map(this::unit).distinct().toList();
  }

  private List<CellRun> unit(CellRun run) {
    return study.paired() == null
        ? List.of(run)
        : study.cells().stream().map(cell -> new CellRun(cell, run.repetition())).toList();
  }

  /** Cells that share a provider are measured together, or not at all. */
  private boolean isMeasured(CellRun run) {
    return unit(run).stream()
        .allMatch(each -> find(each).filter(result -> !result.failed()).isPresent());
  }

  private Optional<CellResult> find(CellRun run) {
    return results.stream().filter(result -> isOf(run, result)).findFirst();
  }

  private static boolean isOf(CellRun run, CellResult result) {
    return run.repetition() == result.repetition()
        && run.cell().name().equals(result.cell().name());
  }

  /** One repetition of a cell, numbered from 1. */
  public record CellRun(Cell cell, int repetition) {
    public CellRun {
      Objects.requireNonNull(cell, "cell");
    }
  }

  /** A run that cannot be resumed because it differs from the study. The message is one line. */
  public static final class ResumptionException extends Exception {
    private static final long serialVersionUID = 1L;

    ResumptionException(String problem) {
      super("cannot resume: " + problem);
    }
  }
}
