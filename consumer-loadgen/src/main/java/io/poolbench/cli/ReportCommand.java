package io.poolbench.cli;

import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Renders a result again, from its {@code result.json} alone. */
@Command(name = "report", description = "Render a result again, from its result.json alone.")
final class ReportCommand implements Callable<Integer> {
  @Mixin private ResultOutput output;

  @Parameters(paramLabel = "DIR", description = "A run's folder, such as results/quick/latest.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    ResultsFolder folder = new ResultsFolder(run);
    StudyResult result = folder.result().read();
    Renderings.save(result, folder);
    output.print(result, folder);
    return ExitCode.DONE.code();
  }
}
