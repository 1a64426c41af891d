package io.poolbench.cli;

import io.poolbench.report.EvaluatedResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "report", description = "Render a result again, from its result.json alone.")
final class ReportCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ResultOutput output;

  @Parameters(paramLabel = "DIR", description = "Folder of a run, such as results/quick/latest.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    ResultsFolder folder = new ResultsFolder(run);
    EvaluatedResult result = new EvaluatedResult(folder.result().read());
    String tables = " (summary.md has every table; --full prints them)";
    output.print(result, folder, "results in " + folder.path() + tables);
    try {
      ResultOutput.save(result, folder);
    } catch (IOException e) {
      Poolbench.error(spec, "cannot save tables and page: " + folder.path() + ": " + e);
      return ExitCode.LAB_FAILED.code();
    }
    return ExitCode.DONE.code();
  }
}
