package io.poolbench.published;

import java.util.List;

/** The six findings of the published study. */
final class Findings {
  private static final List<Finding> ALL =
      List.of(
          new LinearUpToTheKnee(),
          new MoreThreadsOnlyHurt(),
          new FixedPoolCapsCpu(),
          new QueueLetsMoreUsersIn(),
          new SweetSpotWithoutQueue(),
          new BestTpsBelowTheMostThreads());

  private Findings() {}

  /**
   * Those about a table that cells name; where only some of its tables are, it may be undecided.
   */
  static List<DecidedFinding> decide(Evidence evidence) {
    return ALL.stream()
        .filter(finding -> finding.tables().stream().anyMatch(evidence::has))
        .map(
            finding ->
                new DecidedFinding(finding.number(), finding.text(), finding.statements(evidence)))
        .toList();
  }
}
