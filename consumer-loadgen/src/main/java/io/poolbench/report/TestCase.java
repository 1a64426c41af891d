package io.poolbench.report;

import java.util.Objects;

/**
 * What a build server is shown as a test.
 *
 * @param name unique within its suite
 * @param seconds how long it took
 * @param reason why it did not pass; empty where it did
 * @param output what is worth knowing whatever the ending; may be empty
 */
record TestCase(String name, double seconds, Ending ending, String reason, String output) {
  /** How a test ends; by JUnit's own words. */
  enum Ending {
    PASSED,
    /** What was asserted does not hold. */
    FAILURE,
    /** Nothing can be said. */
    SKIPPED,
    /** It could not be found out. */
    ERROR
  }

  TestCase {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(ending, "ending");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(output, "output");
  }
}
