package io.poolbench.lab;

import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.Scheduling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/** A program that the lab starts as a process of its own; the driver imports none of them. */
public interface Program {
  /** What it is in messages. */
  String title();

  /** The code of a failure. */
  ViolationCode failure(ViolationCode ofProvider);

  /**
   * The command that runs it.
   *
   * @param providers the folder of the modules
   * @throws LabException where it cannot be run
   */
  List<String> command(Path providers, Jvm jvm) throws LabException;

  /** Its working folder; empty = the driver's. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /** Its environment variables beside the driver's. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** How long it may take to start. */
  default Duration startTimeout() {
    return Duration.ofSeconds(60);
  }

  /** What a line of its output must match before it takes calls; empty = nothing. */
  default Optional<Pattern> readyLine() {
    return Optional.empty();
  }

  /**
   * How it is started.
   *
   * @param providers the folder of the modules
   * @param config written to its standard input
   * @param scheduling of its threads
   */
  record Launch(
      Program program, Path providers, Properties config, Jvm jvm, Scheduling scheduling) {}
}
