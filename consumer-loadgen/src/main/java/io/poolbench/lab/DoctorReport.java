package io.poolbench.lab;

import static io.poolbench.result.FigureText.measure;

import io.poolbench.lab.HostCheckResult.Grade;
import io.poolbench.result.Host;
import io.poolbench.spec.Validity;
import java.util.ArrayList;
import java.util.List;

/**
 * The report of a host's suitability for measurements. A pure function of its measurements.
 *
 * @param title description of the machine, in lines
 * @param results of the checks, in the order in which they are printed
 * @param summary the conclusion, in lines
 */
public record DoctorReport(
    List<String> title, List<HostCheckResult> results, List<String> summary) {
  public DoctorReport {
    title = List.copyOf(title);
    results = List.copyOf(results);
    summary = List.copyOf(summary);
  }

  static DoctorReport of(HostMeasurements measured, Validity limits) {
    Host host = measured.host();
    List<HostCheckResult> results = new HostChecks(measured, limits).results();
    return new DoctorReport(
        List.of(
            host.os() + ", " + host.kernel(),
            "%s, CPUs %s, %s"
                .formatted(host.cpuModel(), host.cpus(), HostChecks.gib(host.memoryBytes())),
            host.driverJvm()),
        results,
        summary(measured, limits, results));
  }

  private static List<String> summary(
      HostMeasurements measured, Validity limits, List<HostCheckResult> results) {
    List<String> lines = new ArrayList<>();
    List<String> limited =
        results.stream()
            .filter(result -> result.grade() == Grade.LIMITS)
            .map(HostCheckResult::subject)
            .toList();
    double lateMillis = measured.idleWakeUps().tp99Millis();
    lines.add(
        "This host can measure: closed loops%s%s."
            .formatted(
                lateMillis <= limits.lagMillis()
                    ? ", open loops with send delays from " + measure(lateMillis) + " ms"
                    : " only",
                limited.contains("CPU speed") || limited.contains("hyper-threads")
                    ? ""
                    : ", and CPU time per call"));
    if (!limited.isEmpty()) {
      lines.add("Limits: " + String.join(", ", limited) + ".");
    }
    return lines;
  }
}
