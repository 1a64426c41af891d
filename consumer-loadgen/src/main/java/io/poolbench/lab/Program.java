package io.poolbench.lab;

import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.Scheduling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A program that the lab starts as a process; the driver imports none of its classes. */
public interface Program {
  /** The name of the program in messages. */
  String title();

  /** The code of a failure of this program; {@code ofProvider} if it is a provider. */
  default ViolationCode failure(ViolationCode ofProvider) {
    return ofProvider;
  }

  /**
   * The command that runs the program.
   *
   * @param providers the folder of the modules
   * @throws LabException if the program cannot be run
   */
  List<String> command(Path providers, Jvm jvm) throws LabException;

  /** The working folder; empty = a new, empty one beside the log. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /** Environment variables in addition to the driver's. */
  default Map<String, String> environment() {
    return Map.of();
  }

  default Duration startTimeout() {
    return Duration.ofSeconds(60);
  }

  /** A pattern that a line of the output must match before the program is ready; empty = none. */
  default Optional<Pattern> readyLine() {
    return Optional.empty();
  }

  /**
   * The parameters of a start.
   *
   * @param providers the folder of the modules
   * @param config the line of JSON that is written to the standard input of the program
   */
  record Launch(Program program, Path providers, String config, Jvm jvm, Scheduling scheduling) {}
}
