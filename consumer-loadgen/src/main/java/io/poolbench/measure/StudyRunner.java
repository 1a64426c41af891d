package io.poolbench.measure;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.Planner;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.load.CallsStoppedException;
import io.poolbench.load.NanoClock;
import io.poolbench.load.Timeline;
import io.poolbench.measure.VisitLoop.Failure;
import io.poolbench.study.StopLimits;
import io.poolbench.study.Study;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs studies: calibrates a study if it asks for it, then measures what a planner chooses. Each
 * slice is in the journal as it ends. For one thread.
 *
 * @param stopLimits beyond which calls stop by themselves
 */
public record StudyRunner(Machines machines, StopLimits stopLimits, StudyListener listener) {
  public StudyRunner {
    Objects.requireNonNull(machines, "machines");
    Objects.requireNonNull(stopLimits, "stopLimits");
    Objects.requireNonNull(listener, "listener");
  }

  /**
   * Measures what a planner chooses until it has no further visit. A run of the same journal goes
   * on where the last one ended, also with a study of more cells, and tries cells that failed
   * again.
   *
   * <p>An interrupt of the thread ends the run, and its status is cleared.
   *
   * @param study as configured, without the cost of calls that a calibration chooses
   * @param journal receives all that is measured
   * @param folder receives the providers' logs
   * @return whether the thread was not interrupted
   */
  public boolean run(Study study, Planner planner, Journal journal, RunFolder folder)
      throws IOException {
    NanoClock clock = NanoClock.system();
    Timeline timeline = Timeline.from(Instant.now(), clock);
    new HostFacts().limitations().forEach(listener::note);
    boolean complete = false;
    boolean interrupted = false;
    try {
      journal.add(
          new Entry.Began(
              timeline.now(),
              Resumption.digest(study),
              machines.driver().build().release().toString(),
              machines.driver().host(),
              programs(study)));
      Lab lab = new Lab(machines, clock, timeline, stopLimits);
      complete = measure(lab, study, planner, journal, folder);
      // The next study in this JVM starts with all CPUs.
      lab.pinning().pinSelf(lab.hostCpus());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // An interrupted thread cannot write to a file channel.
    interrupted |= Thread.interrupted();
    journal.add(new Entry.Ended(timeline.now(), complete));
    return !interrupted;
  }

  private Map<String, String> programs(Study study) throws InterruptedException {
    try {
      return Resumption.programs(study, machines.provider());
    } catch (LabException unreadable) {
      // The first cell reports it.
      return Map.of();
    }
  }

  /** Whether everything was measured. */
  private boolean measure(Lab lab, Study study, Planner planner, Journal journal, RunFolder folder)
      throws IOException, InterruptedException {
    Optional<Failure> failure = Optional.empty();
    if (study.calibration() != null && Calibrated.in(journal).isEmpty()) {
      failure = calibrate(lab, study, journal, folder);
    }
    Optional<Calibrated> calibrated = Calibrated.in(journal);
    VisitLoop loop =
        new VisitLoop(
            study,
            planner,
            journal,
            listener,
            cells ->
                ProviderCells.open(
                    lab,
                    listener,
                    study.procedure().commands(),
                    calibrated.map(cells::with).orElse(cells),
                    folder.providerLog(cells.logName(), cells.repetition())));
    failure.ifPresent(loop::failAll);
    return loop.run();
  }

  /** Calibrates; returns why that failed. */
  private Optional<Failure> calibrate(Lab lab, Study study, Journal journal, RunFolder folder)
      throws IOException, InterruptedException {
    try {
      journal.add(new CalibrationRunner(lab, listener).run(study, folder));
      return Optional.empty();
    } catch (LabException e) {
      // Ctrl-C reaches all processes of a terminal and may thereby make the lab fail.
      JvmEnd.requireNone();
      return Optional.of(notCalibrated(e.report()));
    } catch (CallsStoppedException e) {
      return Optional.of(notCalibrated(e.getMessage()));
    } catch (RuntimeException | LinkageError e) {
      JvmEnd.requireNone();
      throw e;
    }
  }

  private static Failure notCalibrated(String why) {
    return new Failure(ViolationCode.NOT_CALIBRATED, "not run, calibration failed: " + why);
  }
}
