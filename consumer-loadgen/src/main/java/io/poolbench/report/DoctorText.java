package io.poolbench.report;

import io.poolbench.lab.DoctorReport;
import io.poolbench.lab.HostCheckResult;
import java.util.ArrayList;
import java.util.List;

/** The text of a {@link DoctorReport} for a terminal. */
public final class DoctorText {
  private static final int WIDTH = 100;
  private static final int TEXT_COLUMN = 23;

  private DoctorText() {}

  public static List<String> lines(DoctorReport report) {
    List<String> lines = new ArrayList<>();
    report.title().forEach(line -> lines.addAll(PlainText.wrapped(line, WIDTH, 0)));
    lines.add("");
    for (HostCheckResult result : report.results()) {
      List<String> text =
          new ArrayList<>(PlainText.wrapped(result.measured(), WIDTH - TEXT_COLUMN, 0));
      PlainText.wrapped(result.meaning(), WIDTH - TEXT_COLUMN - 2, 0)
          .forEach(line -> text.add("  " + line));
      lines.add(row(result.grade().label(), result.subject(), text.get(0)));
      text.subList(1, text.size()).forEach(line -> lines.add(row("", "", line)));
    }
    lines.add("");
    report.summary().forEach(line -> lines.addAll(PlainText.wrapped(line, WIDTH, 0)));
    lines.replaceAll(line -> PlainText.line(line.replace(HostCheckResult.NO_BREAK, ' ')));
    return lines;
  }

  private static String row(String grade, String subject, String text) {
    return String.format("%-8s%-15s%s", grade, subject, text);
  }
}
