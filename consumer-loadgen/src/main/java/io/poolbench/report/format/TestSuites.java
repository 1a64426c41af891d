package io.poolbench.report.format;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * Test suites as JUnit's XML, as Ant and Maven Surefire write it and build servers read it.
 *
 * @param name of all suites together
 * @param answer the property of this name
 */
public record TestSuites(String name, String answer, List<Suite> suites) {
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

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
      return TestSuites.time(seconds);
    }

    public List<String> lines() {
      return Text.lines(reason);
    }

    public String firstLine() {
      return lines().isEmpty() ? "" : lines().get(0);
    }
  }

  /**
   * Tests that a build server shows together.
   *
   * @param group the folder above the suite in a build server's tree
   */
  public record Suite(
      String name, String group, Instant started, double seconds, List<Test> tests) {
    public Suite {
      tests = List.copyOf(tests);
    }

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
          TestSuites.time(suites.stream().mapToDouble(Suite::seconds).sum()));
    }
  }

  public TestSuites {
    suites = List.copyOf(suites);
  }

  private static String time(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }

  public Counts all() {
    return Counts.of(suites);
  }

  public String text() {
    return XML + HtmlPage.render("junit.jte", this);
  }
}
