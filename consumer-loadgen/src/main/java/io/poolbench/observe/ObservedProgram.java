package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A program that was observed, as a file keeps it: a line about it, and the agent's lines. */
public record ObservedProgram(About about, Watch watch) {
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
    String text = Files.readString(file);
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    if (lines.isEmpty()) {
      throw new IOException("empty");
    }
    int number = 1;
    try {
      About about = AgentLine.JSON.readValue(lines.get(0), About.class);
      Watch watch = new Watch();
      for (String line : lines.subList(1, lines.size())) {
        number++;
        watch.add(AgentLine.parse(line));
      }
      return new ObservedProgram(about, watch);
    } catch (JsonProcessingException e) {
      throw new IOException("line " + number + ": " + e.getOriginalMessage(), e);
    }
  }
}
