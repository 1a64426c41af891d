package io.poolbench.cli;

import io.poolbench.judge.Decision;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.PlainText;
import io.poolbench.report.Shortfall;
import io.poolbench.report.ViolationText;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.ViolationCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The outcome of a study: its exit code and the reasons for it. Among several codes the one with
 * the highest priority is used: a failed assertion has priority over a lab failure or a missing
 * answer, because repeating the run would not change it.
 *
 * @param reasons for this code; empty for {@link ExitCode#DONE}
 */
record StudyEnd(ExitCode code, List<Reason> reasons) {
  /** A reason for an exit code, with the user's next action. */
  record Reason(ExitCode code, String text, String next) {}

  StudyEnd {
    reasons = List.copyOf(reasons);
  }

  static StudyEnd of(EvaluatedResult evaluated) {
    return of(evaluated, "go on with run --resume");
  }

  /**
   * @param next the user's next action after an interrupt or the loss of a machine
   */
  static StudyEnd of(EvaluatedResult evaluated, String next) {
    List<Reason> all = new ArrayList<>();
    StudyResult result = evaluated.result();
    if (result.interrupted()) {
      all.add(new Reason(ExitCode.INTERRUPTED, "interrupted", next));
    }
    failed(result, next).ifPresent(all::add);
    StatementEvaluator.assertions(result)
        .forEach(of -> add(all, of.decision(), "assertion " + of.text(), of.because()));
    evaluated
        .plannedLoad()
        .ifPresent(of -> add(all, of.decision(), "the planned load", "see the capacities"));
    for (SlaAssertion of : SlaAssertion.of(result.cells())) {
      String text = of.result().cell().name() + ": " + of.text();
      add(all, of.decision(), text, ViolationText.of(of.verdict()));
    }
    for (Shortfall lack : Shortfall.of(evaluated)) {
      all.add(new Reason(ExitCode.INVALID, lack.lack(), lack.next()));
    }
    ExitCode worst = all.stream().map(Reason::code).reduce(ExitCode.DONE, ExitCode::worse);
    return new StudyEnd(worst, all.stream().filter(reason -> reason.code == worst).toList());
  }

  private static Optional<Reason> failed(StudyResult result, String next) {
    Map<String, List<CellResult>> cells = new LinkedHashMap<>();
    for (CellResult cell : result.cells()) {
      if (cell.failed()) {
        String cause = PlainText.lines(cell.failure().detail()).get(0);
        cells.computeIfAbsent(cause, of -> new ArrayList<>()).add(cell);
      }
    }
    return cells.entrySet().stream()
        .findFirst()
        .map(
            failed ->
                new Reason(
                    ExitCode.LAB_FAILED,
                    failed.getValue().stream()
                        .map(cell -> cell.cell().name())
                        .collect(Collectors.joining(", ", "", " failed: " + failed.getKey())),
                    isMachineLost(failed.getValue().get(0))
                        ? "see that machine, then " + next
                        : "see the provider's log"));
  }

  /** Whether the provider's log was lost with its machine. */
  private static boolean isMachineLost(CellResult failed) {
    return failed.failure().code().equals(ViolationCode.PROVIDER_HOST_LOST.id());
  }

  private static void add(List<Reason> all, Decision decision, String text, String next) {
    if (decision != Decision.SHOWN) {
      all.add(new Reason(ExitCode.of(decision), text + " is " + decision, next));
    }
  }

  /**
   * The last line that a study prints: its exit code, the first reason with the next action, and
   * the last reason if there are several. Capacities come before rankings.
   */
  String line(Path folder) {
    String results = "results in " + folder + " (open " + folder.resolve("report.html") + ")";
    if (reasons.isEmpty()) {
      return "exit " + code.code() + ": " + results;
    }
    Reason first = reasons.get(0);
    int others = reasons.size() - 2;
    String more =
        others < 0
            ? ""
            : (others == 0 ? "; " : "; " + others + " more; ") + reasons.get(others + 1).text;
    return PlainText.line(
        "exit %s: %s: %s%s; results in %s"
            .formatted(code.code(), first.text, first.next, more, folder));
  }
}
