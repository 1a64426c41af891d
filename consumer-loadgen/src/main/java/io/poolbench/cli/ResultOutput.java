package io.poolbench.cli;

import io.poolbench.capacity.CapacityModel;
import io.poolbench.capacity.MeasuredLoads;
import io.poolbench.capacity.Recommendation;
import io.poolbench.config.ConfigException;
import io.poolbench.report.Detail;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.RecommendationTables;
import io.poolbench.report.Sheet;
import io.poolbench.report.TerminalRenderer;
import io.poolbench.report.VerificationText;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Sizing;
import io.poolbench.spec.Study;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for how a command prints a study's progress and its result. */
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

  /** The options of a mixin. */
  ResultOutput() {}

  /** Output without options. */
  ResultOutput(CommandSpec command) {
    this.command = command;
  }

  /** Shows a study that starts now. */
  Display display(Study study) {
    if (quiet) {
      return Display.none();
    }
    if (json) {
      return Display.lines(study, command.commandLine().getErr());
    }
    Screen screen = Screen.ofStandardOutput();
    return screen.live() ? Display.live(study, out(), screen) : Display.lines(study, out());
  }

  /**
   * Prints a result.
   *
   * @param sizing of its study, for its recommendation; null = none
   */
  void print(EvaluatedResult result, ResultsFolder folder, Sizing sizing) throws IOException {
    PrintWriter out = out();
    if (json) {
      out.println(ResultFile.json(result.result(), result.theory().rows()));
    } else if (quiet) {
      out.println(folder.path());
    } else {
      Detail detail = full ? Detail.FULL : Detail.SUMMARY;
      Sheet sheet = Screen.ofStandardOutput().sheet();
      new TerminalRenderer(detail, sheet).render(result, out);
      if (sizing != null) {
        recommend(result.result(), sizing, sheet);
      }
      VerificationText.writeTo(result.result(), out, sheet);
      String more = full ? "" : " (tables.md has every table; --full prints them)";
      out.println("Results: " + folder.path() + more);
    }
    out.flush();
  }

  private void recommend(StudyResult result, Sizing sizing, Sheet sheet) throws IOException {
    try {
      MeasuredLoads measured = MeasuredLoads.of(result.study(), result.cells());
      CapacityModel model = CapacityModel.of(measured.loads());
      Recommendation found = Recommendation.of(model, measured, sizing.marginPct());
      new RecommendationTables(result.study(), model, found).writeTo(out(), sheet);
    } catch (ConfigException e) {
      out().println("No recommendation: " + e.getMessage());
    }
  }

  private PrintWriter out() {
    return command.commandLine().getOut();
  }
}
