package io.poolbench.cli;

import io.poolbench.journal.RunFolder;
import io.poolbench.report.Evaluation;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Write the reports of a run or an observation again, from what was measured.")
final class ReportCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ResultOutput output;

  @Parameters(
      paramLabel = "DIR",
      description = "Folder of its results, such as results/quick/latest.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    Optional<RecordedObservation> observation = RecordedObservation.in(run);
    if (observation.isPresent()) {
      output.print(observation.get());
      return saved(observation.get().folder(), observation.get()::save);
    }
    RecordedRun recorded = RecordedRun.read(run);
    Evaluation evaluation = recorded.evaluation();
    ExitCode unused = output.print(evaluation, recorded.folder(), List.of());
    return saved(recorded.folder(), () -> recorded.save(evaluation));
  }

  /** Writes files. */
  private interface Saving {
    void save() throws IOException;
  }

  private int saved(RunFolder folder, Saving reports) {
    try {
      reports.save();
    } catch (IOException e) {
      Poolbench.error(spec, "cannot save reports: " + folder.path() + ": " + e);
      return ExitCode.LAB_FAILED.code();
    }
    return ExitCode.DONE.code();
  }
}
