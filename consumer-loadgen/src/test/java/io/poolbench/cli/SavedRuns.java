package io.poolbench.cli;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.report.SampleRuns;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders of runs that were not measured. */
final class SavedRuns {
  private SavedRuns() {}

  /** The study {@code quick}, whose second pool serves most users. */
  static RunFolder quick(Path folder, String name) throws IOException {
    Study quick = SampleRuns.quick();
    return save(folder, name, quick, SampleRuns.paired(quick, 9, 40, 26));
  }

  /**
   * Three repetitions of one pool.
   *
   * @param knee the users that it serves at once
   */
  static RunFolder repeated(Path folder, String name, int knee) throws IOException {
    Study study =
        SampleRuns.parse(
            "study",
            "repetitions: 3",
            "load: {users: [8, 16, 24, 32], warmup: 1s, measure: 10s}",
            "sla: {tp99: 10ms}",
            "cells: [{name: fixed 24, provider: {threads: 24}}]");
    return save(folder, name, study, SampleRuns.steps(study, 3, knee));
  }

  static RunFolder save(Path folder, String name, Study study, Journal journal) throws IOException {
    RunFolder run = RunFolder.reopen(Files.createDirectories(folder.resolve(name)));
    run.writeText("study.yaml", ResolvedStudy.of(study).yaml());
    Files.deleteIfExists(run.path().resolve(Journal.NAME));
    Journal saved = run.journal();
    for (Entry entry : journal.entries()) {
      saved.add(entry);
    }
    RecordedRun recorded = RecordedRun.read(run.path());
    recorded.save(recorded.evaluation());
    return run;
  }
}
