package io.poolbench.cli;

import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.Build;
import io.poolbench.lab.HostCheck;
import io.poolbench.lab.HostFacts;
import io.poolbench.lab.LabException;
import io.poolbench.run.Generators;
import io.poolbench.run.ProviderSide;
import io.poolbench.run.StudyRunner.Machines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for processes on other machines, each started by a command. */
final class MachinesOption {
  @Option(
      names = "--provider-on",
      paramLabel = "COMMAND",
      description = "Run the provider behind this command, such as 'ssh sut'.")
  private String providerOn;

  @Option(
      names = "--load-from",
      paramLabel = "COMMAND",
      description =
          "Make the load behind this command, such as 'ssh load1' or 'kubectl exec -i load-0 --';"
              + " may be given several times.")
  private List<String> loadFrom = new ArrayList<>();

  @Option(
      names = "--least-generators",
      paramLabel = "N",
      description = "Go on with N of them where others are lost (default: all).")
  private Integer least;

  @Option(
      names = "--silence",
      paramLabel = "DURATION",
      converter = RunCommand.DurationConverter.class,
      defaultValue = "10s",
      description = "A side that sends nothing for so long is lost (default: ${DEFAULT-VALUE}).")
  private Duration silence;

  Machines start() throws LabException {
    if (providerOn == null && loadFrom.isEmpty()) {
      return Machines.none();
    }
    Build build = Build.of(Poolbench.home());
    Optional<ProviderSide> provider = Optional.empty();
    Generators generators = Generators.none();
    try {
      if (providerOn != null) {
        provider = Optional.of(ProviderSide.start(providerOn, build, silence));
      }
      if (!loadFrom.isEmpty()) {
        generators = Generators.start(loadFrom, least, build, silence);
      }
      return new Machines(provider, generators);
    } catch (LabException | RuntimeException e) {
      generators.close();
      provider.ifPresent(ProviderSide::close);
      throw e;
    }
  }

  boolean startProviders() {
    return providerOn != null;
  }

  /** The same options for another command. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--silence", silence.toMillis() + "ms"));
    if (providerOn != null) {
      arguments.addAll(List.of("--provider-on", providerOn));
    }
    loadFrom.forEach(command -> arguments.addAll(List.of("--load-from", command)));
    if (least != null) {
      arguments.addAll(List.of("--least-generators", least.toString()));
    }
    return arguments;
  }

  /** A check that the provider's host has the CPUs that a cell names. */
  static CellCheck check(Machines machines) {
    return machines
        .provider()
        .<CellCheck>map(both -> both)
        .orElseGet(() -> new HostCheck(new HostFacts().cpus()));
  }
}
