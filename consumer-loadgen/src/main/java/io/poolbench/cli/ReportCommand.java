package io.poolbench.cli;

import io.poolbench.report.Detail;
import io.poolbench.report.Sheet;
import io.poolbench.report.TerminalRenderer;
import io.poolbench.result.StudyResult;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Renders a result again, from its {@code result.json} alone. */
@Command(name = "report", description = "Render a result again, from its result.json alone.")
final class ReportCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "A run's folder, such as results/quick/latest.")
  private Path run;

  @Override
  public Integer call() throws IOException {
    ResultsFolder folder = new ResultsFolder(run);
    StudyResult result = folder.result().read();
    Renderings.save(result, folder);
    PrintWriter out = spec.commandLine().getOut();
    new TerminalRenderer(Detail.SUMMARY, Sheet.PLAIN).render(result, out);
    out.flush();
    return ExitCode.DONE.code();
  }
}
