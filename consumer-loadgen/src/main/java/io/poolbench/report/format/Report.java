package io.poolbench.report.format;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A report as data.
 *
 * @param title what is asked
 * @param origin when, where and by what it was measured, in one line; may be empty
 * @param front the answer with what it rests on, on one screen
 * @param details everything else
 */
public record Report(String title, String origin, List<Block> front, List<Block> details) {
  public Report {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(origin, "origin");
    front = List.copyOf(front);
    details = List.copyOf(details);
  }

  public List<Block> blocks() {
    return Stream.concat(front.stream(), details.stream()).toList();
  }
}
