package io.poolbench.cli;

import io.poolbench.report.Evaluation;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    description = "Write the reports of a run again, from its study and its journal.")
final class ReportCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ResultOutput output;

  @Parameters(paramLabel = "DIR", description = "Folder of a run, such as results/quick/latest.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    RecordedRun recorded = RecordedRun.read(run);
    Evaluation evaluation = recorded.evaluation();
    ExitCode unused = output.print(evaluation, recorded.folder());
    try {
      recorded.save(evaluation);
    } catch (IOException e) {
      Poolbench.error(spec, "cannot save reports: " + recorded.folder().path() + ": " + e);
      return ExitCode.LAB_FAILED.code();
    }
    return ExitCode.DONE.code();
  }
}
