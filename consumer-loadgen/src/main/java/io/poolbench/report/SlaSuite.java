package io.poolbench.report;

import io.poolbench.report.JUnitReport.Ending;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.SlaAssertion;
import io.poolbench.sla.SlaText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tests of one repetition of a cell. Where the study asserts a load, there is a test for each
 * bound at each level up to that load, and one that the load was reached. Otherwise one test checks
 * that the SLA holds for some load. INVALID and UNDECIDED steps, and loads too low for a lower
 * bound on TPS, are skipped. A failed cell adds an error.
 */
final class SlaSuite {
  private static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.TP50,
          Metric.TP99,
          Metric.TP999,
          Metric.AVAILABILITY,
          Metric.PROVIDER_CPU);

  private SlaSuite() {}

  static JUnitReport.Suite of(StudyResult result, CellResult cell) {
    return new JUnitReport.Suite(
        CellText.name(cell),
        result.study(),
        cell.steps().stream().map(StepResult::started).findFirst().orElse(result.started()),
        seconds(cell),
        tests(cell));
  }

  private static List<JUnitReport.Test> tests(CellResult cell) {
    List<JUnitReport.Test> tests = new ArrayList<>();
    SlaAssertion.of(cell)
        .ifPresentOrElse(assertion -> asserted(assertion, tests), () -> tests.add(someLoad(cell)));
    if (cell.failed()) {
      tests.add(
          new JUnitReport.Test(
              "the cell runs to its end", 0, Ending.ERROR, cell.failure().detail(), ""));
    }
    return tests;
  }

  private static void asserted(SlaAssertion assertion, List<JUnitReport.Test> tests) {
    CellResult cell = assertion.result();
    for (SlaAssertion.Check check : assertion.checks()) {
      tests.add(
          new JUnitReport.Test(
              SlaText.of(check.bound()) + " at " + load(cell, check.step().level()),
              check.step().seconds(),
              ending(check.verdict().kind()),
              reason(check.verdict()),
              metrics(check.step())));
    }
    String unknown = assertion.notReached().map(ViolationText::of).orElse("");
    tests.add(
        new JUnitReport.Test(
            "measured up to " + load(cell, cell.cell().sla().upTo()),
            0,
            unknown.isEmpty() ? Ending.PASSED : Ending.SKIPPED,
            unknown,
            ""));
  }

  private static JUnitReport.Test someLoad(CellResult cell) {
    Capacity capacity = Capacity.of(cell);
    String sentence = new CapacityText(capacity).sentence();
    Ending ending =
        capacity.highest().isPresent()
            ? Ending.PASSED
            : capacity.known() ? Ending.FAILURE : Ending.SKIPPED;
    return new JUnitReport.Test(
        "the SLA holds for some load: " + SlaText.of(cell.cell().sla()),
        seconds(cell),
        ending,
        ending == Ending.PASSED ? "" : sentence,
        ending == Ending.PASSED ? sentence : "");
  }

  private static double seconds(CellResult cell) {
    return cell.steps().stream().mapToDouble(StepResult::seconds).sum();
  }

  private static String reason(Verdict verdict) {
    String text = ViolationText.of(verdict);
    return verdict.kind() == Verdict.Kind.UNDECIDED ? "UNDECIDED: " + text : text;
  }

  private static Ending ending(Verdict.Kind kind) {
    return switch (kind) {
      case PASS -> Ending.PASSED;
      case FAIL -> Ending.FAILURE;
      case UNDECIDED, INVALID -> Ending.SKIPPED;
    };
  }

  private static String load(CellResult cell, int level) {
    return FigureText.load(cell.cell().load().workload(), level);
  }

  private static String metrics(StepResult step) {
    return METRICS.stream()
        .map(metric -> metric.heading() + " " + metric.text(step))
        .collect(Collectors.joining(", "));
  }
}
