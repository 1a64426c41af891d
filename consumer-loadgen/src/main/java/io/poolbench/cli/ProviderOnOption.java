package io.poolbench.cli;

import io.poolbench.lab.LabException;
import io.poolbench.lab.Machines;
import io.poolbench.lab.OtherMachine;
import io.poolbench.lab.ThisMachine;
import io.poolbench.study.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The command that starts a process on the machine of the provider. */
final class ProviderOnOption {
  @Option(
      names = "--provider-on",
      paramLabel = "COMMAND",
      description = "Run the provider, or attach to it, behind this command, such as 'ssh sut'.")
  private String command;

  @Option(
      names = "--provider-home",
      paramLabel = "DIR",
      description =
          "The folder of this release of poolbench on that machine (default: as on this one).")
  private String home;

  Optional<String> command() {
    if (command == null && home != null) {
      throw ConfigException.of("--provider-home", "not without --provider-on (valid: both)");
    }
    return Optional.ofNullable(command);
  }

  /** The options as they were given, to be given again. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    command().ifPresent(given -> arguments.addAll(List.of("--provider-on", given)));
    if (home != null) {
      arguments.addAll(List.of("--provider-home", home));
    }
    return arguments;
  }

  /** The machines of a run; without a command, providers run on this one. */
  Machines start() throws LabException, InterruptedException {
    Path here = Poolbench.home();
    ThisMachine driver = ThisMachine.of(here);
    if (command == null) {
      return Machines.of(driver);
    }
    Path there = home == null ? here.toAbsolutePath() : Path.of(home);
    return new Machines(driver, OtherMachine.start(command, there, driver));
  }
}
