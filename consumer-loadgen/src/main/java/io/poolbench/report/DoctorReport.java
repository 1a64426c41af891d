package io.poolbench.report;

import static io.poolbench.result.FigureText.measure;

import io.poolbench.lab.HostMeasurements;
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
  private static final int WIDTH = 100;
  private static final int TEXT_COLUMN = 23;

  public DoctorReport {
    title = List.copyOf(title);
    results = List.copyOf(results);
    summary = List.copyOf(summary);
  }

  public static DoctorReport of(HostMeasurements measured, Validity limits) {
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
        results.stream().filter(HostCheckResult::limits).map(HostCheckResult::subject).toList();
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

  /** The report as text of limited width. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    title.forEach(line -> lines.addAll(PlainText.wrapped(line, WIDTH, 0)));
    lines.add("");
    for (HostCheckResult result : results) {
      List<String> text =
          new ArrayList<>(PlainText.wrapped(result.measured(), WIDTH - TEXT_COLUMN, 0));
      PlainText.wrapped(result.meaning(), WIDTH - TEXT_COLUMN - 2, 0)
          .forEach(line -> text.add("  " + line));
      lines.add(row(result.limits() ? "limits" : "ok", result.subject(), text.get(0)));
      text.subList(1, text.size()).forEach(line -> lines.add(row("", "", line)));
    }
    lines.add("");
    summary.forEach(line -> lines.addAll(PlainText.wrapped(line, WIDTH, 0)));
    lines.replaceAll(PlainText::line);
    return lines;
  }

  private static String row(String grade, String subject, String text) {
    return String.format("%-8s%-15s%s", grade, subject, text);
  }
}
