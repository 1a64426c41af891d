package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import io.poolbench.study.Scheduling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A program that the lab starts as a process; the driver imports none of its classes. */
public interface Program {
  /** The name of the program in messages. */
  String title();

  /** The code of a failure of this program; {@code ofProvider} if it is a provider. */
  default ViolationCode failure(ViolationCode ofProvider) {
    return ofProvider;
  }

  /** The jar of poolbench from which it runs, in the folder of the release. */
  Path jar();

  /** This jar on a machine; fails if this one lacks it, as another has the same build. */
  default Path builtJar(Machine machine) throws LabException {
    Path jar = machine.home().resolve(jar());
    if (!machine.isOther() && !Files.isRegularFile(jar)) {
      throw new LabException(
          failure(ViolationCode.PROVIDER_NOT_STARTED),
          title() + " not built: " + jar + " not found (build it with mvn package)");
    }
    return jar;
  }

  /** The command that runs the program on a machine. */
  List<String> command(Machine machine, Jvm jvm) throws LabException, InterruptedException;

  /** The working folder; empty = a new, empty one beside the log. */
  default Optional<Path> folder() {
    return Optional.empty();
  }

  /**
   * The option of its JVM, which the command's first word runs, that names a folder for its
   * temporary files: the lab creates one, and removes it with all that the program leaves in it.
   * Empty if it has the JVM's.
   */
  default Optional<String> temporaryFolderOption() {
    return Optional.empty();
  }

  /** Whether the program runs already, so that the process only connects to it. */
  default boolean runsAlready() {
    return false;
  }

  /** Long enough for a host on which many other processes run. */
  default Duration startTimeout() {
    return Duration.ofMinutes(3);
  }

  /** What a user sets to change {@link #startTimeout}; empty if it is fixed. */
  default Optional<String> startTimeoutSetting() {
    return Optional.empty();
  }

  /** The parameters of a start; {@code config} is the line of JSON that standard input receives. */
  record Launch(Program program, String config, Jvm jvm, Scheduling scheduling) {}
}
