package io.poolbench.cli;

import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolder.FolderLock;
import io.poolbench.journal.RunFolderException;
import io.poolbench.judge.Planner;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.lab.Machines;
import io.poolbench.limits.PoolLimit;
import io.poolbench.measure.StudyRunner;
import io.poolbench.report.Evaluation;
import io.poolbench.report.ExitCode;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.StopLimits;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs studies for a command: measures, reports and prints them.
 *
 * @param retries of a study
 * @param elsewhere the options that name the machine of the provider; empty = this one
 */
record StudyRun(
    CommandSpec command,
    ResultOutput output,
    RetryBudget retries,
    StopLimits stopLimits,
    Machines machines,
    List<String> elsewhere) {
  StudyRun {
    elsewhere = List.copyOf(elsewhere);
  }

  /** Runs a study in a new folder below {@code root}. */
  ExitCode run(Study study, Path root) throws IOException {
    RunFolder folder = RunFolder.create(root, study.name(), Instant.now());
    try (FolderLock lock = folder.lock()) {
      folder.writeText("study.yaml", ResolvedStudy.of(study).yaml());
      return run(study, folder);
    }
  }

  /** Measures what the journal of a locked folder lacks, and prints the result. */
  ExitCode run(Study study, RunFolder folder) throws RunFolderException {
    try {
      Journal journal = folder.journal();
      folder.pointLatestHere();
      StudyPlanner planner = new StudyPlanner(study, retries, PoolLimit::trialLevel);
      Duration left = DryRun.time(study, journal);
      output.note(DryRun.size(study, left));
      measure(study, planner, left, journal, folder);
      return report(new RecordedRun(folder, study, journal));
    } catch (RunFolderException e) {
      throw e;
    } catch (IOException e) {
      Poolbench.error(
          command, "cannot save results: " + e + " (saved before: " + folder.path() + ")");
      return ExitCode.LAB_FAILED;
    }
  }

  /** Saves and prints what was measured. */
  ExitCode report(RecordedRun recorded) throws IOException {
    Evaluation evaluation = recorded.evaluation();
    recorded.save(evaluation);
    return output.print(evaluation, recorded.folder(), elsewhere);
  }

  /** Measures what a planner chooses, in about the time that is left. */
  void measure(Study study, Planner planner, Duration left, Journal journal, RunFolder folder)
      throws IOException {
    try (Progress progress = output.progress(study, left)) {
      new StudyRunner(machines, stopLimits, progress).run(study, planner, journal, folder);
    }
  }

  /**
   * Turns SIGINT and SIGTERM into an interrupt of the thread that creates it, and delays the JVM's
   * exit until that thread has saved what it measured.
   */
  static final class Interruption implements AutoCloseable {
    /** What was measured is saved first; this is the time to end provider and Redis. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(15);

    private static final Duration REPEAT_AFTER = Duration.ofSeconds(2);

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch saved = new CountDownLatch(1);
    private volatile boolean requested;

    Interruption() {
      Runtime.getRuntime().addShutdownHook(new Thread(this::interruptAndWait, "interruption"));
    }

    private void interruptAndWait() {
      if (saved.getCount() == 0) {
        return;
      }
      requested = true;
      long deadline = System.nanoTime() + MAX_DELAY.toNanos();
      try {
        // The interrupt is repeated, because a library may clear one without passing it on.
        do {
          worker.interrupt();
        } while (!saved.await(REPEAT_AFTER.toMillis(), TimeUnit.MILLISECONDS)
            && System.nanoTime() - deadline < 0);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    boolean requested() {
      return requested;
    }

    /** Lets the JVM exit; to be called once all measurements are saved. */
    @Override
    public void close() {
      saved.countDown();
    }
  }
}
