package io.poolbench.report;

import io.poolbench.report.TestCase.Ending;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.SlaAssertion;
import java.util.ArrayList;
import java.util.List;

/**
 * One repetition of a cell as tests. Where the study asserts up to which load the SLA holds: one a
 * bound and level up to it, and one that this load was reached. Otherwise one: the SLA holds for
 * some load, however little. What is INVALID, and a load that is too little for its bound on TPS,
 * is skipped. A cell that broke off is an error beside them.
 */
final class SlaTestCases {
  private SlaTestCases() {}

  static List<TestCase> of(CellResult cell) {
    List<TestCase> tests = new ArrayList<>();
    SlaAssertion.of(cell)
        .ifPresentOrElse(assertion -> asserted(assertion, tests), () -> tests.add(someLoad(cell)));
    if (cell.failed()) {
      tests.add(
          new TestCase("the cell runs to its end", 0, Ending.ERROR, cell.failure().detail(), ""));
    }
    return tests;
  }

  private static void asserted(SlaAssertion assertion, List<TestCase> tests) {
    CellResult cell = assertion.result();
    for (SlaAssertion.Check check : assertion.checks()) {
      tests.add(
          new TestCase(
              check.bound().text() + " at " + load(cell, check.step().level()),
              check.step().seconds(),
              ending(check.verdict().kind()),
              ViolationText.of(check.verdict()),
              figures(check.step())));
    }
    String unknown = assertion.notReached().map(ViolationText::of).orElse("");
    tests.add(
        new TestCase(
            "measured up to " + load(cell, cell.cell().sla().upTo()),
            0,
            unknown.isEmpty() ? Ending.PASSED : Ending.SKIPPED,
            unknown,
            ""));
  }

  private static TestCase someLoad(CellResult cell) {
    Capacity most = Capacity.of(cell);
    String sentence = new CapacityText(most).sentence();
    Ending ending =
        most.highest().isPresent() ? Ending.PASSED : most.known() ? Ending.FAILURE : Ending.SKIPPED;
    return new TestCase(
        "the SLA holds for some load: " + cell.cell().sla().text(),
        seconds(cell),
        ending,
        ending == Ending.PASSED ? "" : sentence,
        ending == Ending.PASSED ? sentence : "");
  }

  /** How long a cell was measured, all in all. */
  static double seconds(CellResult cell) {
    return cell.steps().stream().mapToDouble(StepResult::seconds).sum();
  }

  private static Ending ending(Verdict.Kind kind) {
    return switch (kind) {
      case PASS -> Ending.PASSED;
      case FAIL -> Ending.FAILURE;
      case INVALID -> Ending.SKIPPED;
    };
  }

  private static String load(CellResult cell, int level) {
    return FigureText.load(cell.cell().load().workload(), level);
  }

  private static String figures(StepResult step) {
    return FigureText.measure(step.tps())
        + " TPS, TP50 "
        + FigureText.measure(step.latency().tp50Millis())
        + " ms, TP99 "
        + FigureText.measure(step.latency().tp99Millis())
        + " ms, TP999 "
        + FigureText.measure(step.latency().tp999Millis())
        + " ms, availability "
        + FigureText.availability(step.calls().availabilityPct())
        + " %, provider's CPU "
        + FigureText.pct(step.provider().cpuPct())
        + " %";
  }
}
