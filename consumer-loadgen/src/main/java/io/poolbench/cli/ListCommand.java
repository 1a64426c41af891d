package io.poolbench.cli;

import io.poolbench.config.CellCheck;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyCatalog;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Lists the studies that come with poolbench. */
@Command(name = "list", description = "List the studies that come with poolbench.")
final class ListCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (StudyCatalog.Entry study : Poolbench.studies(Poolbench.loader(CellCheck.NONE)).entries()) {
      out.printf(
          "%-18s %s%n",
          study.name(), study.problem().map(ConfigException::getMessage).orElse(study.title()));
    }
    out.flush();
    return ExitCode.DONE.code();
  }
}
