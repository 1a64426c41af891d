package io.poolbench.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program that was observed, as a file keeps it: a line about it, and the agent's lines. */
public record ObservedProgram(About about, Watch watch) {
  public static final String FILE_NAME = "observed.jsonl";

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

    /** The text of a file with the lines of the agent. */
    public String withLines(List<String> lines) throws IOException {
      return Stream.concat(Stream.of(AgentLine.JSON.writeValueAsString(this)), lines.stream())
          .map(line -> line + "\n")
          .collect(Collectors.joining());
    }
  }

  public ObservedProgram {
    Objects.requireNonNull(about, "about");
    Objects.requireNonNull(watch, "watch");
  }

  /**
   * Reads a file.
   *
   * @throws IOException with the line that is damaged, in one line
   */
  public static ObservedProgram read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
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
