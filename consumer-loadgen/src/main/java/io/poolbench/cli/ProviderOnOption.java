package io.poolbench.cli;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.Build;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.run.ProviderSide;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The command that starts a process on the machine of the provider. */
final class ProviderOnOption {
  private static final String NAME = "--provider-on";

  @Option(
      names = NAME,
      paramLabel = "COMMAND",
      description = "Run the provider, or attach to it, behind this command, such as 'ssh sut'.")
  private String command;

  Optional<String> command() {
    return Optional.ofNullable(command);
  }

  /** The same option for another command. */
  List<String> arguments() {
    return command == null ? List.of() : List.of(NAME, command);
  }

  /** Starts the process; without a command, providers run on this machine. */
  static Optional<ProviderSide> start(Optional<String> command) throws LabException {
    return command.isEmpty()
        ? Optional.empty()
        : Optional.of(ProviderSide.start(command.get(), Build.of(Poolbench.home())));
  }

  /** A check that the provider's host has what a cell requires. */
  static CellCheck check(Optional<ProviderSide> side) {
    return side.<CellCheck>map(there -> there)
        .orElseGet(() -> new HostCheck(new HostFacts().cpus()));
  }
}
