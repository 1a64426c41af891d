package io.poolbench.observe;

import io.poolbench.observe.ObservedProgram.About;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of an observation, which has each line as soon as it came. For one thread. */
public final class ObservationFile implements AutoCloseable {
  public static final String NAME = "observed.jsonl";

  private final Writer lines;

  /** Creates the file. */
  public ObservationFile(Path folder, About about) throws IOException {
    lines = Files.newBufferedWriter(folder.resolve(NAME), StandardOpenOption.CREATE_NEW);
    add(AgentLine.JSON.writeValueAsString(about));
  }

  /** Adds a line of the agent, which a kill of this process then leaves there. */
  public void add(String line) throws IOException {
    lines.write(line + "\n");
    lines.flush();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
