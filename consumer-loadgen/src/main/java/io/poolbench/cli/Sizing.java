package io.poolbench.cli;

import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolder.FolderLock;
import io.poolbench.judge.Planner;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.judge.Visit;
import io.poolbench.limits.PoolLimit;
import io.poolbench.limits.RisingLoads;
import io.poolbench.limits.SizeStages;
import io.poolbench.limits.ThreadDemand;
import io.poolbench.report.ExitCode;
import io.poolbench.study.Cell;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures the stages of {@code size} on one journal, and prints what follows.
 *
 * @param written where the study is written beside its results
 */
record Sizing(StudyRun run, SizeStages stages, Instant deadline, Optional<Path> written) {
  ExitCode run(Path out) throws IOException {
    RunFolder folder = RunFolder.create(out, stages.base().name(), Instant.now());
    try (FolderLock lock = folder.lock()) {
      Journal journal = folder.journal();
      folder.pointLatestHere();
      learn(journal, folder);
      if (!Entry.Ended.isComplete(journal.entries()) || !stages.isToCompare(journal)) {
        return save(stages.learning(1), journal, folder);
      }
      Study compared = stages.compared(journal, left());
      run.output().note(pools(compared, journal));
      measure(compared, SizeStages.COMPARED, journal, folder);
      Optional<Study> verified =
          Entry.Ended.isComplete(journal.entries())
              ? stages.verified(compared, journal, left())
              : Optional.empty();
      if (verified.isPresent()) {
        boolean runs = compared.cells().get(0).provider().runsAlready();
        String where = runs ? "again, in the same JVM: " : "again, in another JVM: ";
        run.output().note(where + names(verified.get()));
        measure(verified.get(), SizeStages.VERIFIED, journal, folder);
      }
      return save(stages.all(compared, verified), journal, folder);
    }
  }

  private void learn(Journal journal, RunFolder folder) throws IOException {
    Study learning = stages.learning(1);
    // A run that is killed can be reported.
    folder.writeText("study.yaml", ResolvedStudy.of(learning).yaml());
    run.output().noteCalls(learning);
    RisingLoads loads = new RisingLoads(learning, 1);
    measure(learning, loads, journal, folder);
    if (Entry.Ended.isComplete(journal.entries()) && stages.isToGoOn(journal)) {
      Study higher = stages.learning(2);
      run.output().noteCalls(higher);
      RisingLoads further = new RisingLoads(higher, 2);
      measure(higher, further, journal, folder);
    }
  }

  private void measure(Study study, int repetition, Journal journal, RunFolder folder)
      throws IOException {
    folder.writeText("study.yaml", ResolvedStudy.of(study).yaml());
    run.output().noteCalls(study);
    StudyPlanner planner =
        StudyPlanner.ofRepetition(
            study,
            repetition,
            run.retries(),
            stages.measuring(study, journal, left()),
            PoolLimit::trialLevel);
    measure(study, planner, journal, folder);
  }

  private void measure(Study study, Planner planner, Journal journal, RunFolder folder)
      throws IOException {
    run.measure(study, new InTime(planner, this), left(), journal, folder);
  }

  /** A planner whose time is that of all stages, with the starts of the program; may be over. */
  private record InTime(Planner planner, Sizing sizing) implements Planner {
    @Override
    public Optional<Visit> next(Journal soFar) {
      return planner.next(soFar);
    }

    @Override
    public Duration left(Journal soFar) {
      return Duration.between(Instant.now(), sizing.deadline);
    }
  }

  private ExitCode save(Study study, Journal journal, RunFolder folder) throws IOException {
    String yaml = ResolvedStudy.of(study).yaml();
    folder.writeText("study.yaml", yaml);
    ExitCode code = run.report(new RecordedRun(folder, study, journal));
    if (written.isEmpty()) {
      return code;
    }
    try {
      Files.writeString(written.get(), yaml);
      return code;
    } catch (IOException e) {
      Poolbench.error(
          run.command(), "--study %s: cannot be written: %s".formatted(written.get(), e));
      return ExitCode.LAB_FAILED;
    }
  }

  private Duration left() {
    Duration left = Duration.between(Instant.now(), deadline);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private String pools(Study compared, Journal journal) {
    return ThreadDemand.of(stages.learned(journal), SizeStages.mostThreads(journal))
            .map(
                demand ->
                    "Calls hold %s threads at %s calls/s, nearly the most%s; compared: "
                        .formatted(
                            FigureText.measure(demand.threads()),
                            FigureText.measure(demand.tps()),
                            demand.limited() ? ", which are all of the pool" : ""))
            .orElse("Compared: ")
        + names(compared);
  }

  private static String names(Study study) {
    return study.cells().stream().map(Cell::name).collect(Collectors.joining(", "));
  }
}
