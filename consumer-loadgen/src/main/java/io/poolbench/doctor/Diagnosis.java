package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.LIMITS;
import static io.poolbench.doctor.Finding.Grade.UNFIT;

import io.poolbench.doctor.Finding.Grade;
import io.poolbench.result.FigureText;
import io.poolbench.result.Host;
import io.poolbench.spec.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a host can measure well, and what not. A pure function of what was measured there.
 *
 * @param title the machine, in lines
 * @param findings what was looked at, the first first
 * @param summary what all of it comes to, in lines
 */
public record Diagnosis(List<String> title, List<Finding> findings, List<String> summary) {
  public Diagnosis {
    title = List.copyOf(title);
    findings = List.copyOf(findings);
    summary = List.copyOf(summary);
  }

  /** Whether steps that are measured here now can be trusted. */
  public boolean fit() {
    return findings.stream().noneMatch(finding -> finding.grade() == UNFIT);
  }

  /**
   * @param bounds beyond which a step is INVALID: so is the host unfit
   */
  static Diagnosis of(HostReadings host, Validity bounds) {
    List<Finding> findings =
        Stream.of(
                ClockFindings.of(host, bounds),
                CpuFindings.of(host, bounds),
                ResourceFindings.of(host))
            .flatMap(List::stream)
            .toList();
    return new Diagnosis(title(host), findings, summary(host, bounds, findings));
  }

  private static List<String> title(HostReadings readings) {
    Host host = readings.host();
    return List.of(
        host.os() + ", " + host.kernel(),
        host.cpuModel() + ", CPUs " + host.cpus() + ", " + ResourceFindings.gib(host.memoryBytes()),
        host.driverJvm());
  }

  private static List<String> summary(HostReadings host, Validity bounds, List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    List<String> unfit = subjects(findings, UNFIT);
    List<String> limits = subjects(findings, LIMITS);
    if (unfit.isEmpty()) {
      lines.add(
          "This host can measure: response times from "
              + FigureText.measure(host.roundTrip().tp50Millis())
              + " ms"
              + (host.restful().tp99Millis() <= bounds.lagMillis()
                  ? ", send delays of open loops from "
                      + FigureText.measure(host.restful().tp99Millis())
                      + " ms"
                  : ", in closed loops only")
              + (limits.contains("CPU speed") || limits.contains("hyper-threads")
                  ? "."
                  : ", and CPU time per call."));
    } else {
      lines.add("This host is too disturbed to measure now: " + String.join(", ", unfit) + ".");
    }
    if (!limits.isEmpty()) {
      lines.add("Limits: " + String.join(", ", limits) + ".");
    }
    return lines;
  }

  private static List<String> subjects(List<Finding> findings, Grade grade) {
    return findings.stream()
        .filter(finding -> finding.grade() == grade)
        .map(Finding::subject)
        .toList();
  }
}
