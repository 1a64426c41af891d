package io.poolbench.cli;

import io.poolbench.journal.RunFolder;
import io.poolbench.report.Answer;
import io.poolbench.report.Ending;
import io.poolbench.report.Evaluation;
import io.poolbench.report.ExitCode;
import io.poolbench.report.ReportFile;
import io.poolbench.report.StudyReport;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Terminal;
import io.poolbench.report.format.Text;
import io.poolbench.study.Study;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints progress and results as the options ask. */
final class ResultOutput {
  /** The answer, what it rests on and how the run ended fit on a small terminal. */
  private static final int SCREEN_LINES = 20;

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

  Progress progress(Study study, Duration left) {
    Screen screen = quiet || json ? Screen.PLAIN : Screen.ofStandardOutput();
    return new Progress(study, left, notes(), screen, System::nanoTime).started();
  }

  void note(String line) {
    PrintWriter notes = notes();
    Screen screen = Screen.ofStandardOutput();
    String text = Text.line(line);
    (screen.live() ? Text.wrapped(text, screen.columns().getAsInt(), 4) : List.of(text))
        .forEach(notes::println);
    notes.flush();
  }

  void noteCalls(Study study) {
    note(study.name() + " makes " + PlannedCalls.text(study));
  }

  private PrintWriter notes() {
    if (quiet) {
      return new PrintWriter(Writer.nullWriter());
    }
    return json ? command.commandLine().getErr() : out();
  }

  /**
   * Prints a result, and returns how the run ends.
   *
   * @param elsewhere the options that name the machine of the provider; empty = this one
   */
  ExitCode print(Evaluation evaluation, RunFolder folder, List<String> elsewhere) {
    Answer answer = Answer.of(evaluation);
    Ending ending = Ending.of(evaluation, answer);
    PrintWriter out = out();
    if (json) {
      out.print(Text.json(ReportFile.RESULT.text(evaluation)));
    } else if (quiet) {
      out.println(folder.path());
    } else {
      Terminal terminal = Screen.ofStandardOutput().terminal();
      List<String> last = ending.lines(folder.path(), elsewhere, terminal.columns());
      Report report = StudyReport.of(evaluation, answer);
      out.println();
      EscapedOutput.raw(
          out, full ? terminal.text(report) : terminal.front(report, SCREEN_LINES - last.size()));
      last.forEach(out::println);
    }
    out.flush();
    return ending.code();
  }

  /** Prints what was observed. */
  void print(RecordedObservation observation) throws IOException {
    PrintWriter out = out();
    if (json) {
      out.println(Text.json(observation.json()));
    } else if (quiet) {
      out.println(observation.folder().path());
    } else {
      Terminal terminal = Screen.ofStandardOutput().terminal();
      Report report = observation.report();
      if (!full) {
        Text.wrapped(Text.line(report.title()), terminal.columns(), 0).forEach(out::println);
      }
      EscapedOutput.raw(out, full ? terminal.text(report) : terminal.text(report.front()));
      out.println(observation.folder().path().resolve("report.html"));
    }
    out.flush();
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
