package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** A program that was observed, as a file keeps it: a line about it, and the agent's lines. */
public record ObservedProgram(About about, Watch watch) {
  private static final long MAX_BYTES = 1 << 30;

  /** More than the seconds of the longest observation. */
  private static final int MAX_LINES = 100_000;

  /**
   * What the agent does not report.
   *
   * @param pid the number of its process, or the path at which its agent waited
   * @param begun an instant
   * @param poolbench the version that observed it
   */
  public record About(String pid, String begun, String poolbench) {
    public About {
      Objects.requireNonNull(pid, "pid");
      Objects.requireNonNull(begun, "begun");
      Objects.requireNonNull(poolbench, "poolbench");
    }
  }

  public ObservedProgram {
    Objects.requireNonNull(about, "about");
    Objects.requireNonNull(watch, "watch");
  }

  /**
   * Reads a file, up to its last whole line: a kill may have cut off the one behind it.
   *
   * @throws IOException with the line that is damaged, in one line
   */
  public static ObservedProgram read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("larger than %d MiB".formatted(MAX_BYTES >> 20));
    }
    About about = null;
    Watch watch = new Watch();
    int number = 0;
    try (BufferedReader text = Files.newBufferedReader(file)) {
      for (String line = AgentLine.next(text); line != null; line = AgentLine.next(text)) {
        if (++number > MAX_LINES) {
          throw new IOException("more than %d lines".formatted(MAX_LINES));
        }
        if (about == null) {
          about = AgentLine.JSON.readValue(line, About.class);
        } else {
          watch.add(AgentLine.parse(line));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IOException("line " + number + ": " + e.getOriginalMessage(), e);
    }
    if (about == null) {
      throw new IOException("empty");
    }
    return new ObservedProgram(about, watch);
  }
}
