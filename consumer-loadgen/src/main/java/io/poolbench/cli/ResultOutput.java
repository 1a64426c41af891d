package io.poolbench.cli;

import io.poolbench.report.Detail;
import io.poolbench.report.TerminalRenderer;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a command says of a study and its result: to people, to scripts, or to programs. */
final class ResultOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--full",
      description = "Print every table, not only those that the answer is read from.")
  private boolean full;

  @Option(
      names = "--json",
      description = "Print the result, as in result.json, and nothing else; the rest to stderr.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the path of the results folder alone; with --json, the result alone.")
  private boolean quiet;

  /** Whoever watches a study that begins now. */
  Watch watch(Study study) {
    if (quiet) {
      return Watch.none(study);
    }
    if (json) {
      return Watch.lines(study, command.commandLine().getErr());
    }
    Screen screen = Screen.ofStandardOutput();
    return screen.live() ? Watch.live(study, out(), screen) : Watch.lines(study, out());
  }

  /** Prints a result. */
  void print(StudyResult result, ResultsFolder folder) throws IOException {
    PrintWriter out = out();
    if (json) {
      out.println(ResultFile.json(result));
    } else if (quiet) {
      out.println(folder.path());
    } else {
      Detail detail = full ? Detail.FULL : Detail.SUMMARY;
      new TerminalRenderer(detail, Screen.ofStandardOutput().sheet()).render(result, out);
      out.println(
          "All of it is in "
              + folder.path()
              + (full ? "" : ": tables.md has every table, --full prints them"));
    }
    out.flush();
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
