package io.poolbench.cli;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolderException;
import io.poolbench.reporting.Evaluation;
import io.poolbench.reporting.JudgedRun;
import io.poolbench.reporting.ReportFile;
import io.poolbench.spec.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run as its folder keeps it: the study and the rows of its journal. */
record RecordedRun(RunFolder folder, Study study, List<Entry> entries) {
  RecordedRun {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(study, "study");
    entries = List.copyOf(entries);
  }

  /** Reads the folder of a run, or a file in it. */
  static RecordedRun read(Path path) throws RunFolderException {
    RunFolder folder = RunFolder.reopen(path);
    Journal journal = folder.measured();
    return new RecordedRun(
        folder, Poolbench.loader(CellCheck.NONE).load(folder.study(), List.of()), journal.entries());
  }

  Evaluation evaluation() {
    JudgedRun judged = JudgedRun.of(study, entries);
    return judged.evaluated(Map.of(), Evaluation.Statements.NONE, null);
  }

  /** Writes all reports. */
  void save(Evaluation evaluation) throws IOException {
    for (ReportFile file : ReportFile.values()) {
      folder.writeText(file.fileName(), file.text(evaluation));
    }
  }
}
