package io.poolbench.cli;

import io.poolbench.compare.ComparedResults;
import io.poolbench.compare.Comparison;
import io.poolbench.compare.Criterion;
import io.poolbench.compare.Operand;
import io.poolbench.journal.RunFolderException;
import io.poolbench.report.ComparisonReport;
import io.poolbench.report.Evaluation;
import io.poolbench.report.ExitCode;
import io.poolbench.report.ObservationComparison;
import io.poolbench.report.format.HtmlPage;
import io.poolbench.report.format.Markdown;
import io.poolbench.report.format.Report;
import io.poolbench.study.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "compare",
    description = {
      "Compare a result with a baseline: capacity, and each metric at each load, with whether a"
          + " difference is SHOWN.",
      "Cells of the same name are paired; if each side has or names one cell, these two are.",
      "Of two observations: what was seen of each pool, of which no difference is shown."
    },
    footer = {
      "",
      "Examples: poolbench compare results/quick/latest:2 results/quick/latest:3",
      "          poolbench compare before after --fail-on 'tp99 +10%%'",
      "",
      "Criteria: the id of any metric (docs/reference/metrics.md) and how much worse",
      "it may be, in %% or, of percentages, in points: 'tps -5%%',",
      "'tp99 +10%% at 24 users', 'provider_cpu_pct +5 points'; for the capacity",
      "'max users -2' or 'max requests/s -500'. They need repetitions of both runs",
      "(docs/how-to/ci.md), or two cells of one run.",
      "Exit codes: 0 all criteria are SHOWN; 3 one is REFUTED; 4 one is NOT SHOWN."
    })
final class CompareCommand implements Callable<Integer> {
  private static final String TERMINAL = "terminal";
  private static final String MARKDOWN = "markdown";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "BASELINE",
      description = "DIR[:CELL], the folder of a run; CELL: one cell, by name or by number from 1.")
  private String baseline;

  @Parameters(index = "1", paramLabel = "CANDIDATE", description = "What is compared with it.")
  private String candidate;

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

  /** By folder: two cells of one run are compared within it. */
  private final Map<Path, Evaluation> runs = new HashMap<>();

  @Override
  public Integer call() throws IOException {
    if (!List.of(TERMINAL, MARKDOWN).contains(format)) {
      throw ConfigException.of("--format " + format, "unknown (valid: terminal, markdown)");
    }
    List<Criterion> criteria = failOn.stream().map(Criterion::parse).toList();
    if (html != null) {
      Poolbench.requireWritable("--html", html);
    }
    Optional<RecordedObservation> observed = RecordedObservation.in(Path.of(baseline));
    if (observed.isPresent()) {
      return print(observations(observed.get()), ExitCode.DONE);
    }
    EvaluatedRun before = run("A", baseline);
    EvaluatedRun after = run("B", candidate);
    ComparedResults compared = Comparison.of(before.operand, after.operand, criteria);
    return print(
        new ComparisonReport(compared, List.of(before.evaluation, after.evaluation)).report(),
        ExitCode.of(compared.decision()));
  }

  private Report observations(RecordedObservation before) throws IOException {
    if (!failOn.isEmpty()) {
      throw ConfigException.of(
          "--fail-on", "not applicable to observations, which show no difference (valid: runs)");
    }
    RecordedObservation after =
        RecordedObservation.in(Path.of(candidate))
            .orElseThrow(
                () ->
                    ConfigException.of(
                        candidate,
                        "no observation, as " + baseline + " is (valid: two of a kind)"));
    return new ObservationComparison(before.observed(), after.observed()).report();
  }

  private int print(Report report, ExitCode code) throws IOException {
    if (html != null) {
      Files.writeString(html, HtmlPage.text(report));
    }
    if (format.equals(MARKDOWN)) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(Markdown.text(report));
      out.flush();
    } else {
      Poolbench.print(spec, report);
    }
    return code.code();
  }

  /** A run with what is judged of it. */
  private record EvaluatedRun(Evaluation evaluation, Operand operand) {}

  /** Names may contain colons: the longest existing path is the folder. */
  private EvaluatedRun run(String letter, String typed) throws RunFolderException {
    int end = typed.length();
    while (end > 0 && !Files.exists(Path.of(typed.substring(0, end)))) {
      end = typed.lastIndexOf(':', end - 1);
    }
    String source = end > 0 ? typed.substring(0, end) : typed;
    RecordedRun recorded = RecordedRun.read(Path.of(source));
    Evaluation evaluation =
        runs.computeIfAbsent(recorded.folder().path(), folder -> recorded.evaluation());
    return new EvaluatedRun(
        evaluation,
        Operand.of(
            letter,
            source,
            evaluation.judged(),
            recorded.journal().entries(),
            source.equals(typed) ? null : typed.substring(end + 1)));
  }
}
