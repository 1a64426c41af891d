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
  private static final int WIDTH = 100;
  private static final int TEXT_COLUMN = 23;

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
        "This host can measure: response times from %s ms%s%s."
            .formatted(
                measure(measured.roundTrip().tp50Millis()),
                lateMillis <= limits.lagMillis()
                    ? ", send delays of open loops from " + measure(lateMillis) + " ms"
                    : ", in closed loops only",
                limited.contains("CPU speed") || limited.contains("hyper-threads")
                    ? ""
                    : ", and CPU time per call"));
    if (!limited.isEmpty()) {
      lines.add("Limits: " + String.join(", ", limited) + ".");
    }
    return lines;
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    title.forEach(line -> lines.addAll(wrapped(line, WIDTH)));
    lines.add("");
    for (HostCheckResult result : results) {
      List<String> text = new ArrayList<>(wrapped(result.measured(), WIDTH - TEXT_COLUMN));
      wrapped(result.meaning(), WIDTH - TEXT_COLUMN - 2).forEach(line -> text.add("  " + line));
      lines.add(row(result.grade().label(), result.subject(), text.get(0)));
      text.subList(1, text.size()).forEach(line -> lines.add(row("", "", line)));
    }
    lines.add("");
    summary.forEach(line -> lines.addAll(wrapped(line, WIDTH)));
    return lines;
  }

  private static String row(String grade, String subject, String text) {
    return String.format("%-8s%-15s%s", grade, subject, text);
  }

  /** Breaks a text at spaces, but not at a {@link HostCheckResult#NO_BREAK} or within a word. */
  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ")
          .append(word.replace(HostCheckResult.NO_BREAK, ' '));
    }
    lines.add(line.toString());
    return lines;
  }
}
