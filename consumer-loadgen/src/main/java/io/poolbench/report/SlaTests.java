package io.poolbench.report;

import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.PassedLevel;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.judge.Statement;
import io.poolbench.judge.Verdict;
import io.poolbench.report.format.TestSuites;
import io.poolbench.report.format.TestSuites.Ending;
import io.poolbench.report.format.TestSuites.Suite;
import io.poolbench.report.format.TestSuites.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The SLAs of a study as JUnit tests, with a suite per repetition of a cell and one for the study's
 * requirements. The first property is the answer.
 */
final class SlaTests {
  private static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.TP50,
          Metric.TP99,
          Metric.TP999,
          Metric.AVAILABILITY,
          Metric.PROVIDER_CPU);

  private final Evaluation evaluation;

  private SlaTests(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  static TestSuites of(Evaluation evaluation) {
    return new SlaTests(evaluation).suites();
  }

  private TestSuites suites() {
    List<Suite> suites = new ArrayList<>();
    for (EstimatedCell pool : evaluation.cells()) {
      List<JudgedCell> each = pool.judged().each();
      for (JudgedCell repetition : each.isEmpty() ? List.of(pool.judged()) : each) {
        suites.add(suite(pool, repetition));
      }
      for (Entry.Failed failed : evaluation.run().failures()) {
        if (failed.cell().equals(pool.name())
            && each.stream().noneMatch(measured -> number(measured) == failed.repetition())
            && !each.isEmpty()) {
          suites.add(suite(name(pool, failed.repetition()), List.of(error(failed)), 0));
        }
      }
    }
    List<Statement> requirements = evaluation.statements().requirements();
    if (!requirements.isEmpty()) {
      suites.add(suite("assertions", requirements.stream().map(SlaTests::test).toList(), 0));
    }
    return new TestSuites(
        "poolbench " + evaluation.study().name() + ": " + evaluation.study().title(),
        Answer.of(evaluation).sentence(),
        suites);
  }

  private Suite suite(String name, List<Test> tests, double seconds) {
    return new Suite(name, evaluation.study().name(), evaluation.run().started(), seconds, tests);
  }

  private static Test test(Statement requirement) {
    return switch (requirement.decision()) {
      case SHOWN -> new Test(requirement.text(), 0, Ending.PASSED, "", requirement.because());
      case REFUTED -> new Test(requirement.text(), 0, Ending.FAILURE, requirement.because(), "");
      case NOT_SHOWN -> new Test(requirement.text(), 0, Ending.SKIPPED, requirement.because(), "");
    };
  }

  /**
   * Where the study asserts a load, there is a test for each bound at each level up to that load,
   * and one that the load was reached. Otherwise one test checks that the SLA holds for some load.
   * INVALID and UNDECIDED levels are skipped. A failed cell adds an error.
   */
  private Suite suite(EstimatedCell pool, JudgedCell repetition) {
    int number = number(repetition);
    List<Test> tests = new ArrayList<>();
    if (repetition.cell().sla().upTo() == null) {
      tests.add(someLoad(repetition));
    } else {
      SlaAssertion.of(repetition).forEach(assertion -> asserted(assertion, tests));
    }
    for (Entry.Failed failed : evaluation.run().failures()) {
      if (failed.cell().equals(pool.name()) && failed.repetition() == number) {
        tests.add(error(failed));
      }
    }
    return suite(name(pool, number), tests, seconds(repetition));
  }

  private static int number(JudgedCell repetition) {
    return repetition.repetitions().isEmpty() ? 1 : repetition.repetitions().firstKey();
  }

  private static String name(EstimatedCell pool, int repetition) {
    return repetition == 1 ? pool.name() : pool.name() + ", repetition " + repetition;
  }

  private static Test error(Entry.Failed failed) {
    return new Test("the cell runs to its end", 0, Ending.ERROR, failed.detail(), "");
  }

  private static void asserted(SlaAssertion assertion, List<Test> tests) {
    for (SlaAssertion.Check check : assertion.checks()) {
      Verdict verdict = check.verdict();
      tests.add(
          new Test(
              FigureText.bound(check.bound())
                  + " at "
                  + load(assertion.judged(), check.level().level()),
              check.level().together().seconds(),
              ending(verdict.kind()),
              (verdict.kind() == Verdict.Kind.UNDECIDED ? "UNDECIDED: " : "")
                  + ViolationText.of(verdict),
              metrics(check.level())));
    }
    String unknown = assertion.notReached().map(ViolationText::of).orElse("");
    tests.add(
        new Test(
            "measured up to " + load(assertion.judged(), assertion.judged().cell().sla().upTo()),
            0,
            unknown.isEmpty() ? Ending.PASSED : Ending.SKIPPED,
            unknown,
            ""));
  }

  private static Test someLoad(JudgedCell repetition) {
    PassedLevel capacity = new PassedLevel(repetition);
    String text = "highest level that passed: " + capacity.answer();
    Ending ending =
        capacity.passing().isPresent()
            ? Ending.PASSED
            : capacity.isKnown() ? Ending.FAILURE : Ending.SKIPPED;
    return new Test(
        "the SLA holds for some load: " + FigureText.sla(repetition.cell().sla()),
        seconds(repetition),
        ending,
        ending == Ending.PASSED ? "" : text,
        ending == Ending.PASSED ? text : "");
  }

  private static double seconds(JudgedCell repetition) {
    return repetition.levels().stream().mapToDouble(level -> level.together().seconds()).sum();
  }

  private static Ending ending(Verdict.Kind kind) {
    return switch (kind) {
      case PASS -> Ending.PASSED;
      case FAIL -> Ending.FAILURE;
      case UNDECIDED, INVALID -> Ending.SKIPPED;
    };
  }

  private static String load(JudgedCell cell, int level) {
    return FigureText.load(cell.cell().load().workload(), level);
  }

  private static String metrics(JudgedLevel level) {
    return METRICS.stream()
        .map(metric -> metric.heading() + " " + metric.text(level.together()))
        .collect(Collectors.joining(", "));
  }
}
