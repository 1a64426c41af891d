package io.poolbench.report;

import io.poolbench.judge.Capacity;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Test suites for {@code junit.jte}: JUnit's XML as Ant and Maven Surefire write it and build
 * servers read it.
 *
 * @param name of all suites together
 */
public record JUnitReport(String name, List<Suite> suites) {
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.TP50,
          Metric.TP99,
          Metric.TP999,
          Metric.AVAILABILITY,
          Metric.PROVIDER_CPU);

  /** UTC without a zone, as the format requires. */
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The outcome of a test, in JUnit's terms. */
  public enum Ending {
    PASSED,
    /** An assertion does not hold. */
    FAILURE,
    SKIPPED,
    /** The measurement failed. */
    ERROR
  }

  /**
   * A test.
   *
   * @param name unique within its suite
   * @param reason why the test did not pass; empty where it did
   * @param output shown for every ending; may be empty
   */
  public record Test(String name, double seconds, Ending ending, String reason, String output) {
    public String time() {
      return FigureText.machine(seconds);
    }

    public List<String> lines() {
      return PlainText.lines(reason);
    }

    public String firstLine() {
      return lines().isEmpty() ? "" : lines().get(0);
    }
  }

  /**
   * Tests that a build server shows together.
   *
   * @param group the folder above the suite in a build server's tree
   * @param started when the first test began
   */
  public record Suite(
      String name, String group, Instant started, double seconds, List<Test> tests) {
    public String timestamp() {
      return TIMESTAMP.format(started);
    }

    public Counts counts() {
      return Counts.of(List.of(this));
    }
  }

  /** The number of tests by ending, and their time in seconds. */
  public record Counts(long tests, long failures, long errors, long skipped, String time) {
    private static Counts of(List<Suite> suites) {
      List<Ending> endings =
          suites.stream().flatMap(suite -> suite.tests().stream()).map(Test::ending).toList();
      return new Counts(
          endings.size(),
          endings.stream().filter(Ending.FAILURE::equals).count(),
          endings.stream().filter(Ending.ERROR::equals).count(),
          endings.stream().filter(Ending.SKIPPED::equals).count(),
          FigureText.machine(suites.stream().mapToDouble(Suite::seconds).sum()));
    }
  }

  public Counts all() {
    return Counts.of(suites);
  }

  String text() {
    return XML + PageFrame.render("junit.jte", this);
  }

  /**
   * The SLAs of a study as tests, with a suite per repetition of a cell and one for the assertions.
   */
  static JUnitReport of(StudyResult result) {
    return new JUnitReport(
        "poolbench " + result.study() + ": " + result.title(),
        Stream.concat(result.cells().stream().map(cell -> of(result, cell)), assertions(result))
            .toList());
  }

  private static Stream<Suite> assertions(StudyResult result) {
    return result.assertions().isEmpty()
        ? Stream.empty()
        : Stream.of(
            new Suite(
                "assertions",
                result.study(),
                result.started(),
                0,
                StatementEvaluator.assertions(result).stream()
                    .map(JUnitReport::testCase)
                    .toList()));
  }

  private static Test testCase(StatementResult assertion) {
    return switch (assertion.decision()) {
      case SHOWN -> new Test(assertion.text(), 0, Ending.PASSED, "", assertion.because());
      case REFUTED -> new Test(assertion.text(), 0, Ending.FAILURE, assertion.because(), "");
      case NOT_SHOWN -> new Test(assertion.text(), 0, Ending.SKIPPED, assertion.because(), "");
    };
  }

  /**
   * The tests of one repetition of a cell. Where the study asserts a load, there is a test for each
   * bound at each level up to that load, and one that the load was reached. Otherwise one test
   * checks that the SLA holds for some load. INVALID and UNDECIDED steps, and loads too low for a
   * lower bound on TPS, are skipped. A failed cell adds an error.
   */
  private static Suite of(StudyResult result, CellResult cell) {
    return new Suite(
        CellTables.name(cell),
        result.study(),
        cell.steps().stream().map(StepResult::started).findFirst().orElse(result.started()),
        seconds(cell),
        tests(cell));
  }

  private static List<Test> tests(CellResult cell) {
    List<Test> tests = new ArrayList<>();
    SlaAssertion.of(cell)
        .ifPresentOrElse(assertion -> asserted(assertion, tests), () -> tests.add(someLoad(cell)));
    if (cell.failed()) {
      tests.add(new Test("the cell runs to its end", 0, Ending.ERROR, cell.failure().detail(), ""));
    }
    return tests;
  }

  private static void asserted(SlaAssertion assertion, List<Test> tests) {
    CellResult cell = assertion.result();
    for (SlaAssertion.Check check : assertion.checks()) {
      tests.add(
          new Test(
              FigureText.bound(check.bound()) + " at " + load(cell, check.step().level()),
              check.step().seconds(),
              ending(check.verdict().kind()),
              reason(check.verdict()),
              metrics(check.step())));
    }
    String unknown = assertion.notReached().map(ViolationText::of).orElse("");
    tests.add(
        new Test(
            "measured up to " + load(cell, cell.cell().sla().upTo()),
            0,
            unknown.isEmpty() ? Ending.PASSED : Ending.SKIPPED,
            unknown,
            ""));
  }

  private static Test someLoad(CellResult cell) {
    Capacity capacity = Capacity.of(cell);
    String sentence = new CapacityText(capacity).sentence();
    Ending ending =
        capacity.passing().isPresent()
            ? Ending.PASSED
            : capacity.known() ? Ending.FAILURE : Ending.SKIPPED;
    return new Test(
        "the SLA holds for some load: " + FigureText.sla(cell.cell().sla()),
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
