package io.poolbench.result;

import java.util.Objects;

/**
 * The result of one group of users in a step.
 *
 * @param figures the group's calls as a step without groups; its level is the group's users, or
 *     requests per second. Measured values are those of the whole step that are known by group
 */
public record GroupResult(String name, StepResult figures) {
  public GroupResult {
    Objects.requireNonNull(name, "name");
    figures = figures.knownByGroup();
  }

  public Verdict verdict() {
    return figures.verdict();
  }
}
