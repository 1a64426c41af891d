package io.poolbench.cli;

import io.poolbench.reporting.ExitCode;
import io.poolbench.compare.Comparison;
import io.poolbench.compare.Criterion;
import io.poolbench.compare.Operand;
import io.poolbench.config.ConfigException;
import io.poolbench.report.ComparisonTables;
import io.poolbench.report.Markdown;
import io.poolbench.report.Page;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compare results with the first: capacity, and each metric at each load, with whether a"
          + " difference is SHOWN.",
      "Cells of the same name are paired; if each side has or names one cell, these two are."
    },
    footer = {
      "",
      "Examples: poolbench compare results/quick/latest:2 results/quick/latest:3",
      "          poolbench compare before after --fail-on 'tp99 +10%%'",
      "",
      "Criteria: the id of any metric (docs/reference/metrics.md) and how much worse it may be,",
      "in %% or, of percentages, in points: 'tps -5%%', 'tp99 +10%% at 24 users',",
      "'provider_cpu_pct +5 points'; for the capacity 'max users -2' or",
      "'max requests/s -500'. They need repetitions of both sides (docs/how-to/ci.md).",
      "Exit codes: 0 all criteria are SHOWN; 3 one is REFUTED; 4 one is NOT SHOWN."
    })
final class CompareCommand implements Callable<Integer> {
  private static final String TERMINAL = "terminal";
  private static final String MARKDOWN = "markdown";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "2..*",
      paramLabel = "DIR[:CELL]",
      description =
          "Folders of runs, or result files; CELL: one cell, by name or by number from 1.")
  private List<String> results;

  @Option(
      names = "--fail-on",
      paramLabel = "CRITERION",
      description = "Fail on a deviation, such as 'tp99 +10%%'; may be given more than once.")
  private List<String> failOn = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "terminal (default) or markdown.")
  private String format = TERMINAL;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write a page with the curves of all sides in one chart.")
  private Path html;

  @Override
  public Integer call() throws IOException {
    if (!List.of(TERMINAL, MARKDOWN).contains(format)) {
      throw ConfigException.of("--format " + format, "unknown (valid: terminal, markdown)");
    }
    List<Criterion> criteria = failOn.stream().map(Criterion::parse).toList();
    if (html != null) {
      Poolbench.requireWritable("--html", html);
    }
    Comparison comparison = Comparison.of(operands(), criteria);
    if (html != null) {
      Files.writeString(html, ComparisonTables.html(comparison));
    }
    PrintWriter out = spec.commandLine().getOut();
    Page page = ComparisonTables.all(comparison);
    out.print(
        format.equals(MARKDOWN)
            ? Markdown.text(page)
            : Screen.ofStandardOutput().terminal().text(page));
    out.flush();
    return ExitCode.of(comparison.decision()).code();
  }

  private List<Operand> operands() throws IOException {
    if (results.size() > Operand.MAX_COUNT) {
      throw ConfigException.of(
          "compare",
          results.size() + " results are too many (valid: 2.." + Operand.MAX_COUNT + ")");
    }
    List<Operand> operands = new ArrayList<>();
    for (String typed : results) {
      operands.add(Poolbench.operand(typed, operands.size()));
    }
    return operands;
  }
}
