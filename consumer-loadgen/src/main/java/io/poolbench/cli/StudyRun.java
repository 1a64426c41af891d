package io.poolbench.cli;

import io.poolbench.config.ResolvedStudy;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.result.StudyResult;
import io.poolbench.run.ProviderSide;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyPlan;
import io.poolbench.run.StudyRunner;
import io.poolbench.spec.StopLimits;
import io.poolbench.store.ResultFileException;
import io.poolbench.store.ResultsFolder;
import io.poolbench.store.ResultsFolder.FolderLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs studies for a command: measures, saves and prints them.
 *
 * @param retryBudget total time for repeating disturbed steps of a study
 */
record StudyRun(
    CommandSpec command,
    ResultOutput output,
    Duration retryBudget,
    StopLimits stopLimits,
    Optional<ProviderSide> providerHost) {
  /** Runs a plan from its start, in a new folder below {@code root}. */
  ExitCode run(StudyPlan plan, Path root) throws IOException {
    ResultsFolder folder = ResultsFolder.create(root, plan.study().name(), plan.started());
    try (FolderLock lock = folder.lock()) {
      return run(plan, folder, false);
    }
  }

  /** Measures and saves a plan from its start, in a new folder below {@code root}. */
  EvaluatedResult measured(StudyPlan plan, Path root) throws IOException {
    ResultsFolder folder = ResultsFolder.create(root, plan.study().name(), plan.started());
    try (FolderLock lock = folder.lock()) {
      return saved(plan, folder, false);
    }
  }

  private EvaluatedResult saved(StudyPlan plan, ResultsFolder folder, boolean resumed)
      throws IOException {
    if (!resumed) {
      folder.writeText("study.yaml", ResolvedStudy.of(plan.study()).yaml());
    }
    EvaluatedResult result = new EvaluatedResult(measure(plan, folder, resumed));
    if (!result.agreement().isEmpty() || !result.decidedFindings().isEmpty()) {
      folder
          .result()
          .write(result.result(), result.agreement().written(), result.decidedFindings());
    }
    ResultOutput.save(result, folder);
    return result;
  }

  /** Runs a plan, new or resumed, in its locked folder. */
  ExitCode run(StudyPlan plan, ResultsFolder folder, boolean resumed) throws ResultFileException {
    try {
      EvaluatedResult result = saved(plan, folder, resumed);
      StudyEnd end = StudyEnd.of(result);
      output.print(result, folder, end.line(folder.path()));
      return end.code();
    } catch (ResultFileException e) {
      throw e;
    } catch (IOException e) {
      Poolbench.error(
          command, "cannot save results: " + e + " (saved before: " + folder.path() + ")");
      return ExitCode.LAB_FAILED;
    }
  }

  private StudyResult measure(StudyPlan plan, ResultsFolder folder, boolean resumed)
      throws IOException {
    try (ProgressLine progress = output.progress(plan.study())) {
      StudyListener all = progress.listener();
      if (resumed) {
        all.resumed(plan);
      }
      return new StudyRunner(
              Poolbench.home().resolve(Path.of("provider")),
              Poolbench.Version.text(),
              retryBudget,
              stopLimits,
              all,
              providerHost)
          .run(plan, folder);
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
