package io.poolbench.cli;

import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.Page;
import io.poolbench.report.PlainText;
import io.poolbench.report.ReportFile;
import io.poolbench.report.SlaTables;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

final class ResultOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--full", description = "Print every table, not only the answer.")
  private boolean full;

  @Option(
      names = "--json",
      description = "Print result.json and nothing else; progress goes to stderr.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the path of the results folder alone; with --json, the result alone.")
  private boolean quiet;

  ResultOutput() {}

  ResultOutput(CommandSpec command) {
    this.command = command;
  }

  ProgressLine progress(Study study) {
    Screen screen = quiet || json ? Screen.PLAIN : Screen.ofStandardOutput();
    return new ProgressLine(study, notes(), screen, System::nanoTime).started();
  }

  void note(String line) {
    PrintWriter notes = notes();
    notes.println(PlainText.line(line));
    notes.flush();
  }

  private PrintWriter notes() {
    if (quiet) {
      return new PrintWriter(Writer.nullWriter());
    }
    return json ? command.commandLine().getErr() : out();
  }

  /** Prints a result. The last line is printed only without {@code --json} and {@code --quiet}. */
  void print(EvaluatedResult result, ResultsFolder folder, String last) throws IOException {
    PrintWriter out = out();
    if (json) {
      out.println(
          PlainText.json(
              ResultFile.json(
                  result.result(), result.agreement().written(), result.decidedFindings())));
    } else if (quiet) {
      out.println(folder.path());
    } else {
      Page page = full ? SlaTables.all(result) : SlaTables.summary(result);
      out.print(Screen.ofStandardOutput().terminal().text(page));
      out.println(last);
    }
    out.flush();
  }

  static void save(EvaluatedResult result, ResultsFolder folder) throws IOException {
    for (ReportFile file : ReportFile.values()) {
      folder.writeText(file.fileName(), file.text(result));
    }
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
