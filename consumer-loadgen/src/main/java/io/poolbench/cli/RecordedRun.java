package io.poolbench.cli;

import io.poolbench.journal.Journal;
import io.poolbench.journal.RunFolder;
import io.poolbench.journal.RunFolderException;
import io.poolbench.report.Evaluation;
import io.poolbench.report.ReportFile;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader.CellCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run as its folder keeps it: the study and the rows of its journal. */
record RecordedRun(RunFolder folder, Study study, Journal journal) {
  RecordedRun {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(journal, "journal");
  }

  /** Reads the folder of a run, or a file in it. */
  static RecordedRun read(Path path) throws RunFolderException {
    RunFolder folder = RunFolder.reopen(path);
    Journal journal = folder.measured();
    Study study =
        Poolbench.loader(CellCheck.NONE)
            .load(folder.study(), folder.studyName(), Map.of(), List.of());
    return new RecordedRun(folder, study, journal);
  }

  Evaluation evaluation() {
    return Evaluation.of(study, journal);
  }

  /** Writes all reports. */
  void save(Evaluation evaluation) throws IOException {
    for (ReportFile file : ReportFile.values()) {
      folder.writeText(file.fileName(), file.text(evaluation));
    }
  }
}
