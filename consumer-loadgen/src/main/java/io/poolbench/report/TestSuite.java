package io.poolbench.report;

import io.poolbench.report.TestCase.Ending;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Tests that a build server shows together.
 *
 * @param name of the suite
 * @param group what the suite belongs to; in a build server's tree the folder above it
 * @param started when its first test began
 * @param seconds how long all of it took
 * @param tests in their order
 */
record TestSuite(String name, String group, Instant started, double seconds, List<TestCase> tests) {
  TestSuite {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(started, "started");
    tests = List.copyOf(tests);
  }

  long count(Ending ending) {
    return tests.stream().filter(test -> test.ending() == ending).count();
  }
}
