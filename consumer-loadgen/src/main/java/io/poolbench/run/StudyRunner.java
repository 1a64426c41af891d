package io.poolbench.run;

import io.poolbench.journal.Host;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RedisLab;
import io.poolbench.load.GuardedLoad.CallsStoppedException;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.CellFailure;
import io.poolbench.result.StudyResult;
import io.poolbench.run.CellRunner.RetryBudget;
import io.poolbench.run.RunJournal.Entry;
import io.poolbench.run.StudyPlan.CellRun;
import io.poolbench.spec.Cell;
import io.poolbench.spec.StopLimits;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs a study cell by cell. The result is saved after each cell, and each step or block is on disk
 * as it ends, so that a crash loses at most the one being measured. For one thread.
 *
 * @param providers the folder of the provider modules
 * @param retryLimit total time for repeating steps that the host disturbed; 0 = never repeat
 * @param providerHost the machine of the providers; empty = the driver's
 */
public record StudyRunner(
    Path providers,
    String version,
    Duration retryLimit,
    StopLimits stopLimits,
    StudyListener listener,
    Optional<ProviderSide> providerHost) {
  /** Cells measured together, in the names of files. */
  private static final String PAIRED = "paired";

  /** What all parts of a run share; {@code partial} makes a result of a plan that has not ended. */
  private record Context(
      Lab lab,
      RetryBudget retries,
      ResultsFolder folder,
      Function<StudyPlan, StudyResult> partial) {}

  public StudyRunner {
    Objects.requireNonNull(providers, "providers");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(retryLimit, "retryLimit");
    Objects.requireNonNull(stopLimits, "stopLimits");
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(providerHost, "providerHost");
  }

  /**
   * Runs the rest of a plan. An interrupt of the thread ends the run; the result then has what was
   * measured before and is marked as interrupted. The interrupt status is cleared, because an
   * interrupted thread cannot write to a file channel.
   *
   * @param folder receives the result after each cell, and the providers' logs
   */
  public StudyResult run(StudyPlan begun, ResultsFolder folder) throws IOException {
    CpuList hostCpus = new HostFacts().cpus();
    Host host = new HostFacts().describe(hostCpus);
    new HostFacts().limitations().forEach(listener::note);
    NanoClock clock = NanoClock.system();
    Timeline timeline = Timeline.from(Instant.now(), clock);
    StudyPlan plan = begun;
    boolean interrupted = false;
    // A run that is killed in its first cell can be resumed, too.
    folder.save(result(plan, timeline, host, true));
    try (RedisLab redis = new RedisLab();
        HostProbe probe = new HostProbe(Pinning.detect(), clock)) {
      Pinning pinning = probe.pinning();
      Lab lab =
          new Lab(
              providers,
              hostCpus,
              pinning,
              probe,
              redis,
              clock,
              timeline,
              stopLimits,
              providerHost);
      Context on =
          new Context(
              lab,
              new RetryBudget(retryLimit),
              folder,
              unfinished -> result(unfinished, timeline, host, true));
      CellFailure failure = null;
      if (plan.toBeCalibrated()) {
        try {
          plan = plan.calibrated(new CalibrationRunner(lab, listener).run(plan.study(), folder));
          folder.save(result(plan, timeline, host, true));
        } catch (LabException e) {
          // Ctrl-C reaches all processes of a terminal and may thereby make the lab fail.
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          failure = notCalibrated(e.report());
        } catch (CallsStoppedException e) {
          failure = notCalibrated(e.getMessage());
        }
      }
      Iterator<List<CellRun>> left = plan.unitsLeft().iterator();
      while (left.hasNext() && !interrupted) {
        List<CellResult> results = run(on, plan, left.next(), failure);
        interrupted = Thread.interrupted();
        plan = plan.with(results);
        // Marked as interrupted until the last cell, in case of a crash.
        folder.save(result(plan, timeline, host, interrupted || left.hasNext()));
        report(plan, results);
        failure = failure == null ? stopped(results) : failure;
      }
      // The next study in this JVM starts with all CPUs.
      lab.pinning().pinSelf(hostCpus);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    StudyResult result = result(plan, timeline, host, interrupted);
    folder.save(result);
    if (!interrupted && plan.results().stream().noneMatch(CellResult::failed)) {
      folder.deleteJournals();
    }
    return result;
  }

  private static CellFailure notCalibrated(String why) {
    return CellFailure.of(ViolationCode.NOT_CALIBRATED, "not run, calibration failed: " + why);
  }

  /** Saves a result that is saved again once everything is closed. */
  private static void saveInterrupted(ResultsFolder folder, StudyResult result) {
    try {
      folder.save(result);
    } catch (IOException e) {
      // The second save fails as well, and reports why.
    }
  }

  /** The failure of the cells left, if calls to a provider that all cells share have stopped. */
  private static CellFailure stopped(List<CellResult> results) {
    return results.stream()
        .filter(result -> result.cell().provider().runsAlready() && result.failed())
        .map(CellResult::failure)
        .filter(of -> of.code().equals(ViolationCode.CALLS_STOPPED.id()))
        .map(of -> new CellFailure(of.code(), "not run, calls stopped before: " + of.detail()))
        .findFirst()
        .orElse(null);
  }

  private List<CellResult> run(Context on, StudyPlan plan, List<CellRun> unit, CellFailure failure)
      throws IOException {
    CellRun first = unit.get(0);
    if (plan.study().paired() != null) {
      List<Cell> cells = plan.study().cells();
      listener.pairedStarted(cells, first.repetition(), plan.study().repetitions().count());
      return measured(on, plan, cells, PAIRED, first.repetition(), failure);
    }
    started(plan, first);
    return measured(
        on, plan, List.of(first.cell()), first.cell().name(), first.repetition(), failure);
  }

  private void report(StudyPlan plan, List<CellResult> results) {
    for (CellResult result : results) {
      if (plan.study().paired() != null) {
        reportSteps(plan, result);
      }
      listener.cellFinished(result);
    }
  }

  /** Measures cells; the name is that of their journal and log. */
  private List<CellResult> measured(
      Context on,
      StudyPlan plan,
      List<Cell> cells,
      String name,
      int repetition,
      CellFailure failure)
      throws IOException {
    CellRunner runner =
        new CellRunner(
            on.lab(),
            listener,
            plan.study(),
            cells,
            repetition,
            on.retries(),
            on.folder()
                .journal(name, repetition, RunJournal.Measured.of(cells, on.lab()), Entry.class),
            soFar -> on.partial().apply(plan.with(soFar)),
            broken -> saveInterrupted(on.folder(), broken));
    return failure == null
        ? runner.run(on.folder().providerLog(name, repetition))
        : runner.results(failure);
  }

  private void reportSteps(StudyPlan plan, CellResult result) {
    started(plan, new CellRun(result.cell(), result.repetition()));
    result.steps().forEach(step -> listener.stepFinished(result.cell(), step));
  }

  private void started(StudyPlan plan, CellRun run) {
    List<CellRun> all = plan.runs();
    listener.cellStarted(run.cell(), run.repetition(), all.indexOf(run) + 1, all.size());
  }

  private StudyResult result(StudyPlan plan, Timeline timeline, Host host, boolean interrupted) {
    Study study = plan.study();
    return new StudyResult(
        StudyResult.VERSION,
        study.name(),
        study.title(),
        version,
        plan.started(),
        timeline.now(),
        interrupted,
        host,
        plan.calibration(),
        study.paired(),
        study.published(),
        study.assertions(),
        study.answer(),
        study.findings(),
        plan.results().stream().sorted(asListed(study)).toList());
  }

  private static Comparator<CellResult> asListed(Study study) {
    return Comparator.comparingInt((CellResult result) -> study.cells().indexOf(result.cell()))
        .thenComparingInt(CellResult::repetition);
  }
}
