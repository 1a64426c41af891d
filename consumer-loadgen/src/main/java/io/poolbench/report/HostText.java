package io.poolbench.report;

import io.poolbench.result.HostDisturbance;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.stream.Collectors;

/** Formats what disturbed the host of a run. */
final class HostText {
  private HostText() {}

  /** A sentence; empty for a quiet host. */
  static List<String> of(StudyResult result) {
    List<HostDisturbance> all =
        HostDisturbance.of(result.cells().stream().flatMap(cell -> cell.steps().stream()).toList());
    return all.isEmpty()
        ? List.of()
        : List.of(
            "Host: "
                + all.stream().map(HostText::of).collect(Collectors.joining(", "))
                + ": response times are longer than on a quiet host.");
  }

  private static String of(HostDisturbance disturbance) {
    Metric metric = disturbance.metric();
    String least = metric.text(disturbance.least());
    String most = metric.text(disturbance.most());
    return "%s %s%s %s"
        .formatted(
            metric.title(), least.equals(most) ? "" : least + " to ", most, metric.unit().symbol())
        .strip();
  }
}
