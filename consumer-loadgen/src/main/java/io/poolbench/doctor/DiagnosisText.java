package io.poolbench.doctor;

import java.util.ArrayList;
import java.util.List;

/** A diagnosis as people read it on a terminal of 100 columns. */
public final class DiagnosisText {
  private static final int WIDTH = 100;
  private static final int TEXT_COLUMN = 23;

  private DiagnosisText() {}

  /** All of it, line by line. */
  public static List<String> lines(Diagnosis diagnosis) {
    List<String> lines = new ArrayList<>();
    diagnosis.title().forEach(line -> lines.addAll(wrapped(line, WIDTH)));
    lines.add("");
    for (Finding finding : diagnosis.findings()) {
      List<String> text = new ArrayList<>(wrapped(finding.measured(), WIDTH - TEXT_COLUMN));
      text.addAll(
          wrapped(finding.meaning(), WIDTH - TEXT_COLUMN - 2).stream().map(l -> "  " + l).toList());
      for (int i = 0; i < text.size(); i++) {
        boolean first = i == 0;
        lines.add(
            String.format(
                "%-8s%-15s%s",
                first ? finding.grade().label() : "", first ? finding.subject() : "", text.get(i)));
      }
    }
    lines.add("");
    diagnosis.summary().forEach(line -> lines.addAll(wrapped(line, WIDTH)));
    return lines;
  }

  /**
   * Breaks a text between words, but not at a {@link Finding#NO_BREAK}; a word that is longer than
   * a line stays whole.
   */
  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word.replace(Finding.NO_BREAK, ' '));
    }
    lines.add(line.toString());
    return lines;
  }
}
