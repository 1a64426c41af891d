package io.poolbench.inspect;

import io.poolbench.lab.TargetReport;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a provider runs, and what it answered.
 *
 * @param name of its jar or main class
 * @param startMillis from its start until it took calls
 * @param pools in the order in which it built them
 * @param answer to the one call that was named; empty where none was
 */
public record Inspection(
    String name,
    long startMillis,
    TargetReport report,
    List<InspectedPool> pools,
    Optional<CallAnswer> answer) {
  public Inspection {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(report, "report");
    pools = List.copyOf(pools);
    Objects.requireNonNull(answer, "answer");
  }

  /** What runs, beside what was configured. */
  public static Inspection of(
      String name,
      long startMillis,
      TargetReport report,
      ApplicationSettings settings,
      Optional<CallAnswer> answer) {
    return new Inspection(
        name,
        startMillis,
        report,
        report.pools().stream().map(pool -> InspectedPool.of(pool, settings, report)).toList(),
        answer);
  }
}
